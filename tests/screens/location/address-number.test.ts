import { describe, expect, it } from 'vitest';
import type { Form, FormField } from '#contract/place.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

const looked: Visit = {
  who: { who: 'visitor' },
  taps: [['address', { type: 'postalCode.submitted', postalCode: '01310100' }]],
};
const field = (name: string, label: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  type: 'text',
  required: false,
  editable: true,
  hidden: false,
  ...more,
});

describe('the screen that asks for the number', () => {
  it('shows what the postal code told, to be corrected, and asks for what it cannot tell', async () => {
    const { text, address } = await screenAt('address.location', {}, looked);
    expect(address).toBe('/addressnumber');
    expect(text).toMatch(/Qual é o número\? Avenida Paulista .*Corrigir/);
    for (const label of ['Número', 'Complemento', 'Ponto de referência']) expect(text).toContain(label);
    expect(text).not.toMatch(/Tipo de endereço|Quem recebe/);
  });
  it('says what is to be done until the address is whole', async () => {
    const typed = async (streetNumber: string) => {
      const taps = [
        ...(looked.taps ?? []),
        ['address', { type: 'address.changed', patch: { streetNumber } }],
      ] as const;
      return (await screenAt('address.location', {}, { ...looked, taps })).text;
    };
    expect(await typed('')).toMatch(/Preencha os dados$/);
    expect(await typed('7')).toMatch(/Salvar endereço$/);
  });
  it('asks what its store asks, in its words, by group, and what follows from an answer only after it', async () => {
    const addressForm: Form = {
      top: 'A portaria abre às 7h.',
      bottom: 'Obrigado por contar.',
      groups: [{ id: 'work', title: 'No trabalho' }],
      fields: [
        field('complement', 'Bloco e apartamento'),
        field('reference', 'Ponto de referência', { hidden: true }),
        field('reception', 'Quem recebe', { options: [{ value: 'SELF', label: 'Eu' }], type: 'select' }),
        field('badge', 'Matrícula', { group: 'work', mask: '9999' }),
        field('sector', 'Setor', { dependsOn: { field: 'reception', equals: 'SELF' } }),
      ],
      submit: { text: 'Guardar', waitingText: 'Complete' },
    };
    const visit = { ...looked, tenant: { addressForm } };
    const { text } = await screenAt('address.location', {}, visit);
    expect(text).toMatch(
      /A portaria abre às 7h\..*Bloco e apartamento.*Quem recebe.*No trabalho.*Matrícula.*Obrigado por contar\. Guardar$/,
    );
    expect(text).not.toMatch(/Ponto de referência|Setor/);
    const taps = [
      ...(looked.taps ?? []),
      ['address', { type: 'address.changed', patch: { reception: 'SELF' } }],
    ] as const;
    expect((await screenAt('address.location', {}, { ...visit, taps })).text).toMatch(/Setor.*No trabalho/);
  });
});
