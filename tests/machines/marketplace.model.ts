import { marketplaceMachine } from '#machines/marketplace.machine.ts';
import type { AnyMachineSnapshot, StateValue } from 'xstate';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { NOW, bug, fault, refusedAs, store } from './samples.ts';

const there = { latitude: 1, longitude: 2 };
export const machine = marketplaceMachine;
export const model: Model<typeof marketplaceMachine> = {
  inputs: [{}, { seed: store() }],
  events: [
    { type: 'location.changed', point: there },
    { type: 'load.retried' },
    { type: 'page.hidden' },
    { type: 'page.shown', now: NOW },
    { type: 'restored', now: NOW },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadMarketplace: [
      { ok: store(true) },
      { ok: { ...store(), marketplaces: [] } },
      fault,
      bug,
      refusedAs('INTERNAL'),
    ],
  },
  reduceContext: ({ marketplace, point, failures, documents }) => [
    marketplace?.intranet,
    point.latitude,
    Math.min(failures, 1),
    documents !== null,
  ],
};
/** Whether the store is in a state; whether the page is seen stands beside it. */
const isIn = (snapshot: AnyMachineSnapshot, store: StateValue) => snapshot.matches({ store } as never);
/** What is known stays; nothing is asked for while the page is hidden; whatever failed is tried again. */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const { context } = snapshot;
  const isHidden = snapshot.matches({ page: 'hidden' });
  const event = steps.at(-1);
  const isAsking = isIn(snapshot, 'loading') || isIn(snapshot, { ready: 'refreshing' });
  if (isAsking)
    expectThat(
      JSON.stringify(calls.at(-1)) ===
        JSON.stringify({ port: 'loadMarketplace', input: { point: context.point } }),
      'asks for the stores near the place',
    );
  expectThat(isIn(snapshot, 'ready') === (context.documents !== null), 'ready with something to show');
  for (const tag of ['offline', 'failed'] as const)
    expectThat(snapshot.hasTag(tag) === isIn(snapshot, tag), `${tag} is what it says`);
  expectThat(snapshot.hasTag('busy') === isIn(snapshot, 'loading'), 'busy until the first answer');
  if (!event) return expectThat(told.length === (context.documents ? 1 : 0), 'a seed is told of');
  if (!before) return;
  if (event.type.startsWith('xstate.done'))
    expectThat(
      context.marketplaces === (event['output'] as { marketplaces: unknown }).marketplaces &&
        context.marketplace === (context.marketplaces[0] ?? null) &&
        context.failures === 0 &&
        told.at(-1)?.action === 'notifyLoaded' &&
        told.at(-1)?.event === event,
      'the answer is kept and told',
    );
  if (event['error']) {
    expectThat(
      context.failures === before.context['failures'] + 1 &&
        context.documents === before.context['documents'],
      'a failure loses nothing',
    );
    expectThat(
      isIn(before, 'loading')
        ? isIn(snapshot, (event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed')
        : isIn(snapshot, { ready: isHidden ? 'paused' : 'resting' }),
      'a failure has its state',
    );
  }
  if (event.type === 'page.hidden')
    expectThat(
      isHidden && !(isIn(before, { ready: 'resting' }) && !isIn(snapshot, { ready: 'paused' })),
      'hidden is paused',
    );
  if (event.type === 'page.shown')
    expectThat(!isHidden && (!isIn(before, { ready: 'paused' }) || isAsking), 'seen again is asked again');
  if (event.type === 'restored' && !isIn(before, 'loading') && !isIn(before, { ready: 'refreshing' }))
    expectThat(isAsking, 'a restored page asks');
  if (event.type === 'location.changed')
    expectThat(
      context.point === there && !(isIn(before, { ready: 'resting' }) && !isAsking),
      'another place, other stores',
    );
  if (
    event.type.startsWith('xstate.after') ||
    (event.type === 'load.retried' && (isIn(before, 'offline') || isIn(before, 'failed')))
  )
    expectThat(isAsking, 'tried again');
  if (event.type === 'network.restored')
    expectThat(!isIn(before, 'offline') || isAsking, 'the network is back');
  if (event.type === 'network.restored' && isIn(before, { ready: 'resting' }))
    expectThat(isAsking === before.context['failures'] > 0, 'only what failed is asked again');
};
