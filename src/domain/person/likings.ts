import type { Liking, LikingAnswers } from '#contract/people/likings.ts';

type Question = Pick<Liking, 'type' | 'options'>;
/** Numbers of a scale. */
const SCALE = ['1', '2', '3', '4', '5'];

/**
 * Values that answer a question of their kind, without repeating one. No value at all answers nothing.
 * Source: D69.
 */
export function fits({ type, options }: Question, values: readonly string[]): boolean {
  if (
    values.length === 0 ||
    new Set(values).size !== values.length ||
    (type !== 'MULTI' && values.length > 1)
  )
    return false;
  if (type === 'TEXT') return values.every((value) => value.trim() !== '');
  const allowed = type === 'SCALE' ? SCALE : options.map(({ id }) => id);
  return values.every((value) => allowed.includes(value));
}

/** Likings in the order in which they are asked; ties by id. */
export const inOrder = <L extends Pick<Liking, 'index'> & { id: string }>(likings: readonly L[]): L[] =>
  likings.toSorted((a, b) => a.index - b.index || (a.id < b.id ? -1 : 1));

/** Something that must be answered is not. */
export const isMissing = (
  likings: readonly (Pick<Liking, 'required'> & Question & { id: string })[],
  answers: LikingAnswers,
): boolean =>
  likings.some(
    (liking) =>
      liking.required && !answers.some(({ id, values }) => id === liking.id && fits(liking, values)),
  );
