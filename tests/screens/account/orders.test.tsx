import { describe, expect, it } from 'vitest';
import type { Order } from '#contract/order/order.ts';
import { type OrderListContext, orderListMachine } from '#machines/orders/order-list.machine.ts';
import { Found } from '#screens/account/found-orders.tsx';
import { Orders } from '#screens/account/orders.tsx';
import type { StateValueFrom } from 'xstate';
import { order } from '../../machines/samples.ts';
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

/** What is read in a state of the chart of the orders that are looked for. */
function found(value: unknown, more: Partial<OrderListContext> = {}, kept: Order[] = []) {
  const filter = { status: 'over' };
  const state = orderListMachine.resolveState({
    value: value as StateValueFrom<typeof orderListMachine>, // named by the tests below
    context: { filter, orders: [], total: 0, all: 12, pages: 1, failures: 0, ...more },
  });
  return drawn(<Found filter={filter} state={state} send={() => undefined} />, {
    others: { orders: { orders: kept }, marketplace: { documents: null } },
    states: { network: 'offline' },
  });
}

describe('the orders that are looked for', () => {
  const canceled = order(1, 1, 'CANCELED');
  it('stand there with how many there are and how many the filter hides, and the way to all and to more', () => {
    const { text, html } = found({ shown: 'resting' }, { orders: [canceled], total: 3 });
    expect(text).toMatch(/^3 de 12 pedidos: 9 não são como você procura\. Ver todos Pedido .* Mostrar mais$/);
    expect(html).toContain('href="/account"');
    expect(found({ shown: 'resting' }, { orders: [canceled], total: 1 }).text).not.toContain('Mostrar mais');
  });
  it('say why there is none, what failed, and what can be done', () => {
    const none = found('empty');
    expect(none.text).toBe(
      'Nenhum pedido assim Você tem 12 pedidos, e nenhum é como você procura. Ver todos os pedidos',
    );
    expect(none.html).toContain('href="/account"');
    expect(found('failed').text).toContain('Não conseguimos procurar nos seus pedidos');
    const stuck = found({ shown: 'stuck' }, { orders: [canceled], total: 3 });
    expect(stuck.text).toContain('Os pedidos seguintes não vieram. Tentar de novo');
  });
  it('are those that the page knows while there is no network, and it says so', () => {
    const { text, html } = found('offline', {}, [canceled, order(2)]);
    expect(text).toContain('Você está sem internet. Procuramos só entre os 2 pedidos que já estão aqui');
    expect(html).toContain(`href="/order/${canceled.code}/details"`);
    expect(html).not.toContain(`href="/order/${order(2).code}/details"`);
    expect(found('offline', {}, [order(2)]).text).toContain('Entre eles, nenhum é como você procura.');
  });
});
