import { describe, expect, it } from 'vitest';
import type { Form, FormField } from '#contract/place.ts';
import { account, address, refusal, uuid } from '../../support/samples.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

const numbered: Visit = {
  who: { who: 'visitor' },
  taps: [
    ['address', { type: 'postalCode.submitted', postalCode: '01310100' }],
    ['address', { type: 'address.changed', patch: { streetNumber: '1578' } }],
    ['address', { type: 'address.submitted' }],
  ],
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

describe('the screen of what helps whoever comes', () => {
  it('shows where that is, asks how to find the door, and names itself to nobody without an account', async () => {
    const { text, address } = await screenAt('address.location', {}, numbered);
    expect(address).toBe('/location/simple/details');
    expect(text).toMatch(/Como chegar até você\? Avenida Paulista, 1578 .*Alterar .*Complemento.*referência/);
    expect(text).toMatch(/Salvar endereço$/);
    expect(text).not.toMatch(/Tipo de endereço|Quem recebe|Nome do endereço/);
  });
  it('gives an address of an account its name', async () => {
    const { text } = await screenAt('address.location', {}, { ...numbered, who: { who: 'client' } });
    expect(text).toContain('Nome do endereço');
  });
  it('says that the account has not taken it, and offers to use it all the same', async () => {
    const taps = [...(numbered.taps ?? []), ['address', { type: 'address.submitted' }]] as const;
    const ports = { saveAddress: () => Promise.reject(refusal('VERSION').error) };
    const { text } = await screenAt('address.location', {}, { who: { who: 'client' }, taps, ports });
    expect(text).toMatch(/Não conseguimos guardar este endereço.*Tentar de novo Usar neste pedido$/);
  });
  it('says that an account of twenty has no room, and where one can be made', async () => {
    const taps = [...(numbered.taps ?? []), ['address', { type: 'address.submitted' }]] as const;
    const ports = { saveAddress: () => Promise.reject(refusal('ADDRESS_LIMIT').error) };
    const { text } = await screenAt('address.location', {}, { who: { who: 'client' }, taps, ports });
    expect(text).toMatch(/já guarda 20 endereços.*Ver meus endereços Usar neste pedido$/);
  });
  it('shows what a changed address became elsewhere, before it is written over', async () => {
    const home = { ...address, id: uuid(9), alias: 'Casa' };
    const taps: Visit['taps'] = [
      ['address', { type: 'edit.requested', address: home }],
      ['address', { type: 'address.submitted' }],
      ['address', { type: 'address.changed', patch: { alias: 'Lar' } }],
      ['address', { type: 'address.submitted' }],
    ];
    const theirs = { ...home, alias: 'Casa da Bia', reference: 'Portão verde' };
    const answer = { account, answer: 'contested', address: { ...theirs, alias: 'Lar' }, theirs };
    const visit: Visit = { who: { who: 'client' }, taps, ports: { saveAddress: () => answer } };
    const { text } = await screenAt('address.location', {}, visit);
    expect(text).toMatch(
      /mudou em outro aparelho enquanto você o editava\. Lá ele está assim: Casa da Bia · Avenida Paulista, 1000.*Portão verde\. Salvar agora troca.*Ficar com o de lá/,
    );
    const failed = { ...visit, ports: { saveAddress: () => Promise.reject(refusal('MALFORMED').error) } };
    expect((await screenAt('address.location', {}, failed)).text).toMatch(
      /Não conseguimos guardar a mudança\. Na sua conta, o endereço está como antes\. Tentar de novo Voltar sem salvar$/,
    );
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
    const visit = { ...numbered, tenant: { addressForm } };
    const { text } = await screenAt('address.location', {}, visit);
    expect(text).toMatch(
      /A portaria abre às 7h\..*Bloco e apartamento.*Quem recebe.*No trabalho.*Matrícula.*Obrigado por contar\. Guardar$/,
    );
    expect(text).not.toMatch(/Ponto de referência|Setor/);
    const taps = [
      ...(numbered.taps ?? []),
      ['address', { type: 'address.changed', patch: { reception: 'SELF' } }],
    ] as const;
    expect((await screenAt('address.location', {}, { ...visit, taps })).text).toMatch(/Setor.*No trabalho/);
  });
});
