import { createStore } from '#client/store.ts';

/** A visit ends when the store was not looked at for so long, ms. */
const VISIT = 30 * 60_000;
/** The offer that was sent away does not come back for so long, ms. */
const SILENCE = 90 * 86_400_000;

interface Kept {
  visits: number;
  seenAt: number;
  silencedAt: number;
}
/** Of the device and not of the person: it says nothing about them and stays when they sign out. */
const storeOf = (client: string) => createStore(() => globalThis.localStorage, `vitrine-install:${client}:`);
function keptOf(client: string): Kept {
  const kept = Object(storeOf(client).get('offer')) as Partial<Record<keyof Kept, unknown>>;
  const read = (name: keyof Kept) => (typeof kept[name] === 'number' ? kept[name] : 0);
  return { visits: read('visits'), seenAt: read('seenAt'), silencedAt: read('silencedAt') };
}

/**
 * Counts this visit once. `isSecond`: it is not the first; `isSilent`: the offer was sent away, and may not come yet.
 * @param now epoch ms
 */
export function countVisit(client: string, now: number): { isSecond: boolean; isSilent: boolean } {
  const kept = keptOf(client);
  const visits = Math.abs(now - kept.seenAt) < VISIT ? kept.visits : kept.visits + 1;
  storeOf(client).set('offer', { ...kept, visits, seenAt: now });
  return { isSecond: visits > 1, isSilent: Math.abs(now - kept.silencedAt) < SILENCE };
}
/** @param now epoch ms */
export const keepSilence = (client: string, now: number): void =>
  storeOf(client).set('offer', { ...keptOf(client), silencedAt: now });
