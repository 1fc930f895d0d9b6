import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { NOW, tokens } from '#tests/machines/samples.ts';
import { renewed } from '#tests/machines/session/token.model.ts';
import { hears } from '../means.ts';
import { Gate, byServer, forward, looking, refusedAs, timersOf } from '../stage.ts';
import type { Act, ChartEvent, Start } from '../tours.ts';
import { answered, done, later } from './answers.ts';
import { RENEWAL, type World, becomeLater, comeBack, contextOf, endElsewhere, serverNow } from './world.ts';

const when =
  (isPossible: (snapshot: AnyMachineSnapshot) => boolean, events: (at: AnyMachineSnapshot) => ChartEvent[]) =>
  (snapshot: AnyMachineSnapshot): ChartEvent[] =>
    snapshot.status === 'active' && isPossible(snapshot) ? events(snapshot) : [];

/** The next token is asked for a minute before this one ends: some seconds are left until then, ms. */
const ALMOST = 530_000;
const AFTERWARDS = 560_000;
const ageOf = (snapshot: AnyMachineSnapshot) =>
  contextOf(snapshot).now - contextOf(snapshot).tokens.timestamp;
const isOnline = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).online;
const isAlmostDue = (snapshot: AnyMachineSnapshot) => snapshot.matches('fresh') && ageOf(snapshot) >= ALMOST;
const isFresh = (snapshot: AnyMachineSnapshot) => snapshot.matches('fresh') && !isAlmostDue(snapshot);
const atAge = (snapshot: AnyMachineSnapshot, age: number): ChartEvent =>
  later(snapshot, age - ageOf(snapshot));

/** An answer that came, whatever it says. */
const anAnswer = (snapshot: AnyMachineSnapshot): ChartEvent => ({
  type: 'response.received',
  now: contextOf(snapshot).now + 1_000,
});
const refused = (snapshot: AnyMachineSnapshot): ChartEvent[] => [
  anAnswer(snapshot),
  { type: 'token.rejected', accessToken: contextOf(snapshot).tokens.accessToken },
];
const isRenewing = ({ told }: World) => told.active('token')?.includes('renewing') ?? false;
const timers = (snapshot: AnyMachineSnapshot) => [
  ...(isAlmostDue(snapshot) ? timersOf(snapshot, 'untilRenewal') : []),
  ...timersOf(snapshot, 'backOff'),
];
const pastTimer = async ({ page, told }: World) => {
  const before = told.active('token')?.join();
  await forward(page, told, () => told.active('token')?.join() !== before);
};

/** What a person does, and the network. */
const acted: Act<World>[] = [
  {
    name: 'loses the network',
    events: when(isOnline, () => [{ type: 'network.lost' }]),
    perform: ({ page }) => page.context().setOffline(true),
  },
  {
    name: 'finds the network again',
    events: when(
      (snapshot) => !isOnline(snapshot),
      () => [{ type: 'network.restored' }],
    ),
    perform: ({ page }) => page.context().setOffline(false),
  },
  {
    name: 'comes back to the page',
    events: when(
      (snapshot) => isFresh(snapshot) && isOnline(snapshot),
      (snapshot) => [anAnswer(snapshot)],
    ),
    perform: comeBack,
  },
  {
    name: 'a call is refused',
    events: when((snapshot) => isFresh(snapshot) || snapshot.matches('stale'), refused),
    perform: async (world) => {
      await world.calls.open(refusedAs('UNAUTHENTICATED'));
      await hears(world, 'token', ['token.rejected'], () => comeBack(world));
      await world.calls.open(byServer);
    },
  },
  {
    name: 'a call is told that the sign-in was ended elsewhere',
    events: when(
      (snapshot) => isFresh(snapshot) && isOnline(snapshot),
      (snapshot) => [...refused(snapshot), done(null)],
    ),
    perform: async (world) => {
      await endElsewhere(world);
      world.isEnded = true;
      world.answered++;
      await world.gates.renewToken.open(byServer);
      await comeBack(world);
    },
  },
];

/** What the server says of the time, what time does, and another tab. */
const happened: Act<World>[] = [
  {
    name: 'learns that it is later',
    events: when(
      (snapshot) => isOnline(snapshot) && (isFresh(snapshot) || !snapshot.matches('fresh')),
      (snapshot) => [later(snapshot, 3_000)],
    ),
    perform: (world) => becomeLater(world, serverNow() + 3_000),
  },
  {
    name: 'the token is about to be due',
    events: when(
      (snapshot) => isFresh(snapshot) && isOnline(snapshot),
      (snapshot) => [atAge(snapshot, ALMOST)],
    ),
    perform: (world) => becomeLater(world, world.givenAt + ALMOST),
  },
  {
    name: 'learns that the token is due',
    events: when(
      (snapshot) => isFresh(snapshot) && isOnline(snapshot),
      (snapshot) => [atAge(snapshot, AFTERWARDS)],
    ),
    perform: (world) => becomeLater(world, world.givenAt + AFTERWARDS),
  },
  { name: 'some seconds pass', events: timers, perform: pastTimer },
  {
    name: 'learns that the token is due while another tab renews it',
    events: when(
      (snapshot) => isFresh(snapshot) && isOnline(snapshot),
      (snapshot) => [atAge(snapshot, AFTERWARDS), done(renewed)],
    ),
    perform: async (world) => {
      const other = await world.page.context().newPage();
      const renewal = await Gate.on(other, RENEWAL);
      await other.goto('/account');
      await expect
        .poll(
          looking(world.tick, () => renewal.isHolding),
          { timeout: 30_000 },
        )
        .toBe(true);
      // Not by letting its own time go on: each tab takes what another was given only just now by its clock.
      await becomeLater(world, world.givenAt + AFTERWARDS);
      await expect
        .poll(
          looking(world.tick, () => isRenewing(world)),
          { timeout: 30_000 },
        )
        .toBe(true);
      world.granted++;
      world.givenAt = serverNow();
      await hears(world, 'token', [done(renewed).type], () => renewal.open(byServer));
      await other.close();
      await world.page.bringToFront();
    },
  },
];

export const acts: Act<World>[] = [...acted, ...answered, ...happened];

/** A page of somebody who is signed in, with a token of ten minutes. */
export const starts: Start[] = [
  { path: 'an account that is open', input: { tokens: tokens(), now: NOW, online: true } },
];
/** What tells two states of a token apart. */
export function key(snapshot: AnyMachineSnapshot): unknown {
  const { online, failures, tokens: held } = contextOf(snapshot);
  return [held.accessToken, online, failures, isAlmostDue(snapshot)];
}
/** No call of it is answered in the page. */
export const atOnce = () => null;
