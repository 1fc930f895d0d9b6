import { Address, type Form, type FormField } from '#contract/place.ts';
import { ADDRESS_LENGTHS, CEP_MASK } from '#domain/constants.ts';
import { misfit } from '#domain/extra.ts';
import { fieldError, isAsked } from '#domain/form-errors.ts';
import { changedField, formField } from '#domain/form-field.ts';
import * as v from 'valibot';
import { streetNumberOf } from './address.ts';

type Values = Readonly<Record<string, unknown>>;

const choice = (name: string, label: string, options: Readonly<Record<string, string>>) =>
  formField(name, label, {
    type: 'select',
    required: false,
    hidden: true,
    options: Object.entries(options).map(([value, said]) => ({ value, label: said })),
  });

/** The form of an address as the specification has it, in the order of the screen. Source: spec §5; D32, D33. */
const BASE: readonly FormField[] = [
  formField('postalCode', 'CEP', { type: 'tel', mask: CEP_MASK, minLength: 9, maxLength: 9 }),
  formField('address', 'Rua', { editable: false, maxLength: ADDRESS_LENGTHS.address }),
  formField('neighborhood', 'Bairro', { editable: false, maxLength: ADDRESS_LENGTHS.neighborhood }),
  formField('city', 'Cidade', { editable: false, maxLength: 60 }),
  formField('administrativeArea', 'Estado', { editable: false, maxLength: 2 }),
  formField('streetNumber', 'Número', { maxLength: ADDRESS_LENGTHS.streetNumber }),
  formField('complement', 'Complemento', {
    required: false,
    maxLength: ADDRESS_LENGTHS.complement,
    placeholder: 'Apto, bloco, fundos',
  }),
  formField('reference', 'Ponto de referência', {
    required: false,
    maxLength: ADDRESS_LENGTHS.reference,
    placeholder: 'Perto de, em frente a',
  }),
  choice('addressType', 'Tipo de endereço', { HOME: 'Casa', WORK: 'Trabalho', OTHER: 'Outro' }),
  choice('reception', 'Quem recebe', {
    SELF: 'Eu',
    DOORMAN: 'Portaria',
    NEIGHBOR: 'Vizinho',
    LOCKER: 'Armário',
  }),
];
/** What is asked when an address has it not, in the words of the shop. */
const ASKED: Readonly<Record<string, string>> = {
  address: 'Diga o nome da rua.',
  neighborhood: 'Diga o bairro.',
  city: 'Diga a cidade.',
  administrativeArea: 'Escolha o estado.',
  streetNumber: 'Diga o número, ou marque que não tem.',
};
/** Without these nothing is delivered: a store names them as it likes, and never does without them. */
const NEEDED = ['postalCode', 'address', 'streetNumber'];

/** The parts that say where a place is; the rest helps whoever comes there (D82). */
const PLACE = ['postalCode', 'address', 'neighborhood', 'city', 'administrativeArea', 'streetNumber'];

const isBase = (name: string) => BASE.some((one) => one.name === name);
/** A part of every address, which is no field of a store's own. */
export const isAddressPart = (name: string): boolean =>
  isBase(name) || Object.hasOwn(Address.entries, name) || ['addressNumber', 'noNumber'].includes(name);

/**
 * The fields of an address: those of the specification as the store changed them, then those that it added.
 * Source: spec §5 (Address form).
 */
export function addressFields(own: Form | undefined): readonly FormField[] {
  if (!own) return BASE;
  const byName = new Map(own.fields.map((one) => [one.name, one]));
  return [
    ...BASE.map((one) => changedField(one, byName.get(one.name), NEEDED.includes(one.name))),
    ...own.fields.filter(({ name }) => !isAddressPart(name)),
  ];
}
/** Of its fields, those that say where the place is. */
export const placeFields = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ name }) => PLACE.includes(name));
/** The whole form, with what the store says around its fields. */
export const addressForm = (own: Form | undefined): Form => ({
  submit: { text: 'Salvar endereço', waitingText: 'Preencha os dados' },
  ...own,
  fields: [...addressFields(own)],
});
/** Of its fields, the store's own, which an address keeps in `attrs`. */
export const addedFields = (fields: readonly FormField[]): FormField[] =>
  fields.filter(({ name }) => !isAddressPart(name));

/** An address as it stands in a form: what a store added is a field like any other. */
export interface AddressValues extends Omit<Address, 'attrs'> {
  [field: string]: unknown;
}
export const addressValues = ({ attrs, ...address }: Address): AddressValues => ({ ...attrs, ...address });

/** The address of what stands in a form, or of some of it. */
export function addressOf(values: Values): Address {
  const given = Object.entries(values).filter(([name]) => name !== 'attrs');
  const parts = given.filter(([name]) => isAddressPart(name));
  const attrs = given.filter(([name]) => !isAddressPart(name));
  // Own names of an address, each with the value that its form checks
  return { ...Object.fromEntries(parts), ...(attrs.length ? { attrs: Object.fromEntries(attrs) } : {}) };
}

/**
 * What is wrong with an address, by the name of its field, in the order of the form; empty when it may be
 * used. Its postal code is asked for before it. Source: spec §5, D17, D32.
 */
export function addressErrors(address: Address, fields: readonly FormField[] = BASE): Record<string, string> {
  const values: Values = { ...addressValues(address), streetNumber: streetNumberOf(address) ?? '' };
  const wrong = fields.flatMap((one) => {
    if (one.name === 'postalCode' || !isAsked(one, values)) return [];
    const error = misfit(one, values[one.name]) ?? fieldError(one, values[one.name]);
    if (error === null) return [];
    const isMissing = fieldError({ ...one, required: false }, values[one.name]) === null;
    return [[one.name, (isMissing && ASKED[one.name]) || error] as const];
  });
  return Object.fromEntries(wrong);
}

/** The address without what its form does not ask: no answer outlives its question. */
export function fittingAddress(address: Address, fields: readonly FormField[]): Address {
  const { attrs = {}, ...parts } = address;
  const values = addressValues(address);
  const asked = addedFields(fields).filter((one) => isAsked(one, values));
  const kept = Object.entries(attrs).filter(([name]) => asked.some((one) => one.name === name));
  if (kept.length === Object.keys(attrs).length) return address;
  const fitting = kept.length ? { ...parts, attrs: Object.fromEntries(kept) } : parts;
  // What is left out may have been what another field depended on.
  return fittingAddress(fitting, fields);
}

/** What a store asked about an address, in one line: "Setor: Almoxarifado · Portaria 24 horas". */
export const addedText = ({ attrs = {} }: Pick<Address, 'attrs'>, fields: readonly FormField[]): string =>
  addedFields(fields)
    .flatMap(({ name, label, options }) => {
      const given = Object.hasOwn(attrs, name) ? attrs[name] : undefined;
      if (given === true) return [label];
      if ((typeof given !== 'string' && typeof given !== 'number') || given === '') return [];
      return [`${label}: ${options?.find(({ value }) => value === given)?.label ?? given}`];
    })
    .join(' · ');

/** An address with everything that its form asks. */
export const addressAnswer = (fields: readonly FormField[]) =>
  v.pipe(
    v.looseObject(Address.entries),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const [key, message] of Object.entries(addressErrors(addressOf(input), fields)))
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
    }),
  );
