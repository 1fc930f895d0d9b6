import type { AddressContext } from '#machines/address/address.machine.ts';
import type { LoginContext } from '#machines/login/setup.ts';
import type { SignupContext } from '#machines/signup/setup.ts';

/**
 * What was begun in a flow and outlives its page. By type alone: the flows themselves come with their first
 * screen.
 */

/** The contact, and the code that is on its way to it. */
export type LoginDraft = Pick<
  LoginContext,
  'channel' | 'ddi' | 'isoCode' | 'phone' | 'email' | 'sentTo' | 'sentAt' | 'resendAt' | 'expiresAt'
>;
/** Every answer, with whose they are. */
export type SignupDraft = Pick<
  SignupContext,
  'userId' | 'accepted' | 'name' | 'identification' | 'typed' | 'address' | 'locked'
>;
/** The place that is being completed. */
export type AddressDraft = Pick<AddressContext, 'address' | 'locked' | 'known'>;
export interface Drafts {
  login: LoginDraft | null;
  signup: SignupDraft | null;
  address: AddressDraft | null;
}
export const noDrafts: Drafts = { login: null, signup: null, address: null };

/** Null while nothing was typed. */
export function loginDraftOf({ context }: { context: LoginContext }): LoginDraft | null {
  const { channel, ddi, isoCode, phone, email, sentTo, sentAt, resendAt, expiresAt } = context;
  return phone || email ? { channel, ddi, isoCode, phone, email, sentTo, sentAt, resendAt, expiresAt } : null;
}
export function signupDraftOf({ context }: { context: SignupContext }): SignupDraft {
  const { userId, accepted, name, identification, typed, address, locked } = context;
  return { userId, accepted, name, identification, typed, address, locked };
}
/** Null while no postal code was told. */
export function addressDraftOf({ context }: { context: AddressContext }): AddressDraft | null {
  const { address, locked, known } = context;
  return address?.postalCode ? { address, locked, known } : null;
}
