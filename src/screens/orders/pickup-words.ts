import type { Pickup } from '#contract/order/after-purchase.ts';
import type { OrderState } from '#contract/order/order.ts';
import { formatDay, formatHour, instantOf } from '#domain/dates.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';

type Tone = 'ok' | 'warn' | 'info' | 'off';
interface Said {
  chip: string;
  tone: Tone;
  title: string;
  text: string;
}

const over: Said = {
  chip: 'Encerrado',
  tone: 'off',
  title: 'Este pedido não espera mais por você',
  text: 'Ele foi encerrado. Os detalhes do pedido dizem o que aconteceu com o valor.',
};
const byState: Partial<Record<OrderState, Said>> = {
  READY_FOR_PICKUP: {
    chip: 'Pronto para retirar',
    tone: 'ok',
    title: 'Pode vir buscar',
    text: 'Mostre o código no balcão ou diga as letras e os números.',
  },
  COMPLETED: {
    chip: 'Retirado',
    tone: 'ok',
    title: 'Este pedido já foi retirado',
    text: 'Se algo não veio certo, dá para pedir a troca nos detalhes do pedido.',
  },
  CANCELLATION_REQUESTED: {
    chip: 'Em conversa',
    tone: 'warn',
    title: 'Há um pedido de cancelamento',
    text: 'A loja responde em até 48 horas. Até lá, não vá ao ponto de retirada.',
  },
};

/** What the state of an order means to who comes for it. */
export function pickupSaid(state: OrderState): Said {
  const known = byState[state];
  if (known) return known;
  if (hasOrderTag(state, 'unpaid'))
    return {
      chip: 'Falta pagar',
      tone: 'warn',
      title: 'Falta o pagamento',
      text: 'Separamos o pedido assim que ele for confirmado.',
    };
  if (hasOrderTag(state, 'over') || hasOrderTag(state, 'delivered')) return over;
  return {
    chip: 'Em preparo',
    tone: 'info',
    title: 'Aguarde nossa mensagem antes de ir',
    text: 'Estamos separando tudo. O código aparece aqui quando o pedido estiver pronto.',
  };
}

/** Until when it is kept, or that this is over; null where nobody said. */
export function keptUntil(
  { until }: Pick<Pickup, 'until'>,
  now: number,
): { isLate: boolean; text: string } | null {
  const end = until === undefined ? null : instantOf(until);
  if (end === null) return null;
  return end > now
    ? { isLate: false, text: `Retire até ${formatDay(end)}, ${formatHour(end)}` }
    : { isLate: true, text: 'O prazo de retirada passou. Fale com a loja antes de ir.' };
}
