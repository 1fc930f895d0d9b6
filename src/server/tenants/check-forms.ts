import type { Form, FormField } from '#contract/place.ts';
import { isPersonalPart, personalFields } from '#domain/person/personal-form.ts';
import { addressFields, isAddressPart } from '#domain/place/address-form.ts';
import { twins } from './check-names.ts';
import type { ReadData } from './data.ts';

interface Parts {
  /** what the form is of */
  of: string;
  fields: readonly FormField[];
  /** a part of what the form is of, and no field of the store's own */
  isPart: (name: string) => boolean;
}

/** What the forms of an address and of a person say of themselves that cannot be. Sentences in Portuguese. */
export function* checkForms({ tenant }: Pick<ReadData, 'tenant'>): Generator<string> {
  for (const { slug, defaultForms } of tenant?.marketplaces ?? []) {
    const { addressForm, personalForm } = defaultForms;
    if (addressForm)
      yield* checkForm(`tenant.json, ${slug}, addressForm`, addressForm, {
        of: 'do endereço',
        fields: addressFields(addressForm),
        isPart: isAddressPart,
      });
    if (!personalForm) continue;
    const at = `tenant.json, ${slug}, personalForm`;
    const fields = personalFields(personalForm);
    yield* checkForm(at, personalForm, { of: 'do cadastro', fields, isPart: isPersonalPart });
    for (const { name, type, dependsOn } of fields.filter((one) => !isPersonalPart(one.name))) {
      if (type === 'file') yield `${at}, ${name}: o cadastro não pede fotos.`;
      if (dependsOn && isPersonalPart(dependsOn.field))
        yield `${at}, ${name}, dependsOn: "${dependsOn.field}" não é um campo da loja.`;
    }
  }
}

function* checkForm(at: string, form: Form, { of, fields, isPart }: Parts): Generator<string> {
  const names = new Set(fields.map(({ name }) => name));
  yield* twins(
    `${at}, name`,
    form.fields.map(({ name }) => name),
  );
  for (const { name } of form.fields)
    if (isPart(name) && !names.has(name)) yield `${at}: "${name}" é uma parte ${of}, não um campo.`;
  for (const { name, dependsOn, group, hidden, required, options, type } of form.fields) {
    if (dependsOn && !names.has(dependsOn.field))
      yield `${at}, ${name}, dependsOn: não há um campo "${dependsOn.field}".`;
    if (group !== undefined && !form.groups?.some(({ id }) => id === group))
      yield `${at}, ${name}, group: não há um grupo "${group}".`;
    if (type === 'select' && !options?.length) yield `${at}, ${name}, options: faltam as opções.`;
    if (hidden && required && !isPart(name))
      yield `${at}, ${name}: ninguém pode preencher um campo obrigatório e escondido.`;
  }
}
