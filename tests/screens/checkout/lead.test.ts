import { describe, expect, it } from 'vitest';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import { screenAt } from '../screen-at.tsx';

const visitor = { who: { who: 'visitor', lines: 2 } } as const;
const ana = { name: 'Ana Lima', phone: '+5511987650000', privacyVersion: '1' };
const submitted = [['checkout', { type: 'guest.submitted', guest: ana }]] as const;
/** The same with the call that keeps it refused. */
const refusing = (fault: Error) => ({
  ...visitor,
  ports: {
    keepGuest: () => {
      throw fault;
    },
  },
  taps: submitted,
});

describe('the screen that asks who buys without an account', () => {
  it('asks for a name, a phone, the consent, and a CPF only if one wants it', async () => {
    const { text, html, address } = await screenAt('checkout.lead', {}, visitor);
    expect(address).toBe('/lead');
    expect(text).toContain('Quem compra?');
    expect(text).toMatch(/Nome completo .*Celular com DDD .*CPF .*opcional .*Li e aceito a política/);
    expect(html).toMatch(/href="\/privacy"/);
    expect(text).toContain('Continuar');
  });
  it('keeps what was typed', async () => {
    const { html } = await screenAt('checkout.lead', {}, { who: { who: 'guest', lines: 2 } });
    expect(html).toMatch(/value="Ana Lima"/);
    expect(html).toMatch(/value="\(11\) 98765-0000"/);
  });
  it('says what was not kept, and why', async () => {
    expect((await screenAt('checkout.lead', {}, refusing(new NetworkFault('offline')))).text).toContain(
      'A loja não respondeu. O que você digitou está guardado. Tente de novo.',
    );
    expect((await screenAt('checkout.lead', {}, refusing(new TypeError('bug')))).text).toContain(
      'Não conseguimos guardar os seus dados. O que você digitou continua aqui. Tentar de novo',
    );
    const fields = [{ field: 'phone', message: 'Confira o celular.' }];
    expect(
      (await screenAt('checkout.lead', {}, refusing(new ApiProblem('MALFORMED', { fields })))).text,
    ).toContain('Confira o celular.');
  });
  it('leads to the ways to sign in where the store has no such orders', async () => {
    const { address, text } = await screenAt(
      'checkout.lead',
      {},
      { who: { who: 'visitor', lines: 2, guests: false } },
    );
    expect(address).toBe('/unauthenticated/cart');
    expect(text).toContain('Para comprar nesta loja é preciso entrar.');
  });
  it('leads to the purchase once it is kept', async () => {
    const { address } = await screenAt('checkout.lead', {}, { ...visitor, taps: submitted });
    expect(address).toMatch(/^\/cart\/.*\/checkout$/);
  });
});
