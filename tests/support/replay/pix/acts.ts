import type { AnyMachineSnapshot } from 'xstate';
import { advance, payPix } from '#tests/support/people.ts';
import { charge, orderCode } from '#tests/machines/orders/pix.model.ts';
import { findNetworkAgain, pass, press } from '../means.ts';
import { byServer, forward, timersOf } from '../stage.ts';
import type { Act, ChartEvent, Start } from '../tours.ts';
import { TIME_IS_OVER, answered, changed, isLate } from './answers.ts';
import { type World, contextOf, leftOf, statusOf, thenHearNews, unseen } from './world.ts';

const isAt = (snapshot: AnyMachineSnapshot, ...states: Parameters<AnyMachineSnapshot['matches']>[0][]) =>
  states.some((state) => snapshot.matches(state));
const when =
  (isPossible: (snapshot: AnyMachineSnapshot) => boolean, ...events: ChartEvent[]) =>
  (snapshot: AnyMachineSnapshot): ChartEvent[] =>
    snapshot.status === 'active' && isPossible(snapshot) ? events : [];

/** A code that can be paid is on the screen, or none is known yet. */
export const isPayable = (snapshot: AnyMachineSnapshot) =>
  contextOf(snapshot).charge !== null && statusOf(snapshot) === 'pending';
/** Where there is no code to show. */
export const hasNoCode = (snapshot: AnyMachineSnapshot) =>
  !isPayable(snapshot) && isAt(snapshot, 'failed', 'offline');

/** What a person does. */
const acted: Act<World>[] = [
  {
    name: 'says that they have paid',
    events: when(
      (snapshot) =>
        contextOf(snapshot).claim !== 'asked' &&
        (isPayable(snapshot)
          ? isAt(snapshot, 'believed', 'loading', 'waiting', 'offline', 'failed')
          : isAt(snapshot, 'expired', 'renewing', 'refused')),
      { type: 'payment.claimed' },
    ),
    perform: ({ page }) => page.getByRole('button', { name: /^Já paguei/ }).click(),
  },
  {
    name: 'asks for another code',
    events: when((snapshot) => snapshot.matches('expired'), { type: 'code.requested' }),
    perform: ({ page }) => press(page, 'Gerar novo código'),
  },
  {
    name: 'chooses another way to pay',
    events: when((snapshot) => snapshot.can({ type: 'ways.requested' }), { type: 'ways.requested' }),
    perform: ({ page }) => page.getByRole('button', { name: /^Escolher outra forma/ }).click(),
  },
  {
    name: 'tries again',
    events: when(hasNoCode, { type: 'load.retried' }),
    perform: ({ page }) => press(page, 'Tentar de novo'),
  },
  {
    name: 'comes back to the page',
    events: when((snapshot) => isAt(snapshot, 'waiting', 'expired', 'refused', 'offline', 'failed'), {
      type: 'page.shown',
    }),
    perform: async (world) => {
      await unseen(world, () => Promise.resolve());
      await thenHearNews(world);
    },
  },
  {
    name: 'finds the network again',
    events: when((snapshot) => isAt(snapshot, 'waiting', 'expired', 'offline'), { type: 'network.restored' }),
    perform: ({ page }) => findNetworkAgain(page),
  },
];

/** What the server says of itself, and what time does. */
const happened: Act<World>[] = [
  {
    name: 'it is known who is here',
    events: when((snapshot) => snapshot.matches('believed'), { type: 'session.opened' }),
    perform: ({ session }) => session.open(byServer),
  },
  {
    name: 'it is known who is here, and that it is later',
    events: when(
      (snapshot) => snapshot.matches('believed'),
      { type: 'restored' },
      { type: 'session.opened' },
    ),
    perform: async (world) => {
      await pass(world, 40);
      await world.session.open(byServer);
    },
  },
  {
    name: 'the payment comes in',
    events: when((snapshot) => !isAt(snapshot, 'believed', 'renewing'), changed('PAID')),
    perform: ({ shop, orderCode: code }) => payPix(shop, code),
  },
  {
    name: 'the shop cancels the order',
    events: when(
      (snapshot) => !isAt(snapshot, 'believed', 'renewing') && statusOf(snapshot) === 'pending',
      changed('CANCELED'),
    ),
    perform: ({ shop, orderCode: code }) => advance(shop, code, 'order.canceled'),
  },
  {
    name: 'some seconds pass',
    events: (snapshot) => [...timersOf(snapshot, 'untilCheck'), ...timersOf(snapshot, 'backOff')],
    perform: ({ page, told }) =>
      forward(page, told, () => told.active('pix')?.some((state) => /loading|checking/.test(state)) ?? false),
  },
  {
    name: 'the last seconds pass',
    events: (snapshot) => (isLate(snapshot) ? timersOf(snapshot, 'untilExpiry') : []),
    perform: ({ page, told }) => forward(page, told, () => told.active('pix')?.includes('loading') ?? false),
  },
];

/** What happens in the last seconds: these alone, in this order. */
const LATE = ['some seconds pass', 'the last seconds pass', TIME_IS_OVER];
const isPunctual = (name: string, snapshot: AnyMachineSnapshot): boolean => {
  if (!isLate(snapshot) || snapshot.status !== 'active') return true;
  const only = snapshot.matches('loading') ? 2 : snapshot.matches({ waiting: 'checking' }) ? 1 : 0;
  return name === LATE[only];
};
export const acts: Act<World>[] = [...acted, ...answered, ...happened].map(({ events, ...act }) => ({
  ...act,
  events: (snapshot) => (isPunctual(act.name, snapshot) ? events(snapshot) : []),
}));

/** Where a wait for a Pix begins: with the code that came with the page, which may be the last one, or without. */
export const starts: Start[] = [
  { path: 'a page with the last code', input: { orderCode, charge: charge('pending', 0) } },
  { path: 'a page that asks for the code', input: { orderCode } },
  { path: 'a page with its code', input: { orderCode, charge: charge('pending') } },
];

/** What tells two states of the wait apart. */
export function key(snapshot: AnyMachineSnapshot): unknown {
  const { charge: known, problem, claim, failures } = contextOf(snapshot);
  return [
    known?.status,
    leftOf(snapshot),
    known?.hasOtherWays,
    problem?.code,
    claim,
    failures,
    isLate(snapshot),
  ];
}
/** No call of the wait is answered in the page. */
export const atOnce = () => null;
