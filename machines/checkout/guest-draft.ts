import type { Guest } from '#domain/person/guest.ts';

/** What stands in the fields; `accepted` is the version of the text whose box is ticked, empty where it is not. */
export interface TypedGuest {
  name: string;
  phone: string;
  cpf: string;
  accepted: string;
}
/** What outlives the page of whoever buys without an account: what is typed, and who it is once that is kept. */
export interface GuestDraft {
  typed: TypedGuest;
  guest: Guest | null;
}
/** Nobody has said anything. */
export const nobody: GuestDraft = {
  typed: { name: '', phone: '', cpf: '', accepted: '' },
  guest: null,
};
