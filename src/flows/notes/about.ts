import type { Note, NoteChange, NoteList, NotePlace } from '#machines/book/note.ts';
import { placeKey } from '#machines/book/note.ts';
import type { ChartFacts, TransitionFacts } from '../facts.ts';

/** A transition by its words, as a note's file names it: it says what it is without the book. */
export const transitionName = ({ on, if: guard, to }: TransitionFacts): string =>
  `${on}${guard === undefined ? '' : ` [${guard}]`} → ${to ? to.map((goal) => goal || '(o gráfico)').join(', ') : '(fica)'}`;

/**
 * The notes of a place and of nothing else.
 * @param transitions of a state, by their words: notes of others, which are gone, are the state's
 */
export const notesAt = ({ notes }: NoteList, place: NotePlace, transitions?: readonly string[]): Note[] =>
  notes.filter(
    (note) =>
      placeKey(note) === placeKey(place) ||
      (transitions !== undefined &&
        place.transition === null &&
        note.transition !== null &&
        placeKey({ ...note, transition: null }) === placeKey(place) &&
        !transitions.includes(note.transition)),
  );

/** How many notes wait for somebody: of all charts, of one, or of a state with its transitions. */
export const openCount = ({ notes }: NoteList, chart?: string, state?: string): number =>
  notes.filter(
    (note) =>
      note.resolved === null &&
      (chart === undefined || note.chart === chart) &&
      (state === undefined || note.state === state),
  ).length;

/** Whether what is done to the notes is a new one of a place, or is done to one of some notes. */
export const isAbout = (change: NoteChange | null, place: NotePlace, notes: readonly Note[]): boolean =>
  change !== null &&
  (change.do === 'leave'
    ? placeKey(change.draft) === placeKey(place)
    : notes.some(({ name }) => name === change.name));

/** What of a note's place the book no longer has; null for one that is all there. */
export function lostOf(
  charts: readonly ChartFacts[],
  { chart, state, transition }: NotePlace,
): string | null {
  const known = charts.find(({ id }) => id === chart);
  if (!known) return 'Este gráfico não existe mais.';
  const found = known.states.find(({ path }) => path === state);
  if (!found) return 'Este estado não existe mais no gráfico.';
  return transition === null || found.transitions.some((one) => transitionName(one) === transition)
    ? null
    : 'Esta seta não existe mais, ou mudou.';
}
