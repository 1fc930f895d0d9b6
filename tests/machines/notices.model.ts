import { noticesMachine } from '#machines/notices.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { bug, fault } from './samples.ts';

const messages = { smsSent: 'SMS para {phoneNumber}!' };
const keyed = { type: 'notice.posted', key: 'smsSent', values: { phoneNumber: '(11) 98765-4321' } } as const;
export const machine = noticesMachine;
export const model: Model<typeof noticesMachine> = {
  inputs: [undefined as never],
  events: [
    keyed,
    { type: 'notice.posted', text: 'Salvo.', tone: 'ok' },
    { type: 'notice.posted', text: 'Salvo.', action: { label: 'Desfazer', name: 'undo' } },
    { type: 'notice.dismissed', id: 1 },
    { type: 'notice.acted', id: 1 },
    { type: 'messages.loaded', messages },
  ],
  outcomes: { loadMessages: [{ ok: messages }, fault, bug] },
  reduceContext: ({ messages: known, shown, held }) => [
    known !== null,
    shown.slice(-1).map(({ text }: { text: string }) => text),
    Math.min(shown.length, 3),
    shown.some(({ id }: { id: number }) => id === 1),
    shown.some(({ id, action }: { id: number; action?: object }) => id === 1 && action !== undefined),
    Math.min(held.length, 2),
  ],
};
const shownTexts = (context: { shown: { text: string }[] }) => context.shown.map(({ text }) => text);
/** What is posted is shown once, in its order, in the configured words or in the bundled ones when those cannot be had; nothing stays held for ever. */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const { context } = snapshot;
  const event = steps.at(-1);
  const texts: string[] = shownTexts(context);
  expectThat(
    texts.length <= 3 &&
      texts.every(
        (text) => text === 'Salvo.' || text === 'SMS para (11) 98765-4321!' || text === 'Enviamos um código por SMS para (11) 98765-4321.',
      ),
    'in full words, at most three',
  );
  expectThat(new Set(texts).size === texts.length, 'said once');
  expectThat(new Set(context.shown.map(({ id }: { id: number }) => id)).size === texts.length, 'each can be dismissed');
  expectThat(context.held.length === 0 || !snapshot.matches('resting'), 'nothing is held at rest');
  expectThat(snapshot.hasTag('busy') === snapshot.matches('loading'), 'busy while loading');
  if (snapshot.matches('loading')) expectThat(calls.at(-1)?.port === 'loadMessages' && context.messages === null, 'loads what is missing');
  if (!event || !before) return;
  const had = shownTexts(before.context as never);
  if (event.type === 'notice.dismissed')
    expectThat(!context.shown.some(({ id }: { id: number }) => id === event['id']), 'dismissed is gone');
  if (event.type === 'notice.acted') {
    const acted = before.context['shown'].find(({ id }: { id: number }) => id === event['id']) as { action?: { name: string } } | undefined;
    const isTold = told.at(-1)?.action === 'tellActed' && texts.length === had.length - 1;
    expectThat(acted?.action ? isTold : texts.length === had.length, 'a button that is there is told of once, and takes its notice away');
  }
  if (event.type === 'notice.posted' && 'text' in event && !before.matches('retrying'))
    expectThat(texts.at(-1) === 'Salvo.', 'plain words are shown at once');
  if (event.type === 'notice.posted' && 'key' in event && before.matches('resting')) {
    if (before.context['messages'])
      expectThat(texts.at(-1) === 'SMS para (11) 98765-4321!' && snapshot.matches('resting'), 'known words are shown at once');
    else expectThat(snapshot.matches('loading') && context.held.length === 1, 'unknown words are loaded first');
  }
  if (event.type === 'notice.posted' && !before.matches('resting') && ('key' in event || before.matches('retrying')))
    expectThat(
      context.held.length === before.context['held'].length + 1 || 'text' in event || context.messages !== null,
      'held while they are on their way',
    );
  if (before.matches('retrying') && event.type === 'notice.posted')
    expectThat(context.held.length === before.context['held'].length + 1 && snapshot.matches('retrying'), 'in the order they came');
  if (event.type.startsWith('xstate.after'))
    expectThat(
      snapshot.matches('resting') && texts.at(-1) === (before.context['held'].at(-1).text ?? 'SMS para (11) 98765-4321!'),
      'shown after the 100 ms',
    );
  if (event.type === 'xstate.error.actor.loadMessages')
    expectThat(
      snapshot.matches('resting') && texts.length === Math.min(3, new Set([...had, 'Enviamos um código por SMS para (11) 98765-4321.']).size),
      'said in bundled words',
    );
  if (event.type === 'messages.loaded' || event.type === 'xstate.done.actor.loadMessages')
    expectThat(context.messages === (event['messages'] ?? event['output']) && !snapshot.matches('loading'), 'the words are known');
};
