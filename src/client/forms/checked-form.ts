import { schemaResolver, useForm as useFields } from '@mantine/form';
import type { FieldsOf } from '#components/form/fields-of.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Draft } from './draft.ts';

export type Values = Record<string, unknown>;

export interface CheckedFormOptions<V extends Values, Answer> {
  /** What may be sent, and the words for what may not (`#domain/answers.ts`). */
  schema: v.GenericSchema<Partial<V>, Answer>;
  /** What stands in the fields at first. */
  initial: () => V;
  /** Values that a chart keeps: when they change there, they change here. */
  kept?: Partial<V> | null | undefined;
  /** Told of what a person typed, for a chart that keeps it. */
  onChange?: ((patch: Partial<V>) => void) | undefined;
  /** Where what is typed is kept over a reload, until it is sent or the form is left. */
  draft?: Draft<V> | null;
  /** A refusal of the server: what it says of a field stands at that field until it is changed. */
  problem?: FlowProblem | null | undefined;
  onSubmit: (answer: Answer) => void;
  /** Told of the fields that are wrong, each time that somebody tried to send them. */
  onRefused?: ((fields: string[]) => void) | undefined;
}

/** What surrounds the fields of a form. */
export interface FormParts {
  /** For the form's element. */
  props: { ref: RefObject<HTMLFormElement | null>; onSubmit: (event: FormEvent<HTMLFormElement>) => void };
  /** For the list of errors above the fields: one alone is told at its field. */
  summary: { errors: { field: string; text: string }[]; onChoose: (field: string) => void };
}

export interface Form<V extends Values> extends FormParts, FieldsOf<V> {
  /** Other values, of which nothing was tried yet. */
  begin: (patch: Partial<V>) => void;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  /** The refusal of the server, where none of these fields says it. */
  refusal: FlowProblem | null;
}

/** What the server says of fields, by the names that they have here: `addresses.0.city` is `city`. */
function refusedFields(problem: FlowProblem | null | undefined, names: string[]): Record<string, string> {
  const [only, second] = names;
  const told = (problem?.fields ?? []).flatMap(({ field, message }) => {
    const name = field.split('.').at(-1) ?? field;
    // The one field of a form is what was refused, whatever the contract calls it.
    const here = names.includes(name) ? name : second === undefined ? only : undefined;
    return here === undefined ? [] : [[here, message] as const];
  });
  return Object.fromEntries(told);
}

/** The inputs of a form by their names, in the order of the page. */
const inputsOf = (form: HTMLFormElement | null, isMeant: (name: string) => boolean) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement && isMeant(element.getAttribute('name') ?? ''),
  );

/**
 * Every form, of the shop and of the desk. Nothing is validated before somebody tries to send it; from then on
 * each field says what is wrong with it until it is right. A try that fails puts the focus in the first wrong
 * field, each time that it fails.
 */
export function useCheckedForm<V extends Values, Answer>({
  schema,
  initial,
  kept,
  onChange,
  draft = null,
  problem = null,
  onSubmit,
  onRefused,
}: CheckedFormOptions<V, Answer>): Form<V> {
  const element = useRef<HTMLFormElement>(null);
  const [first] = useState<V>(() => ({ ...initial(), ...draft?.read(initial()) }));
  const [{ tries, most }, setTried] = useState({ tries: 0, most: 0 });
  const fields = useFields<V, Answer>({
    initialValues: first,
    // Made anew for each drawing: the library judges a change by the rules of the drawing that made them.
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnChange: tries > 0,
    transformValues: (values) => v.parse(schema, values),
  });

  const set = (patch: Partial<V>) => {
    for (const [name, value] of Object.entries(patch)) fields.setFieldValue(name, value as never);
  };
  const change = (patch: Partial<V>) => {
    set(patch);
    draft?.keep(fields.getValues());
    onChange?.(patch);
  };
  const focus = (isMeant: (name: string) => boolean) => inputsOf(element.current, isMeant)[0]?.focus();
  const refuse = (names: string[]) =>
    setTried(({ tries: before }) => ({ tries: before + 1, most: names.length }));
  const submit = fields.onSubmit(
    (answer) => {
      draft?.drop();
      onSubmit(answer);
    },
    (errors) => {
      onRefused?.(Object.keys(errors));
      refuse(Object.keys(errors));
    },
  );

  const refused = refusedFields(problem, Object.keys(fields.values));
  const [answered, setAnswered] = useState<FlowProblem | null>(null);
  if (problem !== answered) {
    setAnswered(problem);
    if (Object.keys(refused).length > 0) {
      fields.setErrors(refused);
      refuse(Object.keys(refused));
    }
  }

  const takeKept = useEffectEvent((values: Partial<V>) => set(values));
  useEffect(() => {
    if (kept) takeKept(kept);
  }, [kept]);
  // After the words are there, so that a reader says them with the field.
  const focusWrong = useEffectEvent(() => focus((name) => fields.errors[name] !== undefined));
  useEffect(() => {
    if (tries > 0) focusWrong();
  }, [tries]);
  useEffect(() => () => draft?.drop(), [draft]);

  const textOf = (name: string): string | undefined => {
    const error = fields.errors[name];
    return typeof error === 'string' ? error : undefined;
  };
  const wrong = Object.keys(fields.errors).map((field) => ({ field, text: textOf(field) ?? '' }));
  return {
    values: fields.values,
    field: (name) => ({
      name,
      value: fields.values[name],
      error: textOf(name),
      onChange: (value) => change({ [name]: value } as unknown as Partial<V>), // a name of V and its value
    }),
    change,
    begin(patch) {
      set(patch);
      fields.clearErrors();
      setTried({ tries: 0, most: 0 });
    },
    submit,
    refusal: Object.keys(refused).length > 0 ? null : problem,
    props: { ref: element, onSubmit: submit },
    summary: { errors: most > 1 ? wrong : [], onChoose: (field) => focus((name) => name === field) },
  };
}
