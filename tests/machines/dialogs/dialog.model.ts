import { type DialogContext, type DialogInput, dialogMachine } from '#machines/dialogs/dialog.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import { bug, fault, refusal } from '#tests/support/samples.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';

const words = { id: 'logout', title: 'Já vai?', text: 'Até logo.', buttons: [] };
const first: DialogInput = { moment: 'logout', words: null, isAsked: false };

export const machine = dialogMachine;
export const model: Model<typeof dialogMachine> = {
  inputs: [
    first,
    { ...first, moment: null },
    { ...first, words },
    { ...first, moment: 'location', isAsked: true },
  ],
  events: [{ type: 'question.asked' }, { type: 'question.closed' }],
  outcomes: { readDialog: [{ ok: words }, { ok: null }, fault, refusal('NOT_FOUND'), bug] },
  reduceContext: (given) => {
    const { moment, words: own, isAsked } = given as DialogContext;
    return [moment, own !== null, isAsked];
  },
};
/** A question waits for no words, keeps those with which it was asked, and can always be asked again. */
export const oracle: Oracle = (snapshot, { steps, before }) => {
  const context = snapshot.context as DialogContext;
  const value = String(snapshot.value);
  expectThat((value === 'asking') === context.isAsked, `${value}: asked while it stands`);
  if (value === 'near')
    expectThat(context.moment !== null && context.words === null, 'only what is not known is read');
  const event = steps.at(-1);
  if (!event || !before) return;
  const was = String(before.value);
  const had = (before.context as DialogContext).words;
  if (event.type === 'question.asked') expectThat(value === 'asking', 'asked at once');
  if (was === 'asking') expectThat(context.words === had, 'its words stay');
  if (event.type === 'question.closed')
    expectThat(value !== 'asking' && (was === 'asking' || value === was), 'closed at once');
  if (event.type.startsWith('xstate.')) expectThat(was === 'near' && value === 'ready', 'ready either way');
  if (event.type.startsWith('xstate.error')) expectThat(context.words === null, 'no words of nobody');
};
