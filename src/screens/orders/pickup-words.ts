import type { Pickup } from '#contract/after-purchase.ts';
import type { OrderState } from '#contract/order.ts';
import type { Hub } from '#contract/place.ts';
import { formatDay, formatHour, instantOf } from '#domain/dates.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { addDays } from '#domain/place/calendar.ts';
import { isHoliday, isOpenAt, nextOpening, openingsOn } from '#domain/place/hours.ts';
import { wallTime } from '#domain/place/zone.ts';

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

const today = (at: number) => wallTime(at).date;
const spansText = (hub: Pick<Hub, 'hours' | 'holidays'>, date: string): string =>
  openingsOn(date, hub.hours, hub.holidays)
    .map(({ start, end }) => `${formatHour(start)} às ${formatHour(end)}`)
    .join(' e ');

/** `aberto`, and until when or from when: what one wants to know before going. */
export function openText(
  hub: Pick<Hub, 'hours' | 'holidays'>,
  now: number,
): { isOpen: boolean; text: string } {
  const spans = spansText(hub, today(now));
  if (isOpenAt(hub.hours, now, hub.holidays)) return { isOpen: true, text: spans };
  const next = nextOpening(hub.hours, now, hub.holidays);
  const why = isHoliday(today(now), hub.holidays) ? 'fechado, é feriado' : 'fechado agora';
  if (!next) return { isOpen: false, text: 'fechado nos próximos dias' };
  const from =
    next.date === today(now) ? `às ${formatHour(next.at)}` : `${formatDay(next.at)}, ${formatHour(next.at)}`;
  return { isOpen: false, text: `${why}, abre ${from}` };
}

/** Days looked ahead for holidays. */
const AHEAD = 14;
/** Days soon to come on which a place is closed that is open on that day of other weeks. */
export function closedDays(hub: Pick<Hub, 'hours' | 'holidays'>, now: number): string[] {
  return Array.from({ length: AHEAD }, (_, day) => addDays(today(now), day + 1))
    .filter((date) => isHoliday(date, hub.holidays) && openingsOn(date, hub.hours).length > 0)
    .map((date) => formatDay(openingsOn(date, hub.hours)[0]?.start ?? 0));
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
