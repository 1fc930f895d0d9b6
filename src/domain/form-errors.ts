import type { FormField } from '#contract/place.ts';
import { isCep } from './place/cep.ts';
import { isCpf } from './person/cpf.ts';
import { isEmail } from './person/email.ts';
import { tidyName } from './person/name.ts';
import { normalisePhone } from './person/phone.ts';

type Values = Readonly<Record<string, unknown>>;

/** A value as text; nothing and `false` (an unticked box) are empty. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  return value === true ? 'true' : '';
}

/** Said when a field that is needed is empty. */
const NEEDED: Readonly<Record<string, string>> = {
  name: 'Diga seu nome.',
  email: 'Diga seu e-mail.',
  phone: 'Diga seu celular com DDD.',
  cpf: 'Diga seu CPF.',
  postalCode: 'Diga o CEP.',
  streetNumber: 'Diga o número. Se não tem, marque “Sem número”.',
};

/** Rules that go with a name, whoever drew the form. */
const RULES: Readonly<Record<string, (text: string) => string | null>> = {
  name: (text) =>
    tidyName(text).length < 2
      ? 'Diga seu nome.'
      : [...text].length > LONGEST_NAME
        ? `Use até ${LONGEST_NAME} letras.`
        : null,
  email: (text) => (isEmail(text) ? null : 'Confira o e-mail: falta algo como nome@exemplo.com.br.'),
  phone: (text) => (normalisePhone(text) ? null : 'Confira o número do celular com DDD.'),
  cpf: cpfError,
  identification: cpfError,
  postalCode: cepError,
};

const LONGEST_NAME = 80;
function cepError(text: string): string | null {
  if (text.replace(/\D/g, '').length !== 8) return 'O CEP tem 8 números.';
  return isCep(text) ? null : 'Esse CEP não existe. Confira os números.';
}
function cpfError(text: string): string | null {
  const digits = text.replace(/\D/g, '');
  if (digits.length !== 11) return 'O CPF tem 11 números.';
  if (/^0+$/.test(digits)) return 'Um CPF não tem só zeros. Confira os números.';
  return isCpf(text) ? null : 'Confira o CPF: os números não batem.';
}

function neededText({ name, type }: FormField): string {
  if (type === 'checkbox') return 'Marque para continuar.';
  if (type === 'select') return 'Escolha uma opção.';
  return (Object.hasOwn(NEEDED, name) ? NEEDED[name] : undefined) ?? 'Preencha este campo.';
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
  if (type === 'number' && !/^-?\d+([.,]\d+)?$/.test(text)) return 'Use só números.';
  if (options && !options.some(({ value }) => value === text)) return 'Escolha uma das opções.';
  const digits = mask?.replace(/[^9]/g, '').length ?? 0;
  return digits > 0 && text.replace(/\D/g, '').length !== digits ? `Preencha como ${mask}.` : null;
}

/** What is wrong with the value of one field, in words for the person, or null. */
export function fieldError(field: FormField, value: unknown): string | null {
  const text = textOf(value);
  if (text === '') return field.required ? neededText(field) : null;
  const rule = Object.hasOwn(RULES, field.name) ? RULES[field.name] : undefined;
  return rule ? rule(text) : shapeError(field, text);
}

/**
 * What is wrong with an answer that every person must give, by the name of its field (`name`, `email`,
 * `phone`, `cpf`, `postalCode`); null when nothing is.
 */
export function answerError(name: string, value: string): string | null {
  const text = value.trim();
  return text === '' ? (NEEDED[name] ?? null) : (RULES[name]?.(text) ?? null);
}

/** Whether a field is on screen: not hidden, and what it depends on was answered so. */
export const isAsked = ({ hidden, dependsOn }: FormField, values: Values): boolean =>
  !hidden &&
  (!dependsOn ||
    textOf(Object.hasOwn(values, dependsOn.field) ? values[dependsOn.field] : undefined) ===
      dependsOn.equals);

/**
 * Errors of a whole form by field name; empty when it may be sent. Fields that are not asked are not judged.
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
