import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { Campaign } from '#contract/campaign.ts';
import { campaignFor, statusFor } from '#machines/catalog/campaign-statuses.ts';
import { HeldClock, fireTimer, timersOf } from '#tests/support/browser/held-clock.ts';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { machine, model, oracle } from './campaigns.model.ts';
import { NOW, campaign, campaignId, openingIn } from '../samples.ts';

const FLIP = 'xstate.after.untilFlip.campaigns.list.ready.resting';
const resting = (...campaigns: Campaign[]) => {
  const clock = new HeldClock();
  const actor = createActor(prepare(machine).machine, {
    input: { now: NOW, seed: { campaigns, now: NOW } },
    clock,
  }).start();
  actor.send({ type: 'xstate.done.actor.preloadTop' } as never);
  return {
    actor,
    clock,
    delays: () =>
      Object.fromEntries(timersOf(actor, clock).map(({ type, delay }) => [type.split('.')[2], delay])),
  };
};

const walked = walkOf(machine, model, oracle);

describe('campaigns', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition, each status as the clock and the facts say', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('polls every 60 s and flips at the very moment of opening', () => {
    const { actor, clock, delays } = resting(openingIn(1, 40_000));
    expect(delays()).toEqual({ untilNext: 60_000, untilFlip: 40_000 });
    fireTimer(actor, clock, FLIP);
    expect(statusFor(actor.getSnapshot().context, campaignId(1))?.status).toBe('OK');
  });
  it('keeps a campaign five weeks away closed when the capped timer fires', () => {
    const { actor, clock, delays } = resting(openingIn(1, 35 * 86_400_000));
    expect(delays()['untilFlip']).toBe(2_147_483_647);
    fireTimer(actor, clock, FLIP);
    expect(statusFor(actor.getSnapshot().context, campaignId(1))?.status).toBe('SCHEDULED');
    expect(delays()['untilFlip']).toBe(35 * 86_400_000 - 2_147_483_647);
  });
  it('counts to the end of a campaign that somebody is in, and chooses another then', () => {
    const closing = campaign(1, { expired: { end: new Date(NOW + 30_000).toISOString() } });
    const { actor, clock, delays } = resting(closing, openingIn(2, 90_000), campaign(3));
    actor.send({ type: 'campaign.accessed', id: campaignId(1) });
    expect([actor.getSnapshot().context.selectedId, delays()['untilFlip']]).toEqual([campaignId(1), 30_001]);
    fireTimer(actor, clock, FLIP);
    expect(statusFor(actor.getSnapshot().context, campaignId(1))?.status).toBe('OK');
    expect(actor.getSnapshot().context.selectedId).toBe(campaignId(3));
  });
  it('finds a campaign by id and by slug', () => {
    const { actor } = resting(campaign(1));
    const { context } = actor.getSnapshot();
    expect([
      statusFor(context, campaignId(1))?.status,
      statusFor(context, 'campanha-1')?.status,
      statusFor(context, 'nope'),
      campaignFor(context, 'campanha-1')?.id,
    ]).toEqual(['OK', 'OK', null, campaignId(1)]);
  });
  it('unblocks a campaign by an order that came with another one of the list', () => {
    const first = campaign(1, {
      facts: {
        orders: [{ id: 'o', state: 'COMPLETED' }],
        invites: { used: 0, required: 0 },
        accessed: false,
      },
    });
    const second = campaign(2, {
      depends: [{ type: 'campaign', campaignId: campaignId(1), reason: 'Peça antes' }],
    });
    const { context } = resting(first, second).actor.getSnapshot();
    expect(context.statuses.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED', 'OK']);
  });
});
