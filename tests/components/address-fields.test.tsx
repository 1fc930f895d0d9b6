import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Address } from '#contract/place.ts';
import { AddressFields } from '#components/place/address-fields.tsx';
import { AddressMoreFields } from '#components/place/address-more-fields.tsx';
import { AddressNumberFields } from '#components/place/address-number-fields.tsx';
import type { FieldsOf } from '#components/form/fields-of.ts';
import { MaskedField } from '#components/form/masked-field.tsx';

const nothing = () => undefined;
const found = {
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
};
const locked = ['address', 'neighborhood', 'city', 'administrativeArea'] as const;
/** What an input or select of that name carries. */
const marksOf = (html: string, name: string) => {
  const element = new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*>`).exec(html)?.[0];
  if (!element) throw new Error(`no field ${name}`);
  return {
    most: Number(/maxLength="(\d+)"/i.exec(element)?.[1] ?? Number.NaN),
    isRequired: element.includes('aria-required="true"'),
    isClosed: /\sdisabled=""/.test(element),
    text: /value="([^"]*)"/.exec(element)?.[1],
  };
};
const formOf = (values: Address): FieldsOf<Address> => ({
  values,
  field: (name) => ({ name, value: values[name], error: undefined, onChange: nothing }),
  change: nothing,
});
const fields = (isLocked: boolean) =>
  renderToString(<AddressFields form={formOf(found)} locked={isLocked ? locked : []} onUnlock={nothing} />);
const numbers = (more: object = {}) =>
  renderToString(<AddressNumberFields form={formOf({ ...found, ...more })} />);

describe('the fields of an address', () => {
  it('take a street of at most 40 and a neighbourhood of at most 60 letters', () => {
    expect([marksOf(fields(false), 'address').most, marksOf(fields(false), 'neighborhood').most]).toEqual([
      40, 60,
    ]);
  });
  it('are closed where the postal code filled them, and can be opened', () => {
    for (const name of locked)
      expect([name, marksOf(fields(true), name).isClosed, marksOf(fields(false), name).isClosed]).toEqual([
        name,
        true,
        false,
      ]);
    expect(marksOf(fields(true), 'address').text).toBe('Rua Harmonia');
    expect(fields(true)).toContain('Corrigir o endereço');
  });
  it('need neighbourhood, city and state', () => {
    for (const name of ['neighborhood', 'city', 'administrativeArea'])
      expect([name, marksOf(fields(false), name).isRequired]).toEqual([name, true]);
  });
  it('need a number of at most 10 letters unless there is none, a complement of at most 40 and a reference of at most 60', () => {
    expect(marksOf(numbers(), 'streetNumber')).toMatchObject({ most: 10, isRequired: true, isClosed: false });
    expect(marksOf(numbers({ hasNumber: false }), 'streetNumber')).toMatchObject({
      isRequired: false,
      isClosed: true,
    });
    const more = renderToString(
      <AddressMoreFields form={formOf(found)} names={['complement', 'reference']} />,
    );
    expect(marksOf(more, 'complement')).toMatchObject({ most: 40, isRequired: false });
    expect(marksOf(more, 'reference')).toMatchObject({ most: 60, isRequired: false });
  });
  it('never ask for the kind of address nor who receives', () => {
    expect(fields(false) + numbers()).not.toMatch(/addressType|reception/);
  });
});

describe('the postal code field', () => {
  it('needs a number pad and shows 99999-999', () => {
    const html = renderToString(
      <MaskedField mask="cep" label="CEP" name="postalCode" value="054350001" onChange={nothing} required />,
    );
    expect(marksOf(html, 'postalCode')).toMatchObject({ text: '05435-000', isRequired: true });
    expect(html).toContain('inputMode="numeric"');
  });
});
