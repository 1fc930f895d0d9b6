import type { Account } from '#contract/people/account.ts';
import type { KnownContact } from './proof.machine.ts';

/** Where a code reaches somebody who has an account. */
export const contactOf = (account: Account | null): KnownContact =>
  account?.phone
    ? { channel: 'phone', phone: account.phone, email: null }
    : { channel: 'email', phone: null, email: account?.email ?? null };
