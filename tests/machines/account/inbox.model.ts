import type { News } from '#contract/people/push.ts';
import { type InboxContext, inboxMachine } from '#machines/account/inbox.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, fault } from '../samples.ts';

const news = (n: number, more: Partial<News> = {}): News => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  at: '2026-11-25T12:00:00.000Z',
  title: `Pedido ${n}`,
  text: 'Saiu para entrega',
  target: `/order/AAAAAAAAAAAAAAA${n}/details`,
  ...more,
});
const readAt = '2026-11-25T13:00:00.000Z';
/** Three that nobody opened yet, and one that was. */
export const [first, next, second, old] = [news(1), news(4), news(2), news(3, { readAt })] as const;

export const machine = inboxMachine;
export const model: Model<typeof inboxMachine> = {
  inputs: [undefined],
  events: [
    { type: 'message.opened', id: first.id },
    { type: 'message.opened', id: next.id },
    { type: 'message.opened', id: old.id },
    { type: 'message.opened', id: 'another' },
    { type: 'load.retried' },
    { type: 'network.restored' },
  ],
  outcomes: {
    loadMessages: [{ ok: [first, next, second, old] }, { ok: [] }, fault, bug],
    markRead: [{ ok: { ...first, readAt } }, { ok: { ...next, readAt } }, fault, bug],
  },
  reduceContext: ({ messages, opened, failures }: InboxContext) => [
    opened,
    messages.map((message) => message.readAt !== undefined),
    Math.min(1, failures),
  ],
};

/**
 * One is read once the store says so, and no other with it; each that was opened is told of in its turn; nothing is
 * ever taken off the list.
 */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const { messages, opened } = snapshot.context as InboxContext;
  for (const [tag, state] of [
    ['busy', 'loading'],
    ['empty', 'none'],
    ['offline', 'offline'],
    ['failed', 'failed'],
  ] as const)
    expectThat(snapshot.hasTag(tag) === snapshot.matches(state), tag);
  if (snapshot.matches('shown')) expectThat(messages.length === 4, 'all that the store told');
  const unread = messages.filter((message) => message.readAt === undefined).map(({ id }) => id);
  expectThat(messages.length === 0 || unread.includes(second.id), 'what nobody opened stays new');
  const event = steps.at(-1);
  if (!event || !before) return;
  const was = before.context as InboxContext;
  if (snapshot.matches({ shown: 'marking' }))
    expectThat(Reflect.get(Object(calls.at(-1)?.input), 'id') === opened[0], 'told of in their turn');
  if (snapshot.matches({ shown: 'resting' })) expectThat(opened.length === 0, 'all were told of');
  if (event.type === 'message.opened' && before.matches('shown')) {
    const isNew = was.messages.some(({ id, readAt: read }) => id === event['id'] && read === undefined);
    const isWaiting = was.opened.includes(String(event['id']));
    expectThat(
      opened.length === was.opened.length + Number(isNew && !isWaiting),
      'only a new one is told of, and once',
    );
  }
  if (event.type.endsWith('markRead'))
    expectThat(`${opened}` === `${was.opened.slice(1)}`, 'those that were opened meanwhile follow');
  if (event.type === 'xstate.done.actor.markRead')
    expectThat(!unread.includes((event['output'] as News).id), 'it is read');
  if (event.type === 'xstate.error.actor.markRead')
    expectThat(snapshot.context.messages === was.messages && snapshot.matches('shown'), 'it stays new');
  if (event.type === 'xstate.error.actor.loadMessages')
    expectThat(
      snapshot.matches((event['error'] as Error).name === 'NetworkFault' ? 'offline' : 'failed'),
      'no answer is not a wrong one',
    );
  if (event.type === 'load.retried' && (before.matches('offline') || before.matches('failed')))
    expectThat(snapshot.matches('loading'), 'asked again by a press');
  if (
    before.matches('offline') &&
    (event.type === 'network.restored' || event.type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('loading'), 'asked again by itself');
};
