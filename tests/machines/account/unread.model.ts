import { type UnreadContext, unreadMachine } from '#machines/account/unread.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault } from '../samples.ts';

export const machine = unreadMachine;
export const model: Model<typeof unreadMachine> = {
  inputs: [undefined],
  events: [
    { type: 'messages.stale' },
    { type: 'messages.seen', count: 1 },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: { countMessages: [{ ok: 0 }, { ok: 3 }, fault, bug] },
  reduceContext: ({ count, failures }: UnreadContext) => [count, Math.min(2, failures)],
};

/** The count is what was counted last, whoever counted; a call that failed leaves it. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const { count } = snapshot.context as UnreadContext;
  const event = steps.at(-1);
  if (!event || !before) return expectThat(count === 0, 'nothing is said before it is counted');
  const was = (before.context as UnreadContext).count;
  if (event.type === 'messages.seen')
    return expectThat(count === 1 && snapshot.matches('known'), 'what is in view counts');
  if (event.type === 'xstate.done.actor.countMessages')
    return expectThat(count === event['output'] && snapshot.matches('known'), 'as many as there are');
  expectThat(count === was, 'it stays until it is counted again');
  if (event.type === 'xstate.error.actor.countMessages')
    expectThat(snapshot.matches('unheard'), 'it is asked again');
  if (event.type === 'messages.stale' && !before.matches('unheard'))
    expectThat(snapshot.matches('counting'), 'there may be more');
  if (before.matches('unheard') && (event.type === 'network.restored' || event.type === 'load.retried'))
    expectThat(snapshot.matches('counting'), 'asked again by itself');
};
