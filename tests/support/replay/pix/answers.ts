import type { AnyMachineSnapshot } from 'xstate';
import type { OrderState } from '#contract/order/order.ts';
import type { PixCharge } from '#contract/payment/payment.ts';
import { charge, orderCode } from '#tests/machines/orders/pix.model.ts';
import { payPix } from '#tests/support/people.ts';
import { fault, refusal } from '#tests/support/samples.ts';
import { hears, pass } from '../means.ts';
import { type Answer, byNobody, byServer, invoked, refusedAs } from '../stage.ts';
import type { Act, ChartEvent } from '../tours.ts';
import {
  MOMENT,
  type World,
  cancel,
  comesTo,
  contextOf,
  expire,
  leftOf,
  noteCode,
  passToLastMoment,
  requestElsewhere,
  statusOf,
  thenHearNews,
  unseen,
} from './world.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const LAST_MOMENT = Date.parse(charge('pending').expiresAt) - 1_000 * MOMENT;
/** The code can be paid for some seconds more. */
export const isLate = (snapshot: AnyMachineSnapshot): boolean =>
  statusOf(snapshot) === 'pending' && contextOf(snapshot).at >= LAST_MOMENT;

const says = (status: PixCharge['status'], attemptsLeft: number, at = NOON) => ({
  charge: charge(status, attemptsLeft, status === 'expired'),
  at,
});
const done = (id: string, output: unknown): ChartEvent => ({
  type: `xstate.done.actor.${id}`,
  output,
  actorId: id,
});
const failed = (id: string, { error }: { error: unknown }): ChartEvent => ({
  type: `xstate.error.actor.${id}`,
  error,
  actorId: id,
});
export const changed = (state: OrderState): ChartEvent => ({
  type: 'order.changed',
  code: orderCode,
  state,
});

const idOf = (snapshot: AnyMachineSnapshot, ...ids: string[]) =>
  invoked(snapshot).find((id) => ids.includes(id));
/** How the code stands. */
const looks =
  (events: (id: string, snapshot: AnyMachineSnapshot) => ChartEvent[]) => (snapshot: AnyMachineSnapshot) => {
    const id = idOf(snapshot, 'load', 'check');
    return id === undefined ? [] : events(id, snapshot);
  };
const renews = (events: (snapshot: AnyMachineSnapshot) => ChartEvent[]) => (snapshot: AnyMachineSnapshot) =>
  idOf(snapshot, 'renew') === undefined ? [] : events(snapshot);

const open =
  (port: keyof World['gates'], answer: Answer) =>
  ({ gates }: World) =>
    gates[port].open(answer);
/** A call that only reads is made three times before it is given up. */
async function isGivenUp(world: World): Promise<void> {
  await world.gates.loadPix.open(byNobody);
  await comesTo(
    { ...world, tick: () => world.page.clock.runFor(200) },
    (active) => !active?.some((state) => /loading|checking/.test(state)),
  );
}
/** The answer of the server with another status: the sandbox has no bank that declines a Pix. */
const declined: Answer = async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, json: { ...(await response.json()), status: 'declined' } });
};
/** What happens while nobody looks at the page is answered before the page hears of it otherwise. */
const unseenAnswer = (what: (world: World) => Promise<unknown>, answer: Answer) => async (world: World) => {
  await unseen(world, () => what(world));
  await world.gates.loadPix.open(answer);
  await comesTo(world, (active) => active === null);
  await thenHearNews(world);
};
/** What comes of a code of which only a moment was left. */
export const TIME_IS_OVER = 'the time of the code is over';
/** Nobody fails so often that the page's clock would leave the shop's far behind. */
const MOST_FAILURES = 2;

const loads: Act<World>[] = [
  {
    name: 'the code can be paid',
    events: looks((id, snapshot) =>
      statusOf(snapshot) === 'pending' ? [done(id, says('pending', leftOf(snapshot)))] : [],
    ),
    perform: open('loadPix', byServer),
  },
  {
    name: 'the code can be paid for some seconds more',
    events: (snapshot) =>
      snapshot.matches('loading') && statusOf(snapshot) === 'pending'
        ? [{ type: 'restored' }, done('load', says('pending', leftOf(snapshot), LAST_MOMENT))]
        : [],
    perform: async (world) => {
      await hears(world, 'pix', ['restored'], () => passToLastMoment(world));
      await world.gates.loadPix.open(byServer);
    },
  },
  {
    name: 'the code is over',
    events: looks((id, snapshot) =>
      statusOf(snapshot) === 'expired' || isLate(snapshot)
        ? []
        : [changed('PAYMENT_EXPIRED'), done(id, says('expired', leftOf(snapshot)))],
    ),
    perform: async (world) => {
      await hears(world, 'pix', ['order.changed'], () => expire(world));
      await world.gates.loadPix.open(byServer);
    },
  },
  {
    name: TIME_IS_OVER,
    events: (snapshot) =>
      snapshot.matches('loading') && isLate(snapshot)
        ? [{ type: 'restored' }, changed('PAYMENT_EXPIRED'), done('load', says('expired', leftOf(snapshot)))]
        : [],
    perform: async (world) => {
      await hears(world, 'pix', ['restored', 'order.changed'], async () => {
        await pass(world, 2 * MOMENT);
        await expire(world);
      });
      await world.gates.loadPix.open(byServer);
    },
  },
  {
    name: 'the code is still over',
    events: looks((id, snapshot) =>
      statusOf(snapshot) === 'expired' ? [done(id, says('expired', leftOf(snapshot)))] : [],
    ),
    perform: open('loadPix', byServer),
  },
  {
    name: 'another code was asked for elsewhere',
    events: looks((id, snapshot) =>
      statusOf(snapshot) === 'expired' && leftOf(snapshot) > 0
        ? [changed('PENDING_PAYMENT'), done(id, says('pending', leftOf(snapshot) - 1))]
        : [],
    ),
    perform: async (world) => {
      await hears(world, 'pix', ['order.changed'], () => requestElsewhere(world));
      await world.gates.loadPix.open(byServer);
    },
  },
  {
    name: 'it was paid meanwhile',
    events: looks((id, snapshot) => [{ type: 'page.shown' }, done(id, says('confirmed', leftOf(snapshot)))]),
    perform: unseenAnswer(({ shop, orderCode: code }) => payPix(shop, code), byServer),
  },
  {
    name: 'a bank declined it meanwhile',
    events: looks((id, snapshot) =>
      statusOf(snapshot) === 'pending' || leftOf(snapshot) > 0
        ? [{ type: 'page.shown' }, done(id, says('declined', leftOf(snapshot)))]
        : [],
    ),
    perform: unseenAnswer(cancel, declined),
  },
  {
    name: 'nobody answers for the code',
    events: looks((id, snapshot) =>
      contextOf(snapshot).failures < MOST_FAILURES ? [failed(id, fault)] : [],
    ),
    perform: isGivenUp,
  },
  {
    name: 'the code is refused',
    events: looks((id, snapshot) =>
      contextOf(snapshot).failures < MOST_FAILURES ? [failed(id, refusal('NOT_FOUND'))] : [],
    ),
    perform: open('loadPix', refusedAs('NOT_FOUND')),
  },
];

const renewals: Act<World>[] = [
  {
    name: 'a new code is made',
    // The news of it come before the answer.
    events: renews((snapshot) => [
      changed('PENDING_PAYMENT'),
      done('renew', says('pending', leftOf(snapshot) - 1)),
    ]),
    perform: async (world) => {
      await hears(world, 'pix', ['order.changed'], () => world.gates.renewPix.open(byServer));
      noteCode(world);
      await world.gates.loadPix.open(byServer);
    },
  },
  {
    name: 'another code was made meanwhile',
    events: renews((snapshot) => [
      { type: 'page.shown' },
      failed('renew', refusal('ILLEGAL_EVENT')),
      done('load', says('pending', leftOf(snapshot) - 1)),
    ]),
    perform: async (world) => {
      await unseen(world, () => requestElsewhere(world));
      await world.gates.loadPix.open(byServer);
      await world.gates.renewPix.open(byServer);
      await comesTo(world, (active) => active?.includes('waiting.resting') ?? false);
      await thenHearNews(world);
    },
  },
  {
    name: 'the goods are gone',
    events: renews(() => [failed('renew', refusal('STOCK'))]),
    perform: open('renewPix', refusedAs('STOCK')),
  },
  {
    name: 'nobody answers for the new code',
    events: renews((snapshot) =>
      contextOf(snapshot).failures < MOST_FAILURES ? [failed('renew', fault)] : [],
    ),
    perform: open('renewPix', byNobody),
  },
  {
    name: 'the new code is refused',
    events: renews(() => [failed('renew', refusal('MALFORMED'))]),
    perform: open('renewPix', refusedAs('MALFORMED')),
  },
];

/** What a call is answered. */
export const answered: Act<World>[] = [
  ...loads,
  ...renewals.map(({ perform, ...act }) => ({
    ...act,
    perform: (world: World, then: readonly Act<World>[]) => {
      world.answered++;
      return perform(world, then);
    },
  })),
];
