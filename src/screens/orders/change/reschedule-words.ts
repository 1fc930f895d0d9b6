import { itemsText } from '#client/order-words.ts';
import type { Order, OrderState } from '#contract/order/order.ts';
import { instantOf } from '#domain/dates.ts';
import { changesLeft } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { formatWindow } from '#domain/spans.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';

/**
 * The window that holds for an order: "sex., 28 de nov., 10h às 12h"; null where none was agreed, or it is
 * over.
 */
export function agreedText({
  state,
  properties: { window },
}: Pick<Order, 'state' | 'properties'>): string | null {
  if (hasOrderTag(state, 'final') || hasOrderTag(state, 'troubled')) return null;
  const [start, end] = [instantOf(window?.start), instantOf(window?.end)];
  return start === null || end === null ? null : formatWindow(start, end);
}
/** "Feira da Semana · 3 itens" */
export const subjectText = (order: Order): string =>
  [order.properties.campaignName, itemsText(order)].filter(Boolean).join(' · ');

/** How often the order may still be moved, said before it is. */
export function leftText(order: Pick<Order, 'properties'>): string {
  return changesLeft(order) === 1
    ? 'É a última mudança que dá para fazer neste pedido.'
    : `Dá para mudar até ${changesLeft(order)} vezes.`;
}

const gone: Partial<Record<OrderState, string>> = {
  PAYMENT_EXPIRED: 'O prazo para pagar passou, e o horário foi solto. Pague o pedido para combinar outro.',
  CANCELLATION_REQUESTED: 'Você pediu o cancelamento deste pedido, e a loja está respondendo.',
  READY_FOR_PICKUP: 'O pedido já está separado e espera por você no ponto de retirada.',
  COMPLETED: 'Este pedido já foi entregue.',
  CANCELED: 'Este pedido foi cancelado.',
};
/** Why there is no other window for an order. */
export function whyNoChange(order: Pick<Order, 'state' | 'properties'>): string {
  if (!hasOrderTag(order.state, 'reschedulable'))
    return (
      gone[order.state] ??
      (hasOrderTag(order.state, 'moving')
        ? 'O pedido já saiu: o horário não muda mais por aqui.'
        : 'Este pedido já se encerrou.')
    );
  if (changesLeft(order) === 0)
    return 'Este pedido já mudou de horário duas vezes. Fale com a loja para combinar outro.';
  return 'Os outros horários deste jeito de receber estão cheios agora.';
}

/** What became of the last try. */
export function problemText({ code }: FlowProblem): string {
  switch (code) {
    case 'WINDOW':
      return 'O horário que você escolheu não está mais livre. O combinado continua seu; escolha outro.';
    case 'VERSION':
    case 'ILLEGAL_EVENT':
      return 'O pedido mudou nesse meio-tempo. Confira e confirme de novo.';
    case 'UNAUTHENTICATED':
      return 'Sua sessão terminou. Entre de novo para confirmar: a escolha fica guardada.';
    default:
      return 'Algo falhou do nosso lado. O combinado continua valendo; tente de novo.';
  }
}
