import { Account, AccountProperties } from '#contract/people/account.ts';
import type { Form, FormField } from '#contract/place.ts';
import { CPF_MASK, PHONE_MASK } from '#domain/constants.ts';
import { NameAnswer, answerError } from '#domain/answers.ts';
import { answersTo, extraErrors, misfit } from '#domain/extra.ts';
import { isAsked } from '#domain/form-errors.ts';
import { changedField, formField } from '#domain/form-field.ts';
import * as v from 'valibot';
import { tidyName } from './name.ts';

/** What a person answered to the fields that a store added, by their names: `properties.attrs` of an account. */
export type PersonalAttrs = Readonly<Record<string, unknown>>;

/** The form of a person as the specification has it. Source: spec §2, §5 (Personal form). */
const BASE: readonly FormField[] = [
  formField('name', 'Nome completo', { autofocus: true, maxLength: 80 }),
  formField('email', 'E-mail', { type: 'email', placeholder: 'nome@exemplo.com.br', maxLength: 254 }),
  formField('phone', 'Celular', { type: 'tel', editable: false, mask: PHONE_MASK }),
  formField('cpf', 'CPF', { type: 'tel', mask: CPF_MASK, placeholder: '000.000.000-00' }),
];
/** Without these nobody buys: a store names them as it likes, and never does without them. */
const NEEDED = ['name', 'cpf'];

const isBase = (name: string) => BASE.some((one) => one.name === name);
/** A part of every account, which is no field of a store's own. */
export const isPersonalPart = (name: string): boolean =>
  isBase(name) || Object.hasOwn(Account.entries, name) || Object.hasOwn(AccountProperties.entries, name);

/** What a part is stays the specification's: a store changes what is said of it, and narrows it. */
const changed = (base: FormField, own: FormField | undefined): FormField => ({
  ...changedField(base, own, NEEDED.includes(base.name)),
  type: base.type,
  ...(base.mask ? { mask: base.mask } : {}),
});

/**
 * The fields of a person: those of the specification as the store changed them, then those that it added.
 * Source: spec §3, §5 (Personal form).
 */
export function personalFields(own: Form | undefined): readonly FormField[] {
  if (!own) return BASE;
  const byName = new Map(own.fields.map((one) => [one.name, one]));
  return [
    ...BASE.map((one) => changed(one, byName.get(one.name))),
    ...own.fields.filter(({ name }) => !isPersonalPart(name)),
  ];
}
/** The whole form, with what the store says around its fields. */
export const personalForm = (own: Form | undefined): Form => ({
  title: 'Dados Pessoais',
  subtitle: 'Assim garantimos que tudo chegará até você',
  submit: { text: 'Salvar', waitingText: 'Preencher dados' },
  ...own,
  fields: [...personalFields(own)],
});

/** Of its fields, those that the store added and shows. */
const shown = (fields: readonly FormField[]) => [
  { fields: fields.filter(({ name, hidden }) => !isPersonalPart(name) && !hidden) },
];
/** The part of the form that a sign-up asks at once: what the store added. */
export const addedForm = (form: Form): Form => ({ ...form, fields: shown(form.fields)[0]?.fields ?? [] });
/** Whether the store asks for anything beside the usual. */
export const asksMore = (fields: readonly FormField[]): boolean =>
  fields.some((one) => !isPersonalPart(one.name) && isAsked(one, {}));

/** The answers without what the form does not ask: no answer outlives its question. */
export const fittingAttrs = (attrs: PersonalAttrs, fields: readonly FormField[]): Record<string, unknown> =>
  answersTo(shown(fields), attrs);
/** What is wrong with the answers to a store's own fields, by name, in the order of the form. */
export const attrsErrors = (attrs: PersonalAttrs, fields: readonly FormField[]): Record<string, string> =>
  extraErrors(shown(fields), fittingAttrs(attrs, fields));

/** What is wrong with a name as the store takes it, in words for the person, or null. */
export function nameError(name: string, fields: readonly FormField[]): string | null {
  const asked = fields.find((one) => one.name === 'name');
  return answerError('name', name) ?? (asked ? misfit(asked, tidyName(name)) : null);
}
/** A name as the store takes it. */
export const nameAnswer = (fields: readonly FormField[]) =>
  v.pipe(
    NameAnswer,
    v.rawCheck(({ dataset, addIssue }) => {
      const message = dataset.typed ? nameError(dataset.value, fields) : null;
      if (message !== null) addIssue({ message });
    }),
  );

/** Answers to everything that a store asks of a person beside the usual. */
export const attrsAnswer = (fields: readonly FormField[]) =>
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const [key, message] of Object.entries(attrsErrors(input, fields)))
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }),
  );
