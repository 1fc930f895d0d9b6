import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barriersOf,
  computeStatus,
  expiryText,
  factsAmong,
  haltOf,
  hasEnded,
  distanceFromOpen,
  nextChangeAt,
  unmetReasons,
  type GatedCampaign,
} from '#domain/campaign-status.ts';
import { OVER } from '#domain/campaign-selection.ts';
import { RUNS } from './arbitraries.ts';

const NOW = 1_800_000_000_000;
const campaign = (more: Partial<GatedCampaign> = {}): GatedCampaign => ({
  id: 'feira',
  depends: [],
  ...more,
});
const facts = (more: object = {}) => ({
  orders: [],
  invites: { used: 0, required: 0 },
  accessed: false,
  ...more,
});
const opening = (ms: number) => ({ type: 'time' as const, seconds: (NOW + ms) / 1_000 });
const needs = (campaignId: string) => ({
  type: 'campaign' as const,
  campaignId,
  reason: 'Compre antes a cesta.',
});
const end = (ms: number) => ({ expired: { end: new Date(NOW + ms).toISOString() } });
const order = (state: string, campaignId?: string) => ({
  id: `${state}${campaignId ?? ''}`,
  state,
  campaignId,
});
const statusOf = (...args: Parameters<typeof computeStatus>) => computeStatus(...args).status;

describe('campaign status', () => {
  it('is OK without needs', () =>
    expect(computeStatus(campaign(), facts(), NOW)).toEqual({ status: 'OK', reasons: [] }));

  it('is SCHEDULED before the opening, by the second', () => {
    expect(statusOf(campaign({ depends: [opening(1_000)] }), facts(), NOW)).toBe('SCHEDULED');
    expect(statusOf(campaign({ depends: [opening(0)] }), facts(), NOW)).toBe('OK');
  });

  it('is BLOCKED by a campaign without an order, or with one that is not completed', () => {
    const blocked = campaign({ depends: [needs('cesta')] });
    expect(statusOf(blocked, facts(), NOW)).toBe('BLOCKED');
    expect(statusOf(blocked, facts({ orders: [order('PAID', 'cesta')] }), NOW)).toBe('BLOCKED');
    expect(statusOf(blocked, facts({ orders: [order('COMPLETED')] }), NOW)).toBe('COMPLETED');
    expect(statusOf(blocked, facts({ orders: [order('COMPLETED', 'cesta')] }), NOW)).toBe('OK');
  });

  it('is BLOCKED by too few invites', () => {
    const blocked = campaign({ depends: [{ type: 'invites' }], invite: { invites: 3 } });
    expect(computeStatus(blocked, facts({ invites: { used: 2, required: 3 } }), NOW)).toEqual({
      status: 'BLOCKED',
      reasons: [{ type: 'invites', required: 3, current: 2 }],
    });
    expect(statusOf(blocked, facts({ invites: { used: 3, required: 3 } }), NOW)).toBe('OK');
  });

  it('is BLOCKED without the key that it asks for, and a key lifts every need of a purchase but end and pause', () => {
    const waiting = campaign({
      depends: [{ type: 'key' }, { type: 'campaign', campaignId: 'b', reason: '' }],
    });
    expect(computeStatus(waiting, facts(), NOW)).toMatchObject({
      status: 'BLOCKED',
      reasons: [{ type: 'key' }, { type: 'campaign' }],
    });
    expect(barriersOf(waiting, facts(), NOW)).toHaveLength(2);
    const keyed = facts({ accessed: true });
    expect(computeStatus(waiting, keyed, NOW).status).toBe('OK');
    expect(barriersOf(waiting, keyed, NOW)).toEqual([]);
    const over = { ...waiting, expired: { end: new Date(NOW - 1).toISOString() } };
    expect(barriersOf(over, keyed, NOW)).toMatchObject([{ type: 'expired' }]);
  });
  it('is EXPIRED once the end has passed, unless the person has an order', () => {
    expect(statusOf(campaign(end(0)), facts(), NOW)).toBe('OK');
    expect(statusOf(campaign(end(-1_000)), facts(), NOW)).toBe('EXPIRED');
    expect(statusOf(campaign(end(-1_000)), facts({ orders: [order('PAID')] }), NOW)).toBe('OK');
    expect(unmetReasons(campaign(end(-1_000)), facts({ orders: [order('PAID')] }), NOW)).toEqual([
      { type: 'expired', endedAt: NOW - 1_000 },
    ]);
    expect(hasEnded(campaign({ expired: {} }), NOW)).toBe(false);
  });

  it('stays COMPLETED after a return, but not by a refund alone', () => {
    for (const state of ['COMPLETED', 'RETURN_REQUESTED', 'RETURNED'])
      expect(statusOf(campaign(end(-1)), facts({ orders: [order(state)] }), NOW)).toBe('COMPLETED');
    expect(statusOf(campaign(), facts({ orders: [order('REFUNDED')] }), NOW)).toBe('OK');
    expect(statusOf(campaign(), facts({ orders: [{ ...order('REFUNDED'), completed: true }] }), NOW)).toBe(
      'COMPLETED',
    );
  });

  it('names every unmet reason, and is SCHEDULED before BLOCKED before EXPIRED', () => {
    const all = campaign({
      depends: [needs('cesta'), { type: 'invites' }, opening(60_000)],
      invite: { invites: 2 },
      ...end(-1),
    });
    const { status, reasons } = computeStatus(all, facts(), NOW);
    expect(status).toBe('SCHEDULED');
    expect(reasons.map(({ type }) => type)).toEqual(['campaign', 'invites', 'time', 'expired']);
    expect(statusOf(campaign({ depends: [needs('cesta')], ...end(-1) }), facts(), NOW)).toBe('BLOCKED');
  });

  it('is OK for whoever accessed it, while the reasons of an order stay', () => {
    const blocked = campaign({ depends: [needs('cesta')] });
    expect(statusOf(blocked, facts({ accessed: true }), NOW)).toBe('OK');
    expect(unmetReasons(blocked, facts({ accessed: true }), NOW)).toHaveLength(1);
  });

  it("says the tenant's words on expiry, else the specification's", () => {
    expect(expiryText(campaign())).toBe('Ops! Você chegou tarde, esta campanha expirou!');
    expect(expiryText(campaign({ expired: { description: 'Volta em maio.' } }))).toBe('Volta em maio.');
  });

  it('finds the orders of a needed campaign in the list', () => {
    const cesta = {
      ...campaign({ id: 'cesta' }),
      facts: facts({ orders: [{ id: 'o1', state: 'COMPLETED' }] }),
    };
    const feira = { ...campaign({ depends: [needs('cesta')] }), facts: facts() };
    expect(statusOf(feira, feira.facts, NOW)).toBe('BLOCKED');
    expect(statusOf(feira, factsAmong(feira, [cesta, feira]), NOW)).toBe('OK');
    expect(factsAmong(cesta, [cesta, feira])).toEqual(cesta.facts);
  });

  describe('that is paused', () => {
    const until = NOW + 60_000;
    const held = { reason: 'O forno parou.', until: new Date(until).toISOString() };
    const pause = { type: 'paused', text: 'O forno parou.', until };
    const paused = campaign({ facts: facts({ paused: held }) });
    const known = facts({ paused: held });

    it('stays in sight as it was, and sells nothing to anybody', () => {
      expect(computeStatus(paused, known, NOW)).toEqual({ status: 'OK', reasons: [pause] });
      for (const own of [{ accessed: true }, { orders: [order('PAID')] }]) {
        expect(computeStatus(paused, facts({ paused: held, ...own }), NOW)).toEqual({
          status: 'OK',
          reasons: [pause],
        });
        expect(unmetReasons(paused, facts({ paused: held, ...own }), NOW)).toEqual([pause]);
      }
      expect(computeStatus(paused, facts({ paused: held, orders: [order('COMPLETED')] }), NOW)).toEqual({
        status: 'COMPLETED',
        reasons: [pause],
      });
    });
    it('is one reason among others, and the end comes before it', () => {
      const over = campaign({ ...end(-1_000), facts: known });
      expect(computeStatus(over, known, NOW).status).toBe('EXPIRED');
      expect(haltOf(over, NOW)).toEqual({ type: 'expired', endedAt: NOW - 1_000 });
      expect(haltOf(paused, NOW)).toEqual(pause);
      expect(haltOf(campaign(), NOW)).toBeNull();
    });
    it('sells again at the very end of the pause, and never by itself without one', () => {
      expect(nextChangeAt(paused, NOW)).toBe(until);
      expect(unmetReasons(paused, known, until - 1)).toHaveLength(1);
      expect(unmetReasons(paused, known, until)).toEqual([]);
      expect(haltOf(paused, until)).toBeNull();
      const open = facts({ paused: { reason: 'Balanço' } });
      expect(nextChangeAt(campaign({ facts: open }), NOW)).toBe(Infinity);
      expect(unmetReasons(campaign(), open, NOW + 1e12)).toEqual([
        { type: 'paused', text: 'Balanço', until: null },
      ]);
    });
  });

  const states = fc.constantFrom('CREATED', 'PAID', 'COMPLETED', 'CANCELED', 'RETURNED', 'REFUNDED');
  const need = fc.oneof(
    fc.integer({ min: -5, max: 5 }).map((s) => opening(s * 1_000)),
    fc.constantFrom(needs('cesta'), needs('outra')),
    fc.constant({ type: 'invites' as const }),
  );
  const anyCase = fc.record({
    depends: fc.array(need, { maxLength: 4 }),
    invites: fc.nat(3),
    used: fc.nat(3),
    accessed: fc.boolean(),
    endsIn: fc.option(fc.integer({ min: -5, max: 5 })),
    orders: fc.array(
      fc.record({
        id: fc.uuid(),
        state: states,
        campaignId: fc.constantFrom(undefined, 'feira', 'cesta', 'outra'),
      }),
      {
        maxLength: 4,
      },
    ),
  });
  const build = ({
    depends,
    invites,
    used,
    accessed,
    endsIn,
    orders,
  }: typeof anyCase extends fc.Arbitrary<infer T> ? T : never) =>
    [
      campaign({ depends, invite: { invites }, ...(endsIn === null ? {} : end(endsIn * 1_000)) }),
      facts({ orders, accessed, invites: { used, required: invites } }),
    ] as const;

  it('agrees with the decision read aloud, for any campaign', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const [one, known] = build(given);
        const done = (id: string) =>
          given.orders.some(
            (o) => (o.campaignId ?? 'feira') === id && ['COMPLETED', 'RETURNED'].includes(o.state),
          );
        const mine = given.orders.filter((o) => (o.campaignId ?? 'feira') === 'feira');
        const expected = given.accessed
          ? 'OK'
          : done('feira')
            ? 'COMPLETED'
            : given.depends.some((d) => d.type === 'time' && d.seconds * 1_000 > NOW)
              ? 'SCHEDULED'
              : given.depends.some(
                    (d) =>
                      (d.type === 'campaign' && !done(d.campaignId)) ||
                      (d.type === 'invites' && given.used < given.invites),
                  )
                ? 'BLOCKED'
                : given.endsIn !== null && given.endsIn < 0 && mine.length === 0
                  ? 'EXPIRED'
                  : 'OK';
        const { status, reasons } = computeStatus(one, known, NOW);
        expect(status).toBe(expected);
        expect(reasons.length > 0).toBe(['SCHEDULED', 'BLOCKED', 'EXPIRED'].includes(status));
      }),
      RUNS,
    );
  });

  it('changes next exactly when it says, and not before', () => {
    fc.assert(
      fc.property(anyCase, (given) => {
        const [one, known] = build(given);
        const now = statusOf(one, known, NOW);
        const next = nextChangeAt(one, NOW);
        const until = Math.min(next, NOW + 10_000);
        for (const at of [
          ...Array.from({ length: (until - NOW) / 500 }, (_, n) => NOW + n * 500),
          until - 1,
        ]) {
          expect(statusOf(one, known, at)).toBe(now);
          expect(hasEnded(one, at)).toBe(hasEnded(one, NOW));
        }
        if (next === Infinity) return;
        expect(next).toBeGreaterThan(NOW);
        // Somebody who is in it keeps its status, not its end.
        const opens = one.depends.some((need) => need.type === 'time' && need.seconds * 1_000 === next);
        expect(opens || (hasEnded(one, next) && !hasEnded(one, next - 1))).toBe(true);
      }),
      RUNS,
    );
  });
});

describe('how far a campaign is from being open', () => {
  const far = (one: GatedCampaign, known = facts()) => distanceFromOpen(one, statusOf(one, known, NOW), NOW);
  it('puts the open ones first, then what opens the sooner, then what waits for something else', () => {
    const distances = [
      far(campaign(end(5_000))),
      far(campaign(), facts({ orders: [order('COMPLETED')] })),
      far(campaign({ depends: [opening(5_000)] })),
      far(campaign({ depends: [opening(1_000), opening(9_000)] })),
      far(campaign({ depends: [needs('cesta')] })),
      far(campaign(end(-1))),
    ];
    expect(distances).toEqual([...new Set(distances)].toSorted((a, b) => a - b));
    expect(distances[0]).toBe(0);
  });
  it('takes what has ended for over, also for somebody who is in it or has bought', () => {
    const all = [
      facts(),
      facts({ accessed: true }),
      facts({ orders: [order('PAID')] }),
      facts({ orders: [order('COMPLETED')] }),
    ];
    for (const known of all) expect(far(campaign(end(-1)), known)).toBe(OVER);
  });
});
