import { Account } from '#contract/people/account.ts';
import { currentOf } from '#machines/flow-problem.ts';
import { isRefusedAs } from '#machines/port.ts';
import { readAs } from '#machines/read-as.ts';

/** The account as it is by now, where a save was refused because it was changed elsewhere; else null. */
export const currentAccountOf = (error: unknown): Account | null =>
  isRefusedAs('VERSION')(null, { error }) ? readAs(Account, currentOf(error)) : null;
