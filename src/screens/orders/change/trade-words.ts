import type { Order } from '#contract/order/order.ts';
import { RETURN_PHOTOS } from '#contract/order/return-photo.ts';
import type { Cents } from '#contract/money.ts';
import { formatDay } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { isFetched } from '#domain/order/order-states.ts';
import { TRADE_REASONS, type TradeReason, kindOf, tradeDeadline } from '#domain/order/trade.ts';
import type { TradeFacts, TradeLack } from '#machines/orders/trade-draft.ts';
import { refunds } from './cancel-words.ts';

export const reasonTitles: Record<TradeReason, string> = {
  DEFECT: 'Veio com defeito ou estragado',
  WRONG: 'Veio outro produto',
  MISSING: 'Faltou no pedido',
  REGRET: 'Desisti da compra',
};
/** The last day on which somebody may still ask. */
const lastDay = (deadline: number) => formatDay(deadline - 1);

/** Until when a reason holds, for the lines chosen, and what the law calls it where it does. */
export function reasonTerm({ order, facts, now }: TradeFacts, reason: TradeReason, lines: readonly number[]) {
  const deadline = tradeDeadline(order, facts, reason, lines);
  const isOpen = now < deadline;
  const why = reason === 'REGRET' ? 'sem precisar de motivo, ' : '';
  return { isOpen, text: isOpen ? `${why}até ${lastDay(deadline)}` : `o prazo acabou ${lastDay(deadline)}` };
}

/** Each reason with the day on which its time ended. */
export const lateText = ({ order, facts }: Pick<TradeFacts, 'order' | 'facts'>): string => {
  const last = Math.max(...TRADE_REASONS.map((reason) => tradeDeadline(order, facts, reason)));
  return Number.isFinite(last)
    ? `O último prazo deste pedido foi ${lastDay(last)}. Se algo ainda não está certo, fale com a loja.`
    : 'Se algo ainda não está certo, fale com a loja.';
};

export const lackTexts: Record<TradeLack, string> = {
  lines: 'Escolha o que você quer trocar ou devolver.',
  reason: 'Conte o que aconteceu.',
  late: 'Para estes itens, o prazo deste motivo acabou. Escolha outro motivo.',
  photo: 'Mande uma foto que mostre o problema.',
  pending: 'Espere a foto terminar de ser enviada.',
};
export const photoLimits = `De 1 a ${RETURN_PHOTOS} fotos, JPEG, PNG ou WebP. Reduzimos cada uma no seu aparelho, para até 2 MB, e tiramos o lugar e a hora dela.`;

/** Where the money goes back to, by how it was paid, and when (D52). */
export function moneyText({ paymentMethod: { type, wallets } }: Pick<Order, 'paymentMethod'>): string {
  const back = `O valor ${refunds[type] ?? 'volta por onde foi pago'}`;
  return wallets?.length && type !== 'WALLET'
    ? `${back}. O que passar do que você pagou por fora volta para a carteira na hora.`
    : `${back}.`;
}
export const creditText = (amount: Cents): string =>
  `${formatReais(amount)} de crédito na carteira, para escolher outros produtos`;

/** What becomes of the request, of the goods and of the money, in the order in which it happens. */
export function nextSteps(
  order: Pick<Order, 'type' | 'paymentMethod'>,
  reason: TradeReason,
  wish: 'REFUND' | 'EXCHANGE',
): { id: string; title: string; detail: string }[] {
  const goods =
    reason === 'MISSING'
      ? { title: 'A loja confere o que faltou', detail: 'Você não precisa devolver nada.' }
      : isFetched(order)
        ? {
            title: 'Você leva de volta ao ponto de retirada',
            detail: 'Depois da resposta, no horário do ponto. Guarde a embalagem até lá.',
          }
        : {
            title: 'A loja busca ou manda a etiqueta',
            detail: 'Sem custo para você. Guarde o produto e a embalagem até a resposta.',
          };
  return [
    {
      id: 'sent',
      title: 'Você envia o pedido',
      detail: kindOf(reason) === 'DEFECT' ? 'A loja olha as fotos e responde.' : 'A loja lê e responde.',
    },
    { id: 'goods', ...goods },
    {
      id: 'money',
      title: wish === 'EXCHANGE' ? 'O crédito entra na carteira' : 'O dinheiro volta',
      detail: wish === 'EXCHANGE' ? 'Na hora em que a loja confirma.' : moneyText(order),
    },
  ];
}
