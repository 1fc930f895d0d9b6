import type { Account, AccountBody } from '#contract/people/account.ts';
import type { FormField } from '#contract/place.ts';
import { formErrors } from '#domain/form-errors.ts';
import * as v from 'valibot';
import { accountBodyOf } from './account-body.ts';
import { valueIn } from './account.ts';
import { cpfDigits, formatCpf } from './cpf.ts';
import { normaliseEmail } from './email.ts';
import { tidyName } from './name.ts';
import { attrsErrors, fittingAttrs, isPersonalPart, nameError } from './personal-form.ts';

/** What stands in the form of a person who has an account, by the names of its fields. */
export type Profile = Readonly<Record<string, unknown>>;

/**
 * The fields that are typed: a contact that was proved changes by a code alone (D10), a phone always. What an
 * account has once is not taken out of it.
 * @param hasProvedEmail of the person who is signed in
 */
export const typedFields = (
  fields: readonly FormField[],
  account: Account,
  hasProvedEmail: boolean,
): FormField[] =>
  fields
    .filter(({ name }) => name !== 'phone' && (name !== 'email' || !hasProvedEmail))
    .map((field) =>
      isPersonalPart(field.name) && valueIn(account, field.name) !== undefined
        ? { ...field, required: true }
        : field,
    );

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || value === true ? `${value}` : '';

/** What an account holds of the fields. */
export const profileOf = (account: object, fields: readonly FormField[]): Profile =>
  Object.fromEntries(fields.map(({ name }) => [name, valueIn(account, name)]));

/** What is wrong with it, by field, in words for the person. */
export function profileErrors(profile: Profile, fields: readonly FormField[]): Record<string, string> {
  const wrongName = nameError(textOf(profile['name']), fields);
  return {
    ...formErrors({ fields: fields.filter(({ name }) => isPersonalPart(name)) }, profile),
    ...(wrongName === null ? {} : { name: wrongName }),
    ...attrsErrors(profile, fields),
  };
}

/** A profile that may be sent. */
export const profileAnswer = (fields: readonly FormField[]) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const [key, message] of Object.entries(profileErrors(input, fields)))
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }),
  );

const textIn = (profile: Profile, name: string): string =>
  typeof profile[name] === 'string' ? profile[name] : '';

/** The account with what was typed, as it is sent: everything else of it stays as it was read. */
export function withProfile(account: Account, profile: Profile, fields: readonly FormField[]): AccountBody {
  const email = normaliseEmail(textIn(profile, 'email'));
  const cpf = cpfDigits(textIn(profile, 'cpf'));
  return {
    ...accountBodyOf(account),
    name: tidyName(textIn(profile, 'name')),
    ...(email ? { email } : {}),
    ...(cpf ? { identification: cpf } : {}),
    properties: {
      ...account.properties,
      ...(cpf ? { cpf } : {}),
      attrs: fittingAttrs(profile, fields),
    },
  };
}

/** Two answers that come to the same: nothing, an empty text and an unticked box are one. */
const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b);
const differing = (a: Profile, b: Profile): string[] =>
  Object.keys(a).filter((name) => !isSame(a[name], b[name]));

/** What was typed, as the account would hold it. */
const asKept = (account: Account, profile: Profile, fields: readonly FormField[]): Profile =>
  profileOf(withProfile(account, profile, fields), fields);

/** Whether an account holds what was typed. */
export const holds = (account: Account, profile: Profile, fields: readonly FormField[]): boolean =>
  differing(profileOf(account, fields), asKept(account, profile, fields)).length === 0;

/**
 * The fields that were changed elsewhere since `before` was read, and hold something else than what was typed.
 */
export function conflicting(
  before: Account,
  now: Account,
  profile: Profile,
  fields: readonly FormField[],
): string[] {
  const current = profileOf(now, fields);
  const elsewhere = differing(profileOf(before, fields), current);
  return differing(asKept(now, profile, fields), current).filter((name) => elsewhere.includes(name));
}

/** An answer as a person reads it; null for none. */
export function answerText({ name, type, options }: FormField, value: unknown): string | null {
  if (type === 'checkbox') return value === true ? 'Sim' : null;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = `${value}`.trim();
  if (text === '') return null;
  if (name === 'cpf') return formatCpf(text);
  return options?.find((one) => one.value === text)?.label ?? text;
}
