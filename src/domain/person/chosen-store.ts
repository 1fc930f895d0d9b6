import type { Account } from '#contract/people/account.ts';

/** The store that somebody chose to look at, as their account has it; null: every store. Source: D83. */
export const chosenStoreIn = ({ properties }: Pick<Account, 'properties'>): string | null =>
  properties.marketplaceId ?? null;
