import type { AddressContext, AddressDraft } from '#machines/address/setup.ts';
import type { GuestDraft } from '#machines/checkout/guest-draft.ts';
import type { LoginContext, LoginDraft } from '#machines/login/setup.ts';
import type { SignupContext, SignupDraft } from '#machines/signup/setup.ts';

/**
 * What was begun in a flow and outlives its page. Flows by type alone: their code comes with their first
 * screen.
 */
export interface Drafts {
  login: LoginDraft | null;
  signup: SignupDraft | null;
  address: AddressDraft | null;
  guest: GuestDraft | null;
}
export const noDrafts: Drafts = { login: null, signup: null, address: null, guest: null };

/** Null while nothing was typed. */
export function loginDraftOf({ context }: { context: LoginContext }): LoginDraft | null {
  const { channel, ddi, isoCode, phone, email, sentTo, sentAt, resendAt, expiresAt } = context;
  return phone || email ? { channel, ddi, isoCode, phone, email, sentTo, sentAt, resendAt, expiresAt } : null;
}
export function signupDraftOf({ context }: { context: SignupContext }): SignupDraft {
  const { userId, accepted, name, identification, typed, attrs, second, address, locked } = context;
  return { userId, accepted, name, identification, typed, attrs, second, address, locked };
}
/** Null while no postal code was told. */
export function addressDraftOf({ context }: { context: AddressContext }): AddressDraft | null {
  const { address, locked, known, editing } = context;
  return address?.postalCode ? { address, locked, known, editing } : null;
}
