import { describe, expect, it } from 'vitest';
import { screenAt } from '../screen-at.tsx';
import { account, client } from '../../machines/samples.ts';
import { address } from '../../support/samples.ts';

describe('the screen that asks where to deliver', () => {
  it('asks somebody without addresses for a postal code, or where they are', async () => {
    const { text, html } = await screenAt('address.location', {}, { who: { who: 'visitor' } });
    expect(text).toContain('Onde você quer receber? Com o CEP mostramos o que chega até você');
    expect(html).toMatch(/<input(?=[^>]*inputMode="numeric")/i);
    expect(text).toContain('Usar minha localização');
  });
  it('offers the addresses of an account, and another one', async () => {
    const known = { ...client, account: { ...account, addresses: [address] } };
    const { text, html } = await screenAt('address.location', {}, { ports: { restoreSession: () => known } });
    expect(text).toContain('Avenida Paulista, 1000');
    expect(html.match(/type="radio"/g)).toHaveLength(1);
    expect(text).toContain('Adicionar endereço');
    expect(text).toContain('Usar este endereço');
    expect(html.match(/Opções de Avenida Paulista, 1000/g)).toHaveLength(1);
  });
});
