import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { NOW, campaign, campaignId } from '#tests/machines/samples.ts';
import { HOUR, offered, there } from '#tests/machines/catalog/campaigns.model.ts';
import { WHOLE_HOME } from '#tests/support/store/api-driver.ts';
import { fault, refusal } from '#tests/support/samples.ts';
import { findNetworkAgain, pass, press } from '../means.ts';
import { byNobody, byServer, forward, invoked, looking, refusedAs, timersOf } from '../stage.ts';
import type { Act, ChartEvent, Start } from '../tours.ts';
import {
  MOMENT,
  type World,
  comeFromMemory,
  comesTo,
  contextOf,
  hide,
  hearOfChange,
  isAsking,
  isIn,
  isInside,
  passToOpening,
  signInBeside,
  tell,
} from './world.ts';

const isSeen = (snapshot: AnyMachineSnapshot) => snapshot.matches({ page: 'seen' });
const when =
  (isPossible: (snapshot: AnyMachineSnapshot) => boolean, ...events: ChartEvent[]) =>
  (snapshot: AnyMachineSnapshot): ChartEvent[] =>
    isPossible(snapshot) ? events : [];
const idOf = (snapshot: AnyMachineSnapshot) =>
  invoked(snapshot).find((id) => id === 'loadCampaigns' || id === 'refreshCampaigns') ?? '';
const done = (snapshot: AnyMachineSnapshot, now: number): ChartEvent => ({
  type: `xstate.done.actor.${idOf(snapshot)}`,
  output: { ...offered, now },
  actorId: idOf(snapshot),
});
/** Nobody fails so often that the page's clock would leave the shop's far behind. */
const MOST_FAILURES = 2;
const failed =
  ({ error }: { error: unknown }) =>
  (snapshot: AnyMachineSnapshot): ChartEvent[] =>
    isAsking(snapshot) && contextOf(snapshot).failures < MOST_FAILURES
      ? [{ type: `xstate.error.actor.${idOf(snapshot)}`, error, actorId: idOf(snapshot) }]
      : [];
/** A campaign opens in a moment. */
const isAlmostOpen = (snapshot: AnyMachineSnapshot) => {
  const { dueAt, now } = contextOf(snapshot);
  return dueAt !== null && dueAt - now <= 1_000 * MOMENT;
};
const stepsOn = (world: World) =>
  world.told.times('campaigns', 'xstate.after.untilFlip.campaigns.list.ready.resting');
const isAskingIn = ({ told }: World) =>
  told.active('campaigns')?.some((state) => /loading|refreshing/.test(state)) ?? false;

/** What the list is answered. */
const answered: Act<World>[] = [
  {
    name: 'the campaigns come',
    events: (snapshot) => (isAsking(snapshot) ? [done(snapshot, NOW)] : []),
    perform: ({ gates }) => gates.loadCampaigns.open(byServer),
  },
  {
    name: 'the campaigns come as one is about to open',
    events: (snapshot) =>
      isIn(snapshot, { ready: 'refreshing' }) &&
      isSeen(snapshot) &&
      contextOf(snapshot).who.kind === 'visitor'
        ? [{ type: 'restored', now: NOW + 3 }, done(snapshot, NOW + HOUR - 1_000 * MOMENT)]
        : [],
    // The answer tells the page how late it is, which then asks again.
    perform: async (world) => {
      await passToOpening(world);
      await world.gates.loadCampaigns.open(byServer);
    },
  },
  {
    name: 'nobody answers for the campaigns',
    events: failed(fault),
    // A call that only reads is made three times before it is given up.
    perform: async (world) => {
      await world.gates.loadCampaigns.open(byNobody);
      await comesTo(
        { ...world, tick: () => world.page.clock.runFor(200) },
        (active) => !active.some((state) => /loading|refreshing/.test(state)),
      );
    },
  },
  {
    name: 'the campaigns are refused',
    events: failed(refusal('INTERNAL')),
    perform: ({ gates }) => gates.loadCampaigns.open(refusedAs('INTERNAL')),
  },
];

/** What a person does, here and in another tab, and the network. */
const acted: Act<World>[] = [
  {
    name: 'tries again',
    events: when((snapshot) => isSeen(snapshot) && isIn(snapshot, 'offline', 'failed'), {
      type: 'load.retried',
    }),
    perform: ({ page }) => press(page, 'Tentar de novo'),
  },
  {
    name: 'finds the network again',
    events: when((snapshot) => isSeen(snapshot) && isIn(snapshot, 'offline', { ready: 'resting' }), {
      type: 'network.restored',
    }),
    perform: ({ page }) => findNetworkAgain(page),
  },
  {
    name: 'enters a campaign',
    events: when(
      (snapshot) => isSeen(snapshot) && isIn(snapshot, { ready: 'resting' }),
      { type: 'campaign.selected', id: campaignId(1) },
      // Of those that the model offers, one that is over shows that it was entered.
      { type: 'campaign.accessed', id: campaignId(3) },
      { type: 'campaign.met', campaign: campaign(9) },
    ),
    perform: ({ page }) => page.getByRole('link', { name: 'Entrar na feira' }).click(),
  },
  {
    name: 'looks at something else',
    events: when(isSeen, { type: 'page.hidden' }),
    perform: (world) => hide(world, true),
  },
  {
    name: 'comes back to the page',
    events: when((snapshot) => !isSeen(snapshot), { type: 'page.shown', now: NOW + 2 * HOUR }),
    perform: (world) => hide(world, false),
  },
  {
    name: 'comes back to a page that the browser kept',
    events: when(
      (snapshot) => isIn(snapshot, { ready: 'resting' }, { ready: 'paused' }, 'offline', 'failed'),
      { type: 'restored', now: NOW + 3 },
    ),
    perform: comeFromMemory,
  },
  {
    name: 'signs in in another tab',
    events: when((snapshot) => isSeen(snapshot) && contextOf(snapshot).who.kind === 'visitor', {
      type: 'who.changed',
      who: { kind: 'client' },
    }),
    perform: (world) => signInBeside(world),
  },
  {
    name: 'signs in in another tab, with an address',
    events: when(
      (snapshot) =>
        isSeen(snapshot) &&
        contextOf(snapshot).who.kind === 'visitor' &&
        isIn(snapshot, 'failed', { ready: 'resting' }),
      { type: 'who.changed', who: { kind: 'client' } },
      { type: 'location.changed', point: there },
    ),
    perform: (world) => signInBeside(world, WHOLE_HOME),
  },
  {
    name: 'leaves in another tab',
    events: when((snapshot) => isSeen(snapshot) && contextOf(snapshot).who.kind === 'client', {
      type: 'session.closed',
    }),
    perform: async (world) => {
      world.gates.loadCampaigns.drop();
      await tell(world, 'session.closed');
    },
  },
];

/** What the shop changes, and time does. */
const happened: Act<World>[] = [
  {
    name: 'the shop changes its campaigns',
    events: when((snapshot) => isSeen(snapshot) && isIn(snapshot, { ready: 'resting' }), {
      type: 'campaign.changed',
    }),
    perform: hearOfChange,
  },
  {
    name: 'some seconds pass',
    events: (snapshot) => (isSeen(snapshot) ? timersOf(snapshot, 'backOff') : []),
    perform: (world) => forward(world.page, world.told, () => isAskingIn(world)),
  },
  {
    name: 'a minute passes',
    events: (snapshot) =>
      isSeen(snapshot) && contextOf(snapshot).failures === 0 && !isAlmostOpen(snapshot)
        ? timersOf(snapshot, 'untilNext')
        : [],
    // The page and the shop go on by turns, so that neither is far ahead.
    perform: async (world) => {
      for (const seconds of [25, 35]) {
        await pass(world, seconds);
        await forward(world.page, world.told, () => isAskingIn(world), 40_000);
      }
    },
  },
  {
    name: 'a campaign opens',
    events: (snapshot) => (isSeen(snapshot) && isAlmostOpen(snapshot) ? timersOf(snapshot, 'untilFlip') : []),
    perform: async (world) => {
      const before = stepsOn(world);
      const open = world.page.getByText('Disponível', { exact: true });
      const wereOpen = await open.count();
      await forward(world.page, world.told, () => stepsOn(world) > before);
      await expect.poll(looking(world.tick, () => open.count())).toBe(wereOpen + 1);
    },
  },
];

/** Nothing more happens to whoever has entered a campaign: that is another screen. */
export const acts: Act<World>[] = [...acted, ...answered, ...happened].map(({ events, ...act }) => ({
  ...act,
  events: (snapshot) => (isInside(snapshot) ? [] : events(snapshot)),
}));

/** The first page of a store, which brings its campaigns along. */
export const starts: Start[] = [{ path: 'a first page', input: { now: NOW, seed: offered } }];
/** What tells two states of the campaigns apart. */
export function key(snapshot: AnyMachineSnapshot): unknown {
  const { isKnown, campaigns, who, failures, warmed, now } = contextOf(snapshot);
  return [
    isKnown,
    campaigns.length,
    who.kind,
    failures,
    warmed.length,
    now >= NOW + HOUR,
    isAlmostOpen(snapshot),
    isInside(snapshot),
  ];
}
/** The page waits for nothing that is loaded ahead. */
export const atOnce = (snapshot: AnyMachineSnapshot): ChartEvent | null =>
  invoked(snapshot).includes('preloadTop')
    ? { type: 'xstate.done.actor.preloadTop', output: undefined, actorId: 'preloadTop' }
    : null;
