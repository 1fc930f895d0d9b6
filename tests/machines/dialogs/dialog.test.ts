import type { Dialog } from '#contract/place.ts';
import { type Moment, dialogMachine } from '#machines/dialogs/dialog.machine.ts';
import { walkOf } from '#tests/support/walked.ts';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import { machine, model, oracle } from './dialog.model.ts';

describe('a question that the store may word', () => {
  const walked = walkOf(machine, model, oracle);
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition', () => {
    expect(walked.untaken()).toEqual([]);
  });
  it('waits for no words, and those that come while it stands are for the next time', async () => {
    const words = { id: 'logout', title: 'Já vai?', text: 'Até logo.', buttons: [] };
    const coming = Promise.withResolvers<Dialog>();
    const readDialog = fromPromise<Dialog | null, { moment: Moment | null }>(() => coming.promise);
    const actor = createActor(dialogMachine.provide({ actors: { readDialog } }), {
      input: { moment: 'logout', words: null, isAsked: false },
    }).start();
    const shown = () => [actor.getSnapshot().value, actor.getSnapshot().context.words];
    actor.send({ type: 'question.asked' });
    expect(shown()).toEqual(['asking', null]);
    coming.resolve(words);
    await coming.promise;
    expect(shown()).toEqual(['asking', null]);
    actor.send({ type: 'question.closed' });
    await waitFor(actor, (state) => state.matches('ready'));
    actor.send({ type: 'question.asked' });
    expect(shown()).toEqual(['asking', words]);
  });
});
