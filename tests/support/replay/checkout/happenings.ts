import type { AnyMachineSnapshot } from 'xstate';
import { findNetworkAgain, press } from '../means.ts';
import { forward, timersOf } from '../stage.ts';
import type { Act } from '../tours.ts';
import { type World, agree, comeBack, comesTo, isAt, when } from './world.ts';

const isWaiting = (snapshot: AnyMachineSnapshot) =>
  snapshot.status === 'active' && snapshot.hasTag('offline');
const isFailed = (snapshot: AnyMachineSnapshot) => snapshot.status === 'active' && snapshot.hasTag('failed');
const leaves = async (world: World, what: () => Promise<unknown>) => {
  const before = world.told.active('checkout')?.join();
  await what();
  await comesTo(world, (active) => active?.join() !== before);
};

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
