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

/** Of the way to the server, of the time that passed or of the order: what was typed is right. */
const aside: readonly FlowProblem['code'][] = [
  'NETWORK',
  'FAILED',
  'EXPIRED_CODE',
  'TOO_MANY_REQUESTS',
  'ILLEGAL_EVENT',
  'VERSION',
  'ROLE',
];

/** A refusal of the one thing that a form sends, said at its field; what is no fault of it stays the form's own. */
export function useProblemAt(field: string, problem: FlowProblem | null): FlowProblem | null {
  return useMemo(
    () =>
      problem && !aside.includes(problem.code)
        ? { ...problem, fields: problem.fields ?? [{ field, message: problemText(problem) }] }
        : problem,
    [field, problem],
  );
}
