import { describe, expect, it } from 'vitest';
import { type Visit, screenAt } from '../screen-at.tsx';

const looked: Visit = {
  who: { who: 'visitor' },
  taps: [['address', { type: 'postalCode.submitted', postalCode: '01310100' }]],
};
describe('the screen that asks for the number', () => {
  it('shows what the postal code told, to be corrected, and asks for what it cannot tell', async () => {
    const { text, address } = await screenAt('address.location', {}, looked);
    expect(address).toBe('/addressnumber');
    expect(text).toMatch(/Qual é o número\? Avenida Paulista .*Corrigir/);
    expect(text).toContain('Número');
    expect(text).not.toMatch(/Complemento|Ponto de referência|Tipo de endereço|Quem recebe/);
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
    expect(await typed('7')).toMatch(/Continuar$/);
  });
});
