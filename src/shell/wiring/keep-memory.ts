import type { AppMemory } from '#machines/stored.ts';
import { type Storage, makeKnown } from '#client/storage.ts';

/**
 * Keeps for this tab where somebody was going. The server is told only of what they began to do themselves: who was
 * just sent to sign in gets that page drawn, also when they come again.
 */
export function keepMemory({ memory }: Pick<Storage, 'memory'>, now: AppMemory): void {
  const { returnTo, origin, refusal, login, address } = now;
  memory.write(returnTo || origin || refusal || login || address ? now : null);
  makeKnown(Boolean(now.login ?? now.address));
}
