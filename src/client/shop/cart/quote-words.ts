import type { QuoteOption } from '#contract/cart.ts';
import { type Cents, inCents } from '#contract/money.ts';
import { formatHour, instantOf } from '#domain/dates.ts';
import { dayWord } from '#domain/hurry.ts';
import { formatReais } from '#domain/money/money.ts';

/** What a quote says of a way of receiving, wherever it is said. */

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1);
export const priceText = (price: Cents): string => (price === 0 ? 'Grátis' : formatReais(price));

/** "R$ 7,90", or "desde R$ 7,90" where hours differ in price. */
export function optionPriceText({ price, windows = [] }: QuoteOption): string {
  const prices = [...new Set(windows.map((window) => window.price ?? price))].toSorted((a, b) => a - b);
  const [least = price] = prices;
  return prices.length > 1 ? `desde ${priceText(inCents(least))}` : priceText(inCents(least));
}

/** "Hoje", "Em 2 dias", "Hoje ou em até 1 dia", "Em 2 a 5 dias". */
export const daysText = ({ min, max }: QuoteOption['days']): string =>
  max === 0
    ? 'Hoje'
    : min === max
      ? `Em ${max} ${max === 1 ? 'dia' : 'dias'}`
      : min === 0
        ? `Hoje ou em até ${max} ${max === 1 ? 'dia' : 'dias'}`
        : `Em ${min} a ${max} dias`;

/** The first window that still has room. */
export const firstWindow = ({ windows = [] }: QuoteOption) => windows.find(({ left }) => left > 0) ?? null;

const DAY = 86_400_000;
const firstAt = (option: QuoteOption, now: number): number =>
  instantOf(firstWindow(option)?.start) ?? now + option.days.min * DAY;
const leastOf = ({ price, windows = [] }: QuoteOption): number =>
  Math.min(...(windows.length > 0 ? windows.map((window) => window.price ?? price) : [price]));

/** The cheapest delivery, and the one that comes first where that is another; each once. Epoch ms. */
export function deliveriesToSay(options: readonly QuoteOption[], now: number): QuoteOption[] {
  const ways = options.filter(({ type }) => type !== 'PICKUP');
  const [cheapest] = ways.toSorted((a, b) => leastOf(a) - leastOf(b) || firstAt(a, now) - firstAt(b, now));
  const [soonest] = ways.toSorted((a, b) => firstAt(a, now) - firstAt(b, now) || leastOf(a) - leastOf(b));
  return [...new Set([cheapest, soonest].filter((way) => way !== undefined))];
}

/** What the first of it costs: the window that is said beside it, where there is one. */
export const firstPriceText = (option: QuoteOption): string =>
  priceText(inCents(firstWindow(option)?.price ?? option.price));

/**
 * "Amanhã, 8h às 10h" for one that goes by windows (and what others cost at least, where that is less),
 * "Todos os horários estão cheios", else its days.
 */
export function firstText(option: QuoteOption, now: number): string {
  const { windows, days } = option;
  if (!windows?.length) return daysText(days);
  const first = firstWindow(option);
  const [start, end] = [instantOf(first?.start), instantOf(first?.end)];
  if (!first || start === null || end === null) return 'Todos os horários estão cheios';
  const when = `${capital(dayWord(start, now))}, ${formatHour(start)} às ${formatHour(end)}`;
  const least = leastOf(option);
  return least < (first.price ?? option.price) ? `${when}, outros desde ${priceText(inCents(least))}` : when;
}
