import type { FormField } from '#contract/place.ts';
import { answerError, answerOf } from './answers.ts';
import { isEmail } from './person/email.ts';
import { normalisePhone } from './person/phone.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value as text; nothing and `false` (an unticked box) are empty. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return value === true ? 'true' : '';
}

/** Said of a number that is missing; other answers that everybody gives say it themselves (`answers.ts`). */
const ASK_NUMBER = 'Diga o número. Se não tem, marque “Sem número”.';

/** What stands in an answer of type `file`: the id of a picture. */
const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function neededText({ name, type }: FormField): string {
  if (type === 'checkbox') return 'Marque para continuar.';
  if (type === 'select') return 'Escolha uma opção.';
  if (type === 'file') return 'Mande uma foto.';
  if (name === 'streetNumber') return ASK_NUMBER;
  return answerError(name, '') ?? 'Preencha este campo.';
}

function shapeError(
  { type, options, mask, minLength = 0, maxLength = Infinity }: FormField,
  text: string,
): string | null {
  const length = [...text].length;
  if (length > maxLength) return `Use até ${maxLength} letras.`;
  if (length < minLength) return `Use ao menos ${minLength} letras.`;
  if (type === 'email' && !isEmail(text)) return 'Confira o e-mail: falta algo como nome@exemplo.com.br.';
  if (type === 'tel' && !normalisePhone(text)) return 'Confira o número do celular com DDD.';
  if (type === 'file' && !IS_ID.test(text)) return 'Mande a foto de novo.';
  if (type === 'number' && !/^-?\d+([.,]\d+)?$/.test(text)) return 'Use só números.';
  if (options && !options.some(({ value }) => value === text)) return 'Escolha uma das opções.';
  const digits = mask?.replace(/[^9]/g, '').length ?? 0;
  return digits > 0 && text.replace(/\D/g, '').length !== digits ? `Preencha como ${mask}.` : null;
}

/** What is wrong with the value of one field, in words for the person, or null. */
export function fieldError(field: FormField, value: unknown): string | null {
  const text = textOf(value);
  if (text === '') return field.required ? neededText(field) : null;
  return answerOf(field.name) ? answerError(field.name, text) : shapeError(field, text);
}

/** Whether a field is on screen: not hidden, and what it depends on was answered so. */
export const isAsked = ({ hidden, dependsOn }: FormField, values: Values): boolean =>
  !hidden &&
  (!dependsOn ||
    textOf(Object.hasOwn(values, dependsOn.field) ? values[dependsOn.field] : undefined) ===
      dependsOn.equals);

/** The fields that are asked now, by the group that they stand in; first those of none. */
export function askedGroups(
  form: { fields: readonly FormField[]; groups?: readonly { id: string; title: string }[] | undefined },
  values: Values,
): { title: string | null; fields: FormField[] }[] {
  const asked = form.fields.filter((field) => isAsked(field, values));
  const named = (form.groups ?? []).map(({ id, title }) => ({
    title: title as string | null,
    fields: asked.filter(({ group }) => group === id),
  }));
  const others = asked.filter(({ group }) => !form.groups?.some(({ id }) => id === group));
  return [{ title: null, fields: others }, ...named].filter(({ fields }) => fields.length > 0);
}

/**
 * Errors of a whole form by field name; empty when it may be sent. Fields that are not asked are not validated.
 */
export function formErrors(form: { fields: readonly FormField[] }, values: Values): Record<string, string> {
  const errors: [string, string][] = [];
  for (const field of form.fields) {
    const error = isAsked(field, values)
      ? fieldError(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined)
      : null;
    if (error) errors.push([field.name, error]);
  }
  return Object.fromEntries(errors);
}
