import type { Account } from '#contract/people/account.ts';

/** What of an account is sent back when a part of it changes: without what the server alone says of it. */
export function accountBodyOf({
  id: _,
  hasMissingInfo: __,
  lacksLikings: ___,
  tastes: ____,
  ...body
}: Account) {
  return body;
}
