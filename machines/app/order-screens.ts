import type { AppContext } from './context.ts';
import { gates, gatesOfBuyers } from './gates.ts';
import { appSetup } from './setup.ts';
import { fromEvent, fromOutput } from '#machines/port.ts';
import { param } from '#machines/navigation/place.ts';
import { take } from '#machines/navigation/screen-edges.ts';

/** What is known of an order that is to be paid, by Pix or card. */
const toPay = ({ context: { asked, drawn, session, account } }: { context: AppContext }) => ({
  orderCode: param(asked, 'orderCode') ?? '',
  charge: drawn?.charge,
  isConfirmed: session === 'client',
  account,
});
/**
 * Paid is said by the server's own word; of anything else it is asked which screen there is (D93). What the
 * page said of the order was said before.
 */
const settled = [
  {
    guard: { type: 'isPaid', params: fromOutput },
    target: '#app.orderSuccess',
    actions: ['forgetDrawn', 'landOnSuccess'],
  },
  { target: 'checking', actions: ['forgetDrawn', 'forgetOrder', 'notifyOrders'] },
] as const;

/** The screens of an order follow its state as the server knows it, whatever the address says (D93). */
export const orderScreens = {
  orderSuccess: appSetup.createStateConfig({
    description: 'O pedido está feito e pago; dali se acompanha a entrega.',
    initial: 'checking',
    entry: ['forgetOrder', 'notifyOrders'],
    always: [
      ...gatesOfBuyers,
      gates.orderUnpaid,
      gates.orderReviewed,
      gates.orderOver,
      gates.orderHidden,
      gates.orderGone,
    ],
    states: {
      checking: {
        description: 'A loja pergunta ao servidor se o pedido está mesmo pago antes de comemorar.',
        tags: 'busy',
        always: { guard: 'isOrderPaid', target: 'open' },
      },
      open: { description: 'O servidor confirmou o pagamento, e a tela de sucesso está à vista.' },
    },
  }),
  ordersDetails: appSetup.createStateConfig({
    description: 'Um pedido por inteiro: onde está, o que contém e o que ainda se pode fazer com ele.',
    entry: ['forgetOrder', 'notifyOrders'],
    always: [...gatesOfBuyers, gates.orderHidden, gates.orderGone],
  }),
  rescheduleOrder: {
    description: 'Outro dia ou horário para um pedido; mudado, a tela do pedido o mostra.',
    always: gatesOfBuyers,
  },
  orderPendingPayment: appSetup.createStateConfig({
    description: 'O pedido espera o pagamento, por Pix ou cartão; pago, segue para a tela de sucesso.',
    initial: 'checking',
    entry: ['forgetOrder', 'notifyOrders'],
    always: [
      ...gatesOfBuyers,
      gates.orderPaid,
      gates.orderReviewed,
      gates.orderOver,
      gates.orderHidden,
      gates.orderGone,
    ],
    on: {
      'asked.app.orderPendingPayment': {
        guard: { type: 'isSamePlace', params: fromEvent },
        actions: [take, 'leaveErrand'],
      },
    },
    states: {
      checking: {
        description: 'A loja pergunta ao servidor se este pedido ainda espera pagamento.',
        tags: 'busy',
        always: [
          { guard: 'isByCard', target: 'byCard' },
          { guard: 'isOrderUnpaid', target: 'open' },
        ],
      },
      open: {
        description: 'O código Pix está à vista; a tela muda sozinha quando o pagamento chega.',
        invoke: {
          id: 'pix',
          src: 'pix',
          input: toPay,
          onDone: [{ guard: { type: 'isLeft', params: fromOutput }, target: 'byCard' }, ...settled],
        },
        on: {
          'network.restored': { actions: ['notifyRoots', 'notifyPix'] },
          'page.shown': { actions: ['notifyRoots', 'notifyPix'] },
          restored: { actions: ['notifyRoots', 'notifyPix'] },
          'order.changed': { actions: ['notifyRoots', 'notifyPix'] },
        },
      },
      byCard: {
        description: 'O pedido é pago com cartão, ou um Pix venceu e se escolhe outra forma de pagá-lo.',
        invoke: {
          id: 'card',
          src: 'card',
          input: toPay,
          onDone: settled,
        },
      },
    },
  }),
};
