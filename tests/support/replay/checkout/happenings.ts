import type { AnyMachineSnapshot } from 'xstate';
import { PLACING_LIVES } from '#machines/checkout/placing-life.ts';
import { codeFor, typeCode } from '#tests/support/people.ts';
import { noon, tokens } from '#tests/support/samples.ts';
import { findNetworkAgain, pass, press } from '../means.ts';
import { forward, timersOf } from '../stage.ts';
import type { Act } from '../tours.ts';
import { isByCard } from './answers.ts';
import { type World, agree, comeBack, comesTo, isAt, sleep, when } from './world.ts';

const isWaiting = (snapshot: AnyMachineSnapshot) =>
  snapshot.status === 'active' && snapshot.hasTag('offline');
const isFailed = (snapshot: AnyMachineSnapshot) => snapshot.status === 'active' && snapshot.hasTag('failed');
const leaves = async (world: World, what: () => Promise<unknown>) => {
  const before = world.told.active('checkout')?.join();
  await what();
  await comesTo(world, (active) => active?.join() !== before);
};

/** How long goods are held, s. */
const HELD = 900;

/** What a person, the network and time do where something did not come. */
export const happenings: Act<World>[] = [
  {
    name: 'tries again',
    events: when((snapshot) => isFailed(snapshot) || isAt(snapshot, { payment: 'empty' }), {
      type: 'load.retried',
    }),
    perform: ({ page }) => press(page, 'Tentar de novo'),
  },
  {
    name: 'does not wait for the next try',
    events: when(isWaiting, { type: 'load.retried' }),
    perform: ({ page }) => page.getByRole('button', { name: /^Tentar (?:de novo|agora)$/ }).click(),
  },
  {
    name: 'finds the network again',
    events: when(isWaiting, { type: 'network.restored' }),
    perform: ({ page }) => findNetworkAgain(page),
  },
  {
    name: 'comes back to a page that the browser kept',
    events: when((snapshot) => isWaiting(snapshot) || isAt(snapshot, { confirmation: 'reviewing' }), {
      type: 'restored',
    }),
    perform: async ({ page }) => {
      await comeBack(page);
    },
  },
  {
    name: 'comes back half an hour later',
    events: when((snapshot) => isAt(snapshot, { placing: 'waiting' }) && !isByCard(snapshot), {
      type: 'restored',
      now: noon + PLACING_LIVES,
    }),
    perform: async (world) => {
      world.isFinding = true;
      await sleep(world, PLACING_LIVES / 1_000);
      await comeBack(world.page);
    },
  },
  {
    name: 'the reservation ends',
    events: (snapshot) => timersOf(snapshot, 'untilLockEnds'),
    perform: async (world) => {
      const { page, told } = world;
      await pass(world, HELD);
      await page.clock.fastForward(1_000 * (HELD - 20));
      await forward(page, told, () => told.active('checkout')?.includes('confirmation.lockExpired') ?? false);
    },
  },
  {
    name: 'uses a coupon',
    events: when((snapshot) => isAt(snapshot, { confirmation: 'reviewing' }), {
      type: 'coupon.decided',
      code: 'FEIRA10',
    }),
    perform: async ({ page }) => {
      await press(page, 'Tenho um cupom');
      await page.getByRole('textbox', { name: 'Cupom de desconto' }).fill('FEIRA10');
      await press(page, 'Aplicar');
    },
  },
  {
    name: 'proves who they are',
    events: when((snapshot) => isAt(snapshot, { confirmation: 'proving' }), {
      type: 'xstate.done.actor.proof',
      output: { tokens, signupGrant: null },
      actorId: 'proof',
    }),
    perform: async ({ page, shop, phone }) => {
      await typeCode(page, await codeFor(shop, phone));
    },
  },
  {
    name: 'some seconds pass',
    events: (snapshot) => timersOf(snapshot, 'backOff'),
    perform: async (world) => {
      await leaves(world, () => forward(world.page, world.told, () => !isOffline(world)));
      await agree(world);
    },
  },
];
const isOffline = ({ told }: World) =>
  told.active('checkout')?.some((state) => /offline|waiting/.test(state)) ?? false;
