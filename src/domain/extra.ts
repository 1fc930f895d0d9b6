import type { FormField } from '#contract/place.ts';
import { fieldError, isAsked } from './form-errors.ts';

/** Characters of an answer to a question that names no limit. */
export const EXTRA_LENGTH = 500;

type Answers = Readonly<Record<string, unknown>>;

/** The shape that the type of a question asks for: a box is ticked or not, a number may be written. */
function isFit({ type }: FormField, value: unknown): boolean {
  if (type === 'checkbox') return typeof value === 'boolean';
  return (
    typeof value === 'string' || (type === 'number' && typeof value === 'number' && Number.isFinite(value))
  );
}

/** What no field of a tenant takes: another type than its own, or more than its limit. */
export function misfit(field: FormField, value: unknown): string | null {
  const most = field.maxLength ?? EXTRA_LENGTH;
  if (value !== undefined && !isFit(field, value)) return 'Confira este campo.';
  return typeof value === 'string' && [...value].length > most ? `Use até ${most} letras.` : null;
}

function answerError(field: FormField, answers: Answers): string | null {
  const value = Object.hasOwn(answers, field.name) ? answers[field.name] : undefined;
  const wrong = misfit(field, value);
  if (wrong !== null) return wrong;
  if (isAsked(field, answers)) return fieldError(field, value);
  // What depends on another answer has none of its own while that one is different.
  const isOff = !isAsked({ ...field, hidden: false }, answers);
  return isOff && value !== undefined && value !== '' && value !== false
    ? 'Esta pergunta não vale para o que você respondeu.'
    : fieldError({ ...field, required: false }, value);
}

/**
 * What is wrong with the answers to the questions of a cart's campaigns, by name, in words for the person;
 * empty when nothing is. An answer to no question is wrong as well.
 * Questions of one name in two campaigns share their answer, which must suit both. Source: D17, D68.
 */
export function extraErrors(
  forms: readonly { fields: readonly FormField[] }[],
  answers: Answers,
): Record<string, string> {
  const fields = forms.flatMap((form) => form.fields);
  const asked = new Set(fields.map(({ name }) => name));
  const unknown = Object.keys(answers).flatMap((name) =>
    asked.has(name) ? [] : [[name, 'Esta campanha não pergunta isso.'] as const],
  );
  const wrong = fields.flatMap((field) => {
    const error = answerError(field, answers);
    return error === null ? [] : [[field.name, error] as const];
  });
  return Object.fromEntries([...unknown, ...wrong]);
}

/**
 * Of the answers, those to what is asked now: one to no question of these campaigns, or to a question that no
 * longer follows from the others, is left out.
 */
export function answersTo(
  forms: readonly { fields: readonly FormField[] }[],
  answers: Answers,
): Record<string, unknown> {
  const fields = forms.flatMap((form) => form.fields);
  const given = Object.entries(answers);
  const fit = given.filter(([name]) => {
    const own = fields.filter((field) => field.name === name);
    return own.length > 0 && own.every((field) => isAsked({ ...field, hidden: false }, answers));
  });
  const kept = Object.fromEntries(fit);
  // What is left out may have been what another question depended on.
  return fit.length === given.length ? kept : answersTo(forms, kept);
}
