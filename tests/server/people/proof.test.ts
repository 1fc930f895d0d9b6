import { describe, expect, it } from 'vitest';
import { isProblem } from '#contract/problem.ts';
import { isRecent } from '#domain/token.ts';
import { FRESH, RECENT, assertProved } from '#server/services/people/proof.ts';

const provedAt = Date.UTC(2026, 10, 21, 12);
const client = { kind: 'client' as const, userId: '', sessionId: '', accountId: null, provedAt };
/** Whether a proof of this age (ms) is enough. */
function passes(age: number, within: number): boolean {
  const now = () => provedAt + age;
  try {
    assertProved(
      {
        clock: {
          now,
          date: () => new Date(now()),
          offset: () => 0,
          shift: () => Promise.resolve(),
        } as unknown as Parameters<typeof assertProved>[0]['clock'],
      },
      client,
      within,
    ); // only the time is asked
    return true;
  } catch (error) {
    if (!isProblem(error, 'FRESH_PROOF')) throw error;
    return false;
  }
}

describe('the age of a proof', () => {
  it('SEC-09 is at most five minutes where something ends', () => {
    expect([0, FRESH - 1, FRESH, FRESH + 1].map((age) => passes(age, FRESH))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it('SEC-09 is under thirty minutes where a session must be recent, on both sides', () => {
    const ages = [0, RECENT - 1, RECENT, RECENT + 1];
    expect(ages.map((age) => passes(age, RECENT))).toEqual([true, true, false, false]);
    expect(ages.map((age) => isRecent(provedAt, provedAt + age))).toEqual([true, true, false, false]);
  });
});
