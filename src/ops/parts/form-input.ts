import { type ChangeEvent, useMemo } from 'react';
import type { FieldOf } from '#components/form/fields-of.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { problemText } from '../words.ts';

type Input = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** A field of a form, as the inputs of the desk take it. */
export const inputOf = <K extends string, T extends string>({ onChange, ...field }: FieldOf<K, T>) => ({
  ...field,
  // A select has the values of its list, and a text is any.
  onChange: ({ currentTarget }: ChangeEvent<Input>) => onChange(currentTarget.value as T),
});

/** A refusal of the one thing that a form sends, said at its field. */
export function useProblemAt(field: string, problem: FlowProblem | null): FlowProblem | null {
  return useMemo(
    () => problem && { ...problem, fields: problem.fields ?? [{ field, message: problemText(problem) }] },
    [field, problem],
  );
}
