import type { KnownContact } from '#machines/login/proof.machine.ts';
import type { PlainStep, SignupContext } from './setup.ts';

/** What a step of the sign-up needs answered before it, and where one goes from there. */
export const goTo = (screen: PlainStep) => ({ type: 'goTo', params: { screen } }) as const;
export const needsTerms = {
  guard: 'lacksTerms',
  target: '#signup.account',
  actions: { type: 'refuse', params: { reason: 'account.missing' } },
} as const;
export const needsName = {
  guard: 'lacksName',
  target: '#signup.name',
  actions: { type: 'refuse', params: { reason: 'name.missing' } },
} as const;
export const needsIdentification = {
  guard: 'lacksIdentification',
  target: '#signup.identification',
  actions: { type: 'refuse', params: { reason: 'identification.missing' } },
} as const;
export const needsDetails = {
  guard: 'lacksDetails',
  target: '#signup.identification.details',
  actions: { type: 'refuse', params: { reason: 'details.missing' } },
} as const;
export const toPostalCode = { target: '#signup.postalCode', actions: goTo('signup.postalCode') } as const;
/** Whoever has both contacts proved, or is nobody in particular yet, goes on from there at once. */
export const toSecond = {
  target: '#signup.verification',
  actions: { type: 'goToSecond', params: { screen: 'signup.verification' } },
} as const;
/** A step that comes after all the questions but the place. */
export const answeredFirst = [needsTerms, needsName, needsIdentification, needsDetails] as const;

/** The contact that the sign-up began with: a proof goes there. */
export const known = ({ contact: { phone, email } }: SignupContext): KnownContact =>
  phone === undefined
    ? { channel: 'email', phone: null, email: email ?? null }
    : { channel: 'phone', phone, email: null };
