import { describe, expect, it } from 'vitest';
import { type CampaignCase, answerOf, opened } from '#flows/campaign/campaign-case.ts';
import { noon } from '#tests/support/samples.ts';

const HOUR = 3_600_000;
const answer = (changes: Partial<CampaignCase>) => answerOf({ ...opened(noon), ...changes });
const said = (changes: Partial<CampaignCase>) => {
  const { status, reasons } = answer(changes);
  return [status, ...reasons.map(({ type }) => type)].join(' ');
};
const everything = {
  opensAt: noon + HOUR,
  endsAt: noon - HOUR,
  isPaused: true,
  needsOther: true,
  needsKey: true,
  invites: 5,
};

describe('a campaign that was made up', () => {
  it.each([
    [{}, 'OK'],
    [{ opensAt: noon + HOUR }, 'SCHEDULED time'],
    [{ opensAt: noon }, 'OK'],
    [{ endsAt: noon - HOUR }, 'EXPIRED expired'],
    [{ endsAt: noon - HOUR, own: 'PAID' }, 'OK'],
    [{ endsAt: noon }, 'OK'],
    [{ needsOther: true }, 'BLOCKED campaign'],
    [{ needsOther: true, other: 'PAID' }, 'BLOCKED campaign'],
    [{ needsOther: true, other: 'COMPLETED' }, 'OK'],
    [{ invites: 5, accepted: 2 }, 'BLOCKED invites'],
    [{ invites: 5, accepted: 5 }, 'OK'],
    [{ needsKey: true }, 'BLOCKED key'],
    [{ needsKey: true, hasKey: true }, 'OK'],
    [{ own: 'COMPLETED' }, 'COMPLETED'],
    [{ isPaused: true }, 'OK paused'],
    [{ isPaused: true, pausedUntil: noon }, 'OK'],
    [everything, 'SCHEDULED time campaign invites key expired paused'],
    [{ ...everything, hasKey: true }, 'OK paused'],
  ] satisfies [Partial<CampaignCase>, string][])('%j stands as %s', (changes, words) => {
    expect(said(changes)).toBe(words);
  });

  it('is sold or not by what a purchase is refused for', () => {
    const types = (changes: Partial<CampaignCase>) => answer(changes).barriers.map(({ type }) => type);
    expect(types({ ...everything, hasKey: true })).toEqual(['expired', 'paused']);
    expect(types({ endsAt: noon - HOUR, own: 'PAID' })).toEqual(['expired']);
    expect(types({ invites: 5, accepted: 5 })).toEqual([]);
  });

  it('delivers as far as it says, by the distance of the shop', () => {
    const isOutside = (distanceKm: number) => answer({ radiusKm: 10, distanceKm }).isOutside;
    expect([isOutside(0), isOutside(9.9), isOutside(10), isOutside(10.1)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(answer({ radiusKm: null, distanceKm: 900 }).isOutside).toBe(false);
  });

  it('says when time alone changes something', () => {
    expect(answer({ opensAt: noon + HOUR, endsAt: noon + 2 * HOUR }).next).toBe(noon + HOUR);
    expect(answer({ isPaused: true, pausedUntil: noon + HOUR }).next).toBe(noon + HOUR);
    expect(answer({ needsKey: true }).next).toBeNull();
  });
});
