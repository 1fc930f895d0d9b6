import * as v from 'valibot';

/** As much as a note may hold, letters. */
export const MOST_NOTE_LETTERS = 2_000;
export const MOST_AUTHOR_LETTERS = 60;

/** Neither controls, nor what ends a line, nor what turns the direction of writing around. */
const oneLine = (most: number, least = 0) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(least),
    v.maxLength(most),
    v.regex(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u),
  );
/** Lines end as git keeps them, and of the controls only those are left that a text is made of. */
const NoteText = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, '')
      .trim(),
  ),
  v.minLength(1),
  v.maxLength(MOST_NOTE_LETTERS),
);

const place = {
  chart: oneLine(80, 1),
  /** a state's path, '' for the chart itself */
  state: oneLine(200),
  /** one of the state's transitions, by its words; null for the state */
  transition: v.nullable(oneLine(400, 1)),
};
/** What somebody writes down about a state, or about a transition of it. */
export const NoteDraft = v.strictObject({
  ...place,
  author: oneLine(MOST_AUTHOR_LETTERS, 1),
  text: NoteText,
});
export type NoteDraft = v.InferOutput<typeof NoteDraft>;

/** What of a note's file is looked at. */
export const NoteFacts = v.object({
  ...NoteDraft.entries,
  /** when it was written, and when it was resolved; null while it is open */
  date: v.pipe(v.string(), v.isoTimestamp()),
  resolved: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
});
const Note = v.object({ ...NoteFacts.entries, /** of its file */ name: v.string() });
export type Note = v.InferOutput<typeof Note>;
export type NotePlace = Pick<Note, 'chart' | 'state' | 'transition'>;

/** All notes; the files that are none, each with the reason; and whether they can be written here. */
const NoteList = v.object({
  notes: v.array(Note),
  broken: v.array(v.object({ name: v.string(), reason: v.string() })),
  isWritable: v.boolean(),
});
export type NoteList = v.InferOutput<typeof NoteList>;

/** @throws ValiError for what is no list of notes */
export const notesIn = (given: unknown): NoteList => v.parse(NoteList, given);

/** What is done to the notes; the answer is the list after it. */
export const NoteChange = v.variant('do', [
  v.strictObject({ do: v.literal('leave'), draft: NoteDraft }),
  v.strictObject({ do: v.literal('resolve'), name: v.string(), isResolved: v.boolean() }),
  v.strictObject({ do: v.literal('remove'), name: v.string() }),
]);
export type NoteChange = v.InferOutput<typeof NoteChange>;

/** The place of a note as a name: of what is being written there. */
export const placeKey = ({ chart, state, transition }: NotePlace): string =>
  JSON.stringify([chart, state, transition]);
