import { type SuggestionsContext, suggestionsMachine } from '#machines/catalog/suggestions.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { bug, campaignId, fault, item, refusedAs } from '../samples.ts';

const campaigns = [campaignId(1)];
const typed = (text: string) => ({ type: 'text.typed', text, campaigns }) as const;

export const machine = suggestionsMachine;
export const model: Model<typeof suggestionsMachine> = {
  inputs: [undefined],
  events: [typed('q'), typed('Quei'), typed('  QUEIJO '), typed(''), { type: 'suggestions.dismissed' }],
  outcomes: { loadSuggestions: [{ ok: [item(1)] }, { ok: [] }, fault, bug, refusedAs('TOO_MANY_REQUESTS')] },
  reduceContext: ({ q, found }) => [q, found.length],
};

/** The server is asked once for what rests, in the words it searches by; no failure is anybody's concern. */
export const oracle: Oracle = (snapshot, { steps, before, calls }) => {
  const { q, found } = snapshot.context as SuggestionsContext;
  const event = steps.at(-1);
  expectThat(snapshot.hasTag('open') === !snapshot.matches('closed'), 'open unless it is closed');
  expectThat(snapshot.matches('closed') === q.length < 2, 'from the second letter on');
  if (snapshot.matches('closed')) expectThat(found.length === 0, 'nothing of the last time stays');
  if (snapshot.matches('looking'))
    expectThat(
      JSON.stringify(calls.at(-1)) === JSON.stringify({ port: 'loadSuggestions', input: { q, campaigns } }),
      'asks for what was typed last',
    );
  if (!before || !event) return;
  if (event.type === 'text.typed') {
    const text = event['text'] as string;
    expectThat(
      text.trim().length < 2 ? snapshot.matches('closed') : snapshot.matches('settling'),
      'each letter begins the rest anew',
    );
    if (snapshot.matches('settling'))
      expectThat(q === text.trim().toLowerCase(), 'in the words that are searched for');
  }
  if (event.type.startsWith('xstate.after'))
    expectThat(snapshot.matches('looking'), 'asks when typing rests');
  if (event.type.startsWith('xstate.done'))
    expectThat(snapshot.matches('open') && found === event['output'], 'shows what was found');
  if (event['error'])
    expectThat(
      snapshot.matches('open') && found === (before.context as SuggestionsContext).found,
      'without an answer what is known stays',
    );
  if (event.type === 'suggestions.dismissed') expectThat(snapshot.matches('closed'), 'closes');
};
