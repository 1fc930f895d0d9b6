import { useShell } from '#client/context.ts';
import { late } from '#client/late.ts';
import type { Dialog } from '#contract/place.ts';
import { type Moment, dialogMachine } from '#machines/dialogs/dialog.machine.ts';
import { useActor } from '@xstate/react';
import { useEffect, useState } from 'react';

/** What this page has read, by its way to the store: a question that comes again has its words at once. */
const kept = new WeakMap<object, Map<Moment, Dialog>>();

export interface QuestionView {
  /** the store's words for it; null: none that can be shown, or not here when it was asked */
  own: Dialog | null;
  isOpen: boolean;
  open: () => void;
  close: () => void;
}

/**
 * The chart of a question that the store may word. Whoever draws what leads to it has its words read.
 * @param moment null where only the program words it
 * @param isAsked a whole screen asks it: it stands as long as the screen
 */
export function useDialog(moment: Moment | null, isAsked = false): QuestionView {
  const { api } = useShell();
  const [machine] = useState(() => {
    const load = async () => (await import('#actors/person/dialogs.ts')).dialogActors(await api());
    return dialogMachine.provide({ actors: late(load, ['readDialog']) });
  });
  const [input] = useState(() => ({
    moment,
    words: (moment && kept.get(api)?.get(moment)) ?? null,
    isAsked,
  }));
  const [state, send] = useActor(machine, { input });
  const { moment: about, words } = state.context;
  useEffect(() => {
    if (!about || !words) return;
    const known = kept.get(api) ?? new Map<Moment, Dialog>();
    kept.set(api, known.set(about, words));
  }, [api, about, words]);
  return {
    // Words of one moment are not those of another that the same place comes to, nor of none.
    own: moment === about ? words : null,
    isOpen: state.matches('asking'),
    open: () => send({ type: 'question.asked' }),
    close: () => send({ type: 'question.closed' }),
  };
}
