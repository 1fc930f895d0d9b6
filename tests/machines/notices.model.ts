import { noticeText } from '#shell/page/notice-words.ts';
import { type Notice, noticesMachine } from '#machines/notices.machine.ts';
import { expectThat } from '../support/expect-that.ts';
import type { Model, Oracle } from '../support/walk.ts';
import { bug, fault } from './samples.ts';

const messages = { smsSent: 'SMS para {phoneNumber}!' };
const keyed = {
  type: 'notice.posted',
  key: 'smsSent',
  topic: 'code',
  values: { phoneNumber: '(11) 98765-4321' },
} as const;
export const machine = noticesMachine;
const counts = (shown: Notice[], counted: number) => shown.map(({ id, isTimed }) => [isTimed, id <= counted]);
export const model: Model<typeof noticesMachine> = {
  inputs: [undefined as never],
  events: [
    keyed,
    { type: 'notice.posted', text: 'Salvo.', tone: 'ok' },
    { type: 'notice.posted', text: 'Salvo.', action: { label: 'Desfazer', name: 'undo' } },
    { type: 'notice.withdrawn', topic: 'code' },
    { type: 'notice.dismissed', id: 1 },
    { type: 'notice.acted', id: 1 },
    { type: 'notices.entered' },
    { type: 'notices.left' },
    { type: 'messages.loaded', messages },
  ],
  outcomes: { loadMessages: [{ ok: messages }, fault, bug] },
  reduceContext: ({ messages: known, shown, held, counted }) => [
    known !== null,
    shown.slice(-1).map(({ says }: Notice) => says),
    Math.min(shown.length, 3),
    counts(shown, counted),
    shown.some(({ id }: Notice) => id === 1),
    shown.some(({ id, action }: Notice) => id === 1 && action !== undefined),
    Math.min(held.length, 2),
  ],
};
const shownTexts = (context: { shown: Notice[]; messages: Record<string, string> | null }) =>
  context.shown.map(({ says }) => noticeText(says, context.messages));
const isIn = (snapshot: { value: unknown }, region: 'words' | 'life', state: string): boolean =>
  (snapshot.value as Record<string, string>)[region] === state; // both regions are flat
/**
 * What is posted is shown once, in its order, in the configured words or in the bundled ones when those
 * cannot be had; nothing stays held for ever.
 */
const judgeWords: Oracle = (snapshot, { steps, calls, told, before }) => {
  const { context } = snapshot;
  const event = steps.at(-1);
  const texts: string[] = shownTexts(context);
  const is = (state: string) => isIn(snapshot, 'words', state);
  expectThat(
    texts.length <= 3 &&
      texts.every(
        (text) =>
          text === 'Salvo.' ||
          text === 'SMS para (11) 98765-4321!' ||
          text === 'Enviamos um código por SMS para (11) 98765-4321.',
      ),
    'in full words, at most three',
  );
  expectThat(new Set(texts).size === texts.length, 'said once');
  expectThat(
    new Set(context.shown.map(({ id }: Notice) => id)).size === texts.length,
    'each can be dismissed',
  );
  expectThat(context.held.length === 0 || !is('resting'), 'nothing is held at rest');
  expectThat(snapshot.hasTag('busy') === is('loading'), 'busy while loading');
  if (is('loading'))
    expectThat(calls.at(-1)?.port === 'loadMessages' && context.messages === null, 'loads what is missing');
  if (!event || !before) return;
  const was = (state: string) => isIn(before, 'words', state);
  const had = shownTexts(before.context as never);
  const heldBefore = before.context['held'] as { text?: string }[];
  if (event.type === 'notice.dismissed')
    expectThat(!context.shown.some(({ id }: Notice) => id === event['id']), 'dismissed is gone');
  if (event.type === 'notice.withdrawn')
    expectThat(
      texts.every((text) => text === 'Salvo.') &&
        texts.length === had.filter((text) => text === 'Salvo.').length &&
        context.held.every((wish: object) => 'text' in wish),
      'what it spoke of is over, said or not yet said; the others stay',
    );
  if (event.type === 'notice.acted') {
    const acted = (before.context['shown'] as Notice[]).find(({ id }) => id === event['id']);
    const isTold = told.at(-1)?.action === 'notifyActed' && texts.length === had.length - 1;
    expectThat(
      acted?.action ? isTold : texts.length === had.length,
      'a button that is there is told of once, and takes its notice away',
    );
  }
  if (event.type === 'notice.posted' && 'text' in event && !was('retrying'))
    expectThat(texts.at(-1) === 'Salvo.', 'plain words are shown at once');
  if (event.type === 'notice.posted' && 'key' in event && was('resting')) {
    if (before.context['messages'])
      expectThat(
        texts.at(-1) === 'SMS para (11) 98765-4321!' && is('resting'),
        'known words are shown at once',
      );
    else expectThat(is('loading') && context.held.length === 1, 'unknown words are loaded first');
  }
  if (event.type === 'notice.posted' && !was('resting') && ('key' in event || was('retrying')))
    expectThat(
      context.held.length === heldBefore.length + 1 || 'text' in event || context.messages !== null,
      'held while they are on their way',
    );
  if (was('retrying') && event.type === 'notice.posted')
    expectThat(context.held.length === heldBefore.length + 1 && is('retrying'), 'in the order they came');
  if (event.type.startsWith('xstate.after.SNACK_RETRY')) {
    const last = heldBefore.at(-1);
    expectThat(
      is('resting') &&
        (last ? texts.at(-1) === (last.text ?? 'SMS para (11) 98765-4321!') : texts.length === had.length),
      'shown after the 100 ms',
    );
  }
  if (event.type === 'xstate.error.actor.loadMessages') {
    const said = heldBefore.length > 0 ? ['Enviamos um código por SMS para (11) 98765-4321.'] : [];
    expectThat(
      is('resting') && texts.length === Math.min(3, new Set([...had, ...said]).size),
      'said in bundled words',
    );
  }
  if (event.type === 'messages.loaded' || event.type === 'xstate.done.actor.loadMessages')
    expectThat(
      context.messages === (event['messages'] ?? event['output']) && !is('loading'),
      'the words are known',
    );
};
/**
 * A notice goes by itself after its time, which does not run while somebody is at it; one with a button waits
 * until it was reached.
 */
const judgeLife: Oracle = (snapshot, { steps, before }) => {
  const shown = snapshot.context['shown'] as Notice[];
  const is = (state: string) => isIn(snapshot, 'life', state);
  const isTimed = shown.some((notice) => notice.isTimed);
  expectThat(!is('still') || !isTimed, 'time runs for whatever ends by itself');
  expectThat(!is('held') || shown.length > 0, 'nobody is at what is gone');
  const event = steps.at(-1);
  if (!event || !before) return;
  const had = before.context['shown'] as Notice[];
  const was = (state: string) => isIn(before, 'life', state);
  if (event.type === 'notices.entered')
    expectThat(
      had.length === 0
        ? !is('held')
        : is('held') && shown.length === had.length && shown.every((notice) => notice.isTimed),
      'nothing leaves under a hand, and what was reached may go when the hand is gone',
    );
  if (event.type === 'notices.left' && was('held'))
    expectThat(is(isTimed ? 'timing' : 'still') && shown.length === had.length, 'its time begins anew');
  if (event.type.startsWith('xstate.after.LIFE')) {
    const counted = before.context['counted'] as number;
    const staying = had.filter((notice) => !notice.isTimed || notice.id > counted);
    expectThat(
      JSON.stringify(shown) === JSON.stringify(staying) && !is('held'),
      'gone are those whose time ran from the start, and no others',
    );
  } else if (!['notice.dismissed', 'notice.withdrawn', 'notice.acted'].includes(event.type)) {
    const texts = shownTexts(snapshot.context as never);
    expectThat(
      shown.length >= 3 ||
        shownTexts({ shown: had, messages: snapshot.context['messages'] }).every((text) =>
          texts.includes(text),
        ),
      'nothing else ends a notice',
    );
  }
  for (const notice of shown) {
    const earlier = had.find(({ id }) => id === notice.id);
    if (!earlier && notice.action)
      expectThat(!notice.isTimed, 'a button waits until somebody could reach it');
  }
};
export const oracle: Oracle = (snapshot, trail) => {
  judgeWords(snapshot, trail);
  judgeLife(snapshot, trail);
};
