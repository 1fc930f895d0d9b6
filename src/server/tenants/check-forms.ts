import { addedFields, addressFields, isAddressPart } from '#domain/place/address-form.ts';
import { twins } from './check-names.ts';
import type { ReadData } from './data.ts';

/** What the form of an address says of itself that cannot be. Sentences in Portuguese. */
export function* checkForms({ tenant }: Pick<ReadData, 'tenant'>): Generator<string> {
  for (const { slug, defaultForms } of tenant?.marketplaces ?? []) {
    const form = defaultForms.addressForm;
    if (!form) continue;
    const at = `tenant.json, ${slug}, addressForm`;
    const fields = addressFields(form);
    const names = new Set(fields.map(({ name }) => name));
    yield* twins(
      `${at}, name`,
      form.fields.map(({ name }) => name),
    );
    for (const { name } of form.fields)
      if (isAddressPart(name) && !names.has(name))
        yield `${at}: "${name}" é uma parte do endereço, não um campo.`;
    for (const { name, dependsOn, group, hidden, required, options, type } of form.fields) {
      if (dependsOn && !names.has(dependsOn.field))
        yield `${at}, ${name}, dependsOn: não há um campo "${dependsOn.field}".`;
      if (group !== undefined && !form.groups?.some(({ id }) => id === group))
        yield `${at}, ${name}, group: não há um grupo "${group}".`;
      if (type === 'select' && !options?.length) yield `${at}, ${name}, options: faltam as opções.`;
      if (hidden && required && addedFields(fields).some((one) => one.name === name))
        yield `${at}, ${name}: ninguém pode preencher um campo obrigatório e escondido.`;
    }
  }
}
