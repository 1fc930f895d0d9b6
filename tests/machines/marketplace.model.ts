import { marketplaceMachine } from '#machines/marketplace.machine.ts';
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
  reduceContext: ({ marketplace, point, hidden, failures, documents }) => [
    marketplace?.intranet,
    point.latitude,
    hidden,
    Math.min(failures, 1),
    documents !== null,
  ],
};
/** What is known stays; nothing is asked for while the page is hidden; whatever failed is tried again. */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const { context } = snapshot;
  const event = steps.at(-1);
  const isAsking = snapshot.matches('loading') || snapshot.matches({ ready: 'refreshing' });
  if (isAsking)
    expectThat(
      JSON.stringify(calls.at(-1)) ===
        JSON.stringify({ port: 'loadMarketplace', input: { point: context.point } }),
      'asks for the stores near the place',
    );
  expectThat(snapshot.matches('ready') === (context.documents !== null), 'ready with something to show');
  for (const tag of ['offline', 'failed'] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(tag), `${tag} is what it says`);
  expectThat(snapshot.hasTag('busy') === snapshot.matches('loading'), 'busy until the first answer');
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
      before.matches('loading')
        ? snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed')
        : snapshot.matches({ ready: context.hidden ? 'paused' : 'resting' }),
      'a failure has its state',
    );
  }
  if (event.type === 'page.hidden')
    expectThat(
      context.hidden && !(before.matches({ ready: 'resting' }) && !snapshot.matches({ ready: 'paused' })),
      'hidden is paused',
    );
  if (event.type === 'page.shown')
    expectThat(
      !context.hidden && (!before.matches({ ready: 'paused' }) || isAsking),
      'seen again is asked again',
    );
  if (event.type === 'restored' && !before.matches('loading') && !before.matches({ ready: 'refreshing' }))
    expectThat(isAsking, 'a restored page asks');
  if (event.type === 'location.changed')
    expectThat(
      context.point === there && !(before.matches({ ready: 'resting' }) && !isAsking),
      'another place, other stores',
    );
  if (
    event.type.startsWith('xstate.after') ||
    (event.type === 'load.retried' && (before.matches('offline') || before.matches('failed')))
  )
    expectThat(isAsking, 'tried again');
  if (event.type === 'network.restored')
    expectThat(!before.matches('offline') || isAsking, 'the network is back');
  if (event.type === 'network.restored' && before.matches({ ready: 'resting' }))
    expectThat(isAsking === before.context['failures'] > 0, 'only what failed is asked again');
};
