import { createStore } from '#client/store.ts';
import * as v from 'valibot';

/** A visit ends when the store was not looked at for so long, ms. */
const VISIT = 30 * 60_000;
/** The offer that was sent away does not come back for so long, ms. */
const SILENCE = 90 * 86_400_000;

const Kept = v.object({ visits: v.number(), seenAt: v.number(), silencedAt: v.optional(v.number(), 0) });
type Kept = v.InferOutput<typeof Kept>;
const NONE: Kept = { visits: 0, seenAt: 0, silencedAt: 0 };
/** Of the device and not of the person: it says nothing about them and stays when they sign out. */
const storeOf = (client: string) => createStore(() => globalThis.localStorage, `vitrine-install:${client}:`);
function keptOf(client: string): Kept {
  const read = v.safeParse(Kept, storeOf(client).get('offer'));
  return read.success ? read.output : NONE;
}

/**
 * Counts this visit once, and says whether the offer may come by now and whether it was sent away.
 * @param now epoch ms
 */
export function countVisit(client: string, now: number): { isTimely: boolean; isSilent: boolean } {
  const kept = keptOf(client);
  const visits = Math.abs(now - kept.seenAt) < VISIT ? kept.visits : kept.visits + 1;
  storeOf(client).set('offer', { ...kept, visits, seenAt: now });
  return { isTimely: visits > 1, isSilent: Math.abs(now - kept.silencedAt) < SILENCE };
}
/** @param now epoch ms */
export const keepSilence = (client: string, now: number): void =>
  storeOf(client).set('offer', { ...keptOf(client), silencedAt: now });
