import { describe, expect, it } from 'vitest';
import { Orders } from '#screens/account/orders.tsx';
import { drawn } from '../drawn.tsx';

const waiting = { orders: { orders: [] }, session: { failures: 1 }, marketplace: { documents: null } };

describe('the orders of an account', () => {
  it('say why they are not there while the sign-in cannot be restored without a network, and what can be done', () => {
    const { text } = drawn(<Orders />, {
      others: waiting,
      states: { network: 'offline' },
      tags: { session: ['offline'] },
    });
    expect(text).toMatch(
      /^Meus pedidos Você está sem internet Você continua na sua conta: .* assim que a conexão voltar\. Tentar de novo$/,
    );
  });
  it('say that it is the shop which does not answer, where there is a network', () => {
    const { text } = drawn(<Orders />, { others: waiting, tags: { session: ['busy'] } });
    expect(text).toMatch(
      /^Meus pedidos A loja não respondeu Você continua na sua conta\. Já estamos tentando de novo .* Tentar de novo$/,
    );
  });
  it('say nothing more while the account is not made yet, which the note above them says', () => {
    expect(drawn(<Orders />, { others: { ...waiting, session: { failures: 0 } } }).text).toBe('Meus pedidos');
  });
  it('keep their room while the sign-in is looked at for the first time, and say nothing of it', () => {
    const { text, html } = drawn(<Orders />, {
      others: { ...waiting, session: { failures: 0 } },
      tags: { session: ['busy'] },
    });
    expect(text).toBe('Meus pedidos');
    expect(html.match(/height:72px/g)).toHaveLength(3);
  });
});
