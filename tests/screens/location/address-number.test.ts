import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';

describe('the screen that asks for the number', () => {
  it('shows what the postal code told, to be corrected, and asks for what it cannot tell', async () => {
    const { text, address } = await screenAt(
      'address.location',
      {},
      {
        who: { who: 'visitor' },
        taps: [['address', { type: 'postalCode.submitted', postalCode: '01310100' }]],
      },
    );
    expect(address).toBe('/addressnumber');
    expect(text).toMatch(/Qual é o número\? Avenida Paulista .*Corrigir/);
    for (const label of ['Número', 'Complemento', 'Ponto de referência']) expect(text).toContain(label);
  });
});
