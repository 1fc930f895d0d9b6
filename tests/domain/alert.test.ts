import { describe, expect, it } from 'vitest';
import type { CampaignFacts } from '#contract/campaign.ts';
import { awaitedOf } from '#domain/alert/awaited.ts';
import { type Awaited, LOOK_AGAIN, isAhead, judgeAlert } from '#domain/alert/judge.ts';
import { barriersOf } from '#domain/campaign-status.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const facts: CampaignFacts = { orders: [], invites: { used: 0, required: 3 }, accessed: false };
const here = { latitude: -23.55, longitude: -46.69 };
const around = { ...here, radiusKm: 5 };
const of = (more: Partial<Awaited> & { depends?: Awaited['campaign']['depends']; end?: number }): Awaited => {
  const { depends = [], end, ...rest } = more;
  const expired = end === undefined ? {} : { expired: { end: new Date(end).toISOString() } };
  return {
    when: 'OPENS',
    campaign: { id: 'a', depends, ...expired },
    facts,
    area: null,
    point: null,
    ...rest,
  };
};
const inHours = (hours: number) => ({ type: 'time' as const, seconds: (NOW + hours * HOUR) / 1_000 });
const verdict = (awaited: Awaited, now = NOW) => judgeAlert(awaited, now);

describe('an alert', () => {
  it('of an opening is due at that instant, and looked at no sooner', () => {
    const one = of({ depends: [inHours(2)] });
    expect(verdict(one)).toEqual({ type: 'waiting', lookAt: NOW + 2 * HOUR });
    expect(verdict(one, NOW + 2 * HOUR - 1).type).toBe('waiting');
    expect(verdict(one, NOW + 2 * HOUR)).toEqual({ type: 'due' });
    // Of several, the last.
    const both = of({ depends: [inHours(2), inHours(3)] });
    expect(verdict(both, NOW + 2 * HOUR)).toEqual({ type: 'waiting', lookAt: NOW + 3 * HOUR });
  });

  it('of an opening asks for nothing else that keeps a person from buying', () => {
    expect(verdict(of({ depends: [{ type: 'key' }, inHours(-1)] }))).toEqual({ type: 'due' });
  });

  it('of a lock is looked at again and again, and is due once it is open', () => {
    for (const depends of [
      [{ type: 'key' as const }],
      [{ type: 'invites' as const }],
      [{ type: 'campaign' as const, campaignId: 'b', reason: 'x' }],
    ]) {
      const one = of({ when: 'UNLOCKED', depends });
      expect(verdict(one)).toEqual({ type: 'waiting', lookAt: NOW + LOOK_AGAIN });
      expect(verdict({ ...one, facts: { ...facts, accessed: true } })).toEqual({ type: 'due' });
    }
    const used = { ...facts, invites: { used: 3, required: 3 } };
    expect(verdict(of({ when: 'UNLOCKED', depends: [{ type: 'invites' }], facts: used })).type).toBe('due');
  });

  it('of a place waits for no time, only for another area', () => {
    const away = { latitude: -3.1, longitude: -60 };
    expect(verdict(of({ when: 'ARRIVES', area: around, point: away }))).toEqual({
      type: 'waiting',
      lookAt: null,
    });
    expect(verdict(of({ when: 'ARRIVES', area: around, point: away, end: NOW + HOUR }))).toEqual({
      type: 'waiting',
      lookAt: NOW + HOUR + 1,
    });
    expect(verdict(of({ when: 'ARRIVES', area: around, point: here }))).toEqual({ type: 'due' });
  });

  it('is over with its campaign, whatever it waits for', () => {
    for (const when of ['OPENS', 'UNLOCKED', 'ARRIVES'] as const)
      for (const accessed of [false, true])
        expect(
          verdict(
            of({ when, depends: [inHours(2)], end: NOW - 1, point: here, facts: { ...facts, accessed } }),
          ),
        ).toEqual({ type: 'over' });
  });

  it('tells nobody of what is paused, and looks when the pause ends or before', () => {
    const paused = (until?: number) => ({
      ...facts,
      paused: { reason: 'Chuva', ...(until === undefined ? {} : { until: new Date(until).toISOString() }) },
    });
    expect(verdict(of({ facts: paused() }))).toEqual({ type: 'waiting', lookAt: NOW + LOOK_AGAIN });
    expect(verdict(of({ facts: paused(NOW + 1_000) }))).toEqual({ type: 'waiting', lookAt: NOW + 1_000 });
    expect(verdict(of({ facts: paused(NOW - 1_000) }))).toEqual({ type: 'due' });
  });

  it('is of something that is still to come', () => {
    expect(isAhead(of({ depends: [inHours(1)] }), NOW)).toBe(true);
    expect(isAhead(of({ depends: [{ type: 'key' }] }), NOW)).toBe(false);
    expect(isAhead(of({ when: 'UNLOCKED', depends: [inHours(1)] }), NOW)).toBe(false);
    expect(isAhead(of({ when: 'UNLOCKED', depends: [{ type: 'key' }] }), NOW)).toBe(true);
    expect(isAhead(of({ when: 'ARRIVES', area: around, point: null }), NOW)).toBe(false);
    expect(isAhead(of({ when: 'ARRIVES', area: around, point: here, depends: [inHours(1)] }), NOW)).toBe(
      false,
    );
  });

  it('is offered for what is still to come, and for nothing that would be refused', () => {
    const offered = (depends: Awaited['campaign']['depends'], end?: number) => {
      const { campaign, facts: own } = of({ depends, ...(end === undefined ? {} : { end }) });
      return awaitedOf(barriersOf(campaign, own, NOW));
    };
    expect(offered([inHours(1)])).toBe('OPENS');
    expect(offered([{ type: 'key' }])).toBe('UNLOCKED');
    expect(offered([{ type: 'key' }, inHours(1)])).toBe('OPENS');
    expect(offered([inHours(-1)])).toBeNull();
    expect(offered([{ type: 'key' }], NOW - HOUR)).toBeNull();
    const every = [inHours(1), inHours(-1), { type: 'key' as const }, { type: 'invites' as const }];
    for (const first of every)
      for (const second of every) {
        const when = offered([first, second]);
        if (when) expect(isAhead(of({ when, depends: [first, second] }), NOW)).toBe(true);
      }
  });
});
