import type { Quote } from '#contract/cart.ts';
import type { FormField } from '#contract/place.ts';
import { answersTo, extraErrors } from '#domain/extra.ts';
import * as v from 'valibot';
import type { Answer } from '#components/form/question.tsx';

type Questions = NonNullable<Quote['questions']>;
type Answers = Readonly<Record<string, unknown>>;

const formsOf = (questions: Questions) => questions.map(({ form }) => form);
/** The questions as a person reads them: none that is hidden, and one of a name once. */
const fieldsOf = (questions: Questions): FormField[] => [
  ...new Map(
    questions
      .flatMap(({ form }) => form.fields)
      .filter(({ hidden }) => !hidden)
      .map((field) => [field.name, field]),
  ).values(),
];

/** What stands in the fields, of the answers that were given. */
export const valuesOf = (questions: Questions, answers: Answers): Record<string, Answer> =>
  Object.fromEntries(
    fieldsOf(questions).map(({ name, type }) => {
      const given = answers[name];
      if (type === 'checkbox') return [name, given === true];
      return [name, typeof given === 'string' || typeof given === 'number' ? String(given) : ''];
    }),
  );
/** The answers, of what stands in the fields: an empty one is none. */
export const answersOf = (values: Record<string, Answer | undefined>): Record<string, Answer> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, value] as const],
    ),
  );

/** What may be sent: the rule of the domain, which the server asks too. */
export const answersSchema = (questions: Questions) =>
  v.pipe(
    v.record(v.string(), v.union([v.string(), v.boolean()])),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      const forms = formsOf(questions);
      const errors = extraErrors(forms, answersTo(forms, answersOf(input)));
      for (const [key, message] of Object.entries(errors))
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }),
  );

/** What was answered, in one line: "Moagem: Coador · É para presente". */
export const answersText = (questions: Questions, answers: Answers): string =>
  fieldsOf(questions)
    .flatMap(({ name, label, type, options }) => {
      const given = answers[name];
      if (type === 'checkbox') return given === true ? [label] : [];
      if (type === 'file') return given ? [`${label.replace(/[?:]$/, '')}: enviada`] : [];
      if ((typeof given !== 'string' && typeof given !== 'number') || given === '') return [];
      const said = options?.find(({ value }) => value === given)?.label ?? String(given);
      return [`${label.replace(/[?:]$/, '')}: ${said}`];
    })
    .join(' · ');
