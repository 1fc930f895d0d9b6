import type { AlertWhen } from '#contract/people/alert.ts';
import type { UnmetReason } from '#domain/campaign-status.ts';

type Barrier = UnmetReason['type'];
const CLOSED: ReadonlySet<Barrier> = new Set<Barrier>(['time', 'paused']);
const LOCKS: ReadonlySet<Barrier> = new Set<Barrier>(['campaign', 'invites', 'key']);
/** Whether a campaign is not open: before its opening, or paused. */
export const isClosed = (barriers: readonly Barrier[]): boolean => barriers.some((type) => CLOSED.has(type));
/** Whether something of one's own is missing for it: a key, invitations, an order elsewhere. */
export const isLocked = (barriers: readonly Barrier[]): boolean => barriers.some((type) => LOCKS.has(type));

/** What somebody can wait for who cannot buy there; null where there is nothing to wait for. Source: D78. */
export function awaitedOf(reasons: readonly Pick<UnmetReason, 'type'>[]): AlertWhen | null {
  const barriers = reasons.map(({ type }) => type);
  if (barriers.includes('expired')) return null;
  return isClosed(barriers) ? 'OPENS' : isLocked(barriers) ? 'UNLOCKED' : null;
}
