import type { Follow, Order, OrderState, PaidPart } from '#contract/order/order.ts';
import { usedText } from '#client/shop/payment/wallet-words.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { paidByWallets } from '#domain/money/wallet.ts';
import { ANSWER_WITHIN, RETURN_DAYS } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { isKept } from '../moments.ts';

/**
 * Whether the buyer may call an order off, has to ask the shop for it, or why neither; every state has its
 * words. Source: D51, D94.
 */
export type Cancellation = { way: 'cancel' | 'request' } | { way: 'none'; why: string };

const onItsWay = 'O pedido já saiu para entrega: não dá mais para cancelar por aqui.';
const elsewhere = 'Este pedido não pode ser cancelado por aqui agora.';
const whyNot: Partial<Record<OrderState, string>> = {
  PAYMENT_REVIEW: 'O pagamento está em análise. Dá para cancelar depois da resposta do banco.',
  PAYMENT_EXPIRED: 'Sem pagamento, este pedido se encerra sozinho. Nada foi cobrado.',
  PREPARING: 'Já estamos separando este pedido: não dá mais para cancelar por aqui.',
  CANCELLATION_REQUESTED: 'O cancelamento já está com a loja, que responde em até 48 horas.',
  READY_FOR_PICKUP: 'O pedido já está separado para você: não dá mais para cancelar por aqui.',
  DELIVERY_FAILED:
    'Os produtos voltaram para a loja. Combine nova entrega ou, para desistir, fale com a loja.',
  COMPLETED: 'O pedido já foi entregue. Se algo não saiu bem, fale com a loja.',
  RETURN_REQUESTED: 'A loja já recebeu o seu pedido de devolução.',
  CANCELED: 'Este pedido foi cancelado.',
  RETURNED: 'Os produtos deste pedido voltaram para a loja.',
  REFUNDED: 'O valor deste pedido foi devolvido.',
};

export function cancellationOf({
  state,
  allowedEvents,
}: Pick<Order, 'state' | 'allowedEvents'>): Cancellation {
  if (allowedEvents.includes('cancellation.requested') && hasOrderTag(state, 'contestable'))
    return { way: 'request' };
  // What failed at the door is called off by the shop, which has the goods.
  if (allowedEvents.includes('order.canceled') && hasOrderTag(state, 'cancelable')) return { way: 'cancel' };
  return { way: 'none', why: whyNot[state] ?? (hasOrderTag(state, 'moving') ? onItsWay : elsewhere) };
}

/** Where money goes back to, by how it was paid (D52). */
export const refunds: Record<string, string> = {
  PIX: 'volta para a conta de onde saiu o Pix em até 1 dia útil',
  CREDIT_CARD: 'volta para o cartão, no prazo do banco',
  WALLET: 'volta para a sua carteira na hora',
};
/** What wallets get back at once: of several each has its own; null where none paid. */
function toWallets(parts: readonly PaidPart[] = []): string | null {
  if (parts.length > 1)
    return `voltam na hora ${parts.map((part) => `${usedText(part)} para ${part.name ?? 'a carteira'}`).join(' e ')}`;
  return parts.length === 1
    ? `os ${formatReais(paidByWallets(parts))} do seu saldo voltam para a sua carteira na hora`
    : null;
}
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What happens to the money, said before anything is confirmed (D52). */
export function refundText(
  { state, paymentMethod: { type, wallets } }: Pick<Order, 'state' | 'paymentMethod'>,
  way: 'cancel' | 'request',
): string {
  const saved = toWallets(wallets);
  if (!hasOrderTag(state, 'paid') || type === 'FREE')
    return saved
      ? `${capital(saved)}. Nada mais foi cobrado.`
      : 'Nada foi cobrado. Os produtos voltam para a prateleira.';
  const rest = refunds[type] ?? 'volta por onde foi pago';
  const isSplit = wallets !== undefined && wallets.length > 1;
  const back =
    saved && type !== 'WALLET' ? `${saved}, e o resto ${rest}.` : isSplit ? `${saved}.` : `o valor ${rest}.`;
  return way === 'request'
    ? `Já estamos separando o pedido: a loja responde em até 48 horas. Se ela aceitar, ${back}`
    : capital(back);
}

/** The same of one part: first by where the money came from outside, then to the wallets. */
export function partRefundText({
  paymentMethod: { type, wallets = [] },
}: Pick<Order, 'paymentMethod'>): string {
  if (type === 'FREE') return 'Nada foi cobrado por esta parte.';
  const rest = refunds[type] ?? 'volta por onde foi pago';
  return type === 'WALLET' || wallets.length === 0
    ? `O que você pagou por esta parte ${rest}.`
    : `O que você pagou por esta parte ${rest}; o que foi pago com saldo volta para a carteira na hora.`;
}

/** What a buyer says of why: one of the list, and words of their own. */
export interface CancelReason {
  picked: string;
  text: string;
}
export const OTHER = 'Outro motivo';
export const reasons = [
  'Mudei de ideia',
  'Comprei errado',
  'Vai demorar demais',
  'Encontrei em outro lugar',
  OTHER,
] as const;
/** What is missing of it; null when nothing is. */
export const lackOf = ({ picked, text }: CancelReason): string | null =>
  picked === ''
    ? 'Escolha o motivo para continuar.'
    : picked === OTHER && text.trim() === ''
      ? 'Conte o motivo em poucas palavras.'
      : null;
/** The same as the shop reads it. */
export const whyText = ({ picked, text }: CancelReason): string =>
  [...(picked === OTHER ? [] : [picked]), text.trim()].filter(Boolean).join(': ');

/** What the shop says, or has to say, to a wish to cancel or to give back; null where there was none. */
export function answerText(state: OrderState, events: Follow['events'], now: number): string | null {
  const [before, last] = [events.at(-2)?.state, events.at(-1)];
  if (last?.state !== state) return null;
  if (state === 'CANCELLATION_REQUESTED') {
    if (before && hasOrderTag(before, 'collectable'))
      return 'Ninguém retirou o pedido no prazo, e a loja vai cancelá-lo. Se ainda quer os produtos, fale com ela.';
    const due = Date.parse(last.at) + ANSWER_WITHIN;
    return now < due
      ? `A loja responde ao seu pedido de cancelamento até ${formatMoment(due)}.`
      : 'O prazo da loja para responder passou. Fale com ela: o seu pedido de cancelamento continua valendo.';
  }
  const why = last.reason ? ` Motivo: ${last.reason}` : '';
  if (before === 'RETURN_REQUESTED' && isKept(state))
    return `A loja não aceitou a devolução.${why} Se não concorda, fale com ela.`;
  if (before !== 'CANCELLATION_REQUESTED') return null;
  if (state === 'CANCELED') return 'A loja aceitou o cancelamento.';
  return hasOrderTag(state, 'contestable')
    ? `A loja respondeu que não dá mais para cancelar e segue com o pedido.${why} Depois da entrega, você pode devolver os produtos em até ${RETURN_DAYS.REGRET} dias.`
    : null;
}
