import type { CampaignsContext } from '#machines/catalog/campaign-statuses.ts';
import type { Who } from '#machines/catalog/campaign-statuses.ts';
import { campaignsMachine } from '#machines/catalog/campaigns.machine.ts';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import {
  NOW,
  blocked,
  bug,
  campaign,
  campaignId,
  ended,
  fault,
  leadId,
  openingIn,
  refusedAs,
} from '../samples.ts';

/** One of the campaigns that are offered opens after this long, ms. */
export const HOUR = 3_600_000;
/** Another place. */
export const there = { latitude: 1, longitude: 2 };
export const offered = { campaigns: [openingIn(2, HOUR), campaign(1), ended(3), blocked(4)], now: NOW };
export const machine = campaignsMachine;
export const model: Model<typeof campaignsMachine> = {
  inputs: [{ now: NOW }, { now: NOW, seed: offered }, { now: NOW, closed: true }],
  events: [
    { type: 'who.changed', who: { kind: 'client' } },
    { type: 'who.changed', who: { kind: 'visitor' } },
    { type: 'who.changed', who: { kind: 'lead', id: leadId } },
    { type: 'location.changed', point: there },
    { type: 'campaign.selected', id: campaignId(2) },
    { type: 'campaign.selected', id: campaignId(3) },
    { type: 'campaign.accessed', id: campaignId(3) },
    { type: 'campaign.met', campaign: campaign(9) },
    { type: 'campaign.changed' },
    { type: 'session.closed' },
    { type: 'load.retried' },
    { type: 'page.hidden' },
    { type: 'page.shown', now: NOW + 2 * HOUR },
    { type: 'restored', now: NOW + 3 },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadCampaigns: [
      { ok: offered },
      { ok: { campaigns: [], now: NOW } },
      fault,
      bug,
      refusedAs('UNAUTHENTICATED'),
      refusedAs('NOT_FOUND'),
    ],
    preloadTop: [{ ok: undefined }, fault],
  },
  reduceContext: ({ campaigns, now, warmed, isKnown, failures, isClosed, who }) => [
    isClosed && who.kind,
    who.kind === 'lead',
    campaigns.length,
    warmed.length > 0,
    now >= NOW + HOUR,
    isKnown,
    Math.min(1, failures),
  ],
};
/** Whether the list is in a state; whether the page is seen stands beside it. */
const isIn = (snapshot: AnyMachineSnapshot, list: StateValue) => snapshot.matches({ list } as never);
/**
 * Each status is what the clock and the facts say, written here a second time; what is known of a person goes
 * with them.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const isHidden = snapshot.matches({ page: 'hidden' });
  const context = snapshot.context as CampaignsContext;
  const was = before?.context as CampaignsContext | undefined;
  const event = steps.at(-1);
  const isShut = context.isClosed && context.who.kind !== 'client';
  expectThat(isIn(snapshot, 'shut') === isShut, 'a closed store is shut to visitors');
  if (isShut) expectThat(!context.isKnown && context.campaigns.length === 0, 'and shows them nothing');
  expectThat(
    !context.isClosed ||
      calls.every(
        ({ port, input }) => port !== 'loadCampaigns' || (input as { who: Who }).who.kind === 'client',
      ),
    'and asks nothing for them',
  );
  const isAsking = isIn(snapshot, 'loading') || isIn(snapshot, { ready: 'refreshing' });
  const statusOf = (n: number) => context.statuses.find(({ id }) => id === campaignId(n))?.status;
  const accessed = context.accessed.includes(campaignId(3));
  if (context.campaigns.length > 0) {
    expectThat(context.campaigns.map(({ priority }) => priority).join() === '1,2,3,4', 'by priority');
    expectThat(
      statusOf(1) === 'OK' && statusOf(4) === 'BLOCKED' && statusOf(3) === (accessed ? 'OK' : 'EXPIRED'),
      'OK, blocked, expired unless entered',
    );
    expectThat(statusOf(2) === (context.now < NOW + HOUR ? 'SCHEDULED' : 'OK'), 'scheduled until its hour');
    expectThat(context.dueAt === (context.now < NOW + HOUR ? NOW + HOUR : null), 'the next change is known');
    expectThat(
      context.selectedId ===
        (event?.type === 'campaign.selected' || was?.selectedId === campaignId(2)
          ? context.selectedId
          : campaignId(1)),
      'the first by priority is chosen',
    );
    expectThat(context.selectedId !== campaignId(3), 'what is over is never chosen, entered or not');
  } else expectThat(context.selectedId === null, 'nothing to choose from');
  expectThat(
    context.met.length === 0 || statusOf(9) === 'OK',
    'a campaign outside the list has a status too',
  );
  if (isAsking)
    expectThat(
      calls.some(({ port }) => port === 'loadCampaigns') &&
        JSON.stringify(calls.filter(({ port }) => port === 'loadCampaigns').at(-1)?.input) ===
          JSON.stringify({ who: context.who, point: context.point }),
      'asked for this person at this place',
    );
  if (isIn(snapshot, { ready: 'warming' }))
    expectThat(
      calls.at(-1)?.port === 'preloadTop' &&
        JSON.stringify(calls.at(-1)?.input) ===
          JSON.stringify({ campaigns: context.campaigns.map(({ id }) => id) }),
      'the top five are warmed',
    );
  for (const tag of ['offline', 'failed'] as const)
    expectThat(snapshot.hasTag(tag) === isIn(snapshot, tag), `${tag} is what it says`);
  expectThat(
    snapshot.hasTag('busy') === isIn(snapshot, 'loading') &&
      snapshot.hasTag('refreshing') === isIn(snapshot, { ready: 'refreshing' }),
    'busy is what it says',
  );
  if (isIn(snapshot, 'ready')) expectThat(context.isKnown, 'ready with an answer');
  if (!event || !before || !was) return;
  if (event.type === 'xstate.done.actor.loadCampaigns' || event.type === 'xstate.done.actor.refreshCampaigns')
    expectThat(
      context.now === (event['output'] as { now: number }).now &&
        context.failures === 0 &&
        context.isKnown &&
        isIn(snapshot, 'ready'),
      'the answer is kept',
    );
  if (event['error'] && !event.type.endsWith('preloadTop')) {
    expectThat(
      context.failures === was.failures + 1 && context.campaigns === was.campaigns,
      'a failure loses nothing',
    );
    expectThat(
      isIn(before, 'loading')
        ? isIn(snapshot, (event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed')
        : isIn(snapshot, { ready: isHidden ? 'paused' : 'resting' }),
      'a failure has its state',
    );
  }
  const isLeadGone =
    was.who.kind === 'lead' && (event['error'] as { code?: string } | undefined)?.code === 'NOT_FOUND';
  expectThat(
    (told.at(-1)?.event === event && told.at(-1)?.action === 'notifyLeadLost') === isLeadGone,
    'that the server knows no such visitor is told, and nothing else is taken for it',
  );
  if (event.type.endsWith('actor.preloadTop'))
    expectThat(
      isIn(snapshot, { ready: isHidden ? 'paused' : 'resting' }) &&
        context.warmed.length === context.campaigns.length,
      'warmed once',
    );
  if (event.type === 'session.closed')
    expectThat(
      context.campaigns.length + context.met.length + context.accessed.length + context.warmed.length === 0 &&
        context.who.kind === 'visitor' &&
        isIn(snapshot, context.isClosed ? 'shut' : 'loading') &&
        !context.isKnown,
      'the facts of a person go with them',
    );
  if (event.type === 'who.changed')
    expectThat(
      (isShut || context.who.kind === (event['who'] as Who).kind) &&
        isAsking === !isShut &&
        context.met.length === 0 &&
        context.warmed.length === 0,
      'another person, other campaigns',
    );
  if (event.type === 'location.changed')
    expectThat(context.point === there && isAsking === !isShut, 'another place, other campaigns');
  if ((event.type === 'who.changed' || event.type === 'location.changed') && isIn(before, 'ready') && !isShut)
    expectThat(isIn(snapshot, { ready: 'refreshing' }), 'what is shown stays meanwhile');
  if (event.type === 'campaign.met') expectThat(context.met.length === 1, 'met');
  if (event.type === 'campaign.accessed') expectThat(accessed, 'entered');
  if (event.type === 'campaign.selected')
    expectThat(
      context.selectedId ===
        (context.campaigns.length ? (event['id'] === campaignId(2) ? campaignId(2) : campaignId(1)) : null),
      'chosen if present, the open one in place of one that is over',
    );
  if (event.type === 'page.hidden')
    expectThat(
      isHidden && !(isIn(before, { ready: 'resting' }) && !isIn(snapshot, { ready: 'paused' })),
      'hidden is paused',
    );
  if (event.type === 'page.shown')
    expectThat(
      !isHidden &&
        context.now === Math.max(NOW + 2 * HOUR, was.now) &&
        (!isIn(before, { ready: 'paused' }) || isAsking),
      'seen again: the clock, and the list',
    );
  if (event.type === 'restored' && isIn(before, 'ready'))
    expectThat(
      isIn(snapshot, { ready: 'refreshing' }) && !isHidden && context.now === Math.max(NOW + 3, was.now),
      'a restored page asks',
    );
  if ((event.type === 'campaign.changed' || event.type === 'load.retried') && isIn(before, 'ready'))
    expectThat(isIn(snapshot, { ready: 'refreshing' }), 'news are fetched');
  const stuck = isIn(before, 'offline') || isIn(before, 'failed');
  if (
    stuck &&
    (event.type === 'load.retried' || event.type === 'restored' || event.type.startsWith('xstate.after'))
  )
    expectThat(isIn(snapshot, 'loading'), 'tried again');
  if (
    event.type === 'network.restored' &&
    (isIn(before, 'offline') || (isIn(before, { ready: 'resting' }) && was.failures > 0))
  )
    expectThat(isAsking, 'tried again with the network');
  if (event.type === 'network.restored' && isIn(before, { ready: 'resting' }) && was.failures === 0)
    expectThat(!isAsking, 'only what failed is asked again');
  if (event.type.includes('untilNext'))
    expectThat(isAsking && context.now > was.now, 'polled, and time has passed');
  if (event.type.includes('untilFlip'))
    expectThat(
      isIn(snapshot, { ready: 'resting' }) && context.now === (was.dueAt ?? was.now + 2_147_483_647),
      'at its time a status flips by itself',
    );
};
