import { onTestFinished } from 'vitest';
import type { TestServer } from '../store/server.ts';
import { type Weakening, weaken } from '../sql-mutation.ts';

/** Guards as they stand in the statements, and what is left when somebody forgets them. */
export const guards = {
  conditionalStock: { from: /and "stock"\."quantity" >= (\$\d+)/, to: 'and $1::int is not null' },
  conditionalWindow: { from: /and "delivery_window"\."taken" < "delivery_window"\."capacity"/, to: '' },
  conditionalBucket: { from: /and "wallet_bucket"\."amount" >= (\$\d+)/, to: 'and $1::bigint is not null' },
  rowLock: { from: / for update( skip locked)?/, to: '' },
  keyLock: {
    from: /pg_try_advisory_xact_lock\(hashtextextended\((\$\d+), 0\)\)/,
    to: '($1::text is not null)',
  },
  // No guard, but the moment that decides made long: who looks before it has the key reads the past.
  lateKey: {
    from: /pg_try_advisory_xact_lock\(hashtextextended\((\$\d+), 0\)\)/,
    to: '(select pg_try_advisory_xact_lock(hashtextextended(late.key, 0)) from (select $1::text as key, pg_sleep(random() / 4)) as late)',
  },
  countedFirst: { from: /set "attempts" = "challenge"\."attempts" \+ 1/, to: 'set "attempts" = 1' },
  conditionalKey: {
    from: /and \("relation"\."max" is null or "relation"\."used" < "relation"\."max"\)/,
    to: '',
  },
  openLead: { from: /(update "lead" set .*) and "lead"\."closed_at" is null/, to: '$1' },
  turn: { from: /pg_advisory_xact_lock\(hashtextextended\((\$\d+), 0\)\)/, to: '($1::text is not null)' },
  // The count of orders and carts makes the writes of one buyer wait for each other, which hides what else
  // would.
  countedTogether: { from: /^(insert into "rate_limit" .*? values \()(\$1)/, to: '$1$2 || random()::text' },
  unspentGrant: { from: / and "signup_grant"\."used_at" is null/, to: '' },
  stateOnce: { from: /^(insert into "sso_state" .*? values \(\$1, )(\$2)/, to: '$1$2 || random()::text' },
  noticeOnce: {
    from: /^(insert into "webhook_event" .*? values \(\$1, \$2, )(\$3)/,
    to: '$1$3 || random()::text',
  },
  orderVersion: {
    from: /(update "order" set .*) and "order"\."version" = (\$\d+)/,
    to: '$1 and $2::int is not null',
  },
} satisfies Record<string, Weakening>;

/**
 * Takes guards out for the rest of the test. Only PostgreSQL counts: one connection hides the fault.
 * @returns how many statements were changed so far
 */
export function without(...changes: Weakening[]): () => number {
  const { changed, restore } = weaken(...changes);
  onTestFinished(restore);
  return changed;
}

/** Takes a rule out of a table as well; `restore` makes the table fit for it again and puts it back. */
export async function withoutRule(
  { asOwner }: TestServer,
  drop: string,
  ...restore: string[]
): Promise<void> {
  await asOwner(drop);
  onTestFinished(async () => void (await asOwner(...restore)));
}
