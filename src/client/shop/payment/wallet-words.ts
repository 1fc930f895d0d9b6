import type { PaidPart } from '#contract/order/order.ts';
import type { WalletPart } from '#contract/payment/payment.ts';
import type { Wallet } from '#contract/payment/wallet.ts';
import { cents, inCents } from '#contract/money.ts';
import { formatDay, formatHour } from '#domain/dates.ts';
import { type WalletSummary, daysUntil, unitOf } from '#domain/money/wallet-summary.ts';
import { formatReais } from '#domain/money/money.ts';
import { valueOfUnits } from '#domain/money/wallet.ts';

/** Amounts and terms of wallets, as people read them. */

type Terms = Pick<Wallet, 'unit' | 'rate'>;

/** `R$ 12,00`, `1.280 pontos`, `1 ponto`. */
export function unitsText(units: number, { unit }: Terms): string {
  if (unit === 'BRL') return formatReais(cents(units));
  const digits = String(units).replace(/\B(?=(?:\d{3})+$)/g, '.');
  return units === 1 ? '1 ponto' : `${digits} pontos`;
}

const HUNDRED = 100;
/** What points are worth; null for money. */
export function rateText(terms: Terms): string | null {
  if (terms.unit === 'BRL') return null;
  const worth = valueOfUnits(HUNDRED, unitOf(terms));
  return worth > 0 ? `${HUNDRED} pontos valem ${formatReais(worth)}` : 'estes pontos não pagam compras';
}

/** When something is over: `hoje às 18h`, `amanhã`, `em 5 dias`. */
export function untilText(expiresAt: number, now: number): string {
  const days = daysUntil(expiresAt, now);
  if (days <= 0) return `hoje às ${formatHour(expiresAt)}`;
  return days === 1 ? 'amanhã' : `em ${days} dias`;
}
/** The same with its date: `em 5 dias (sáb., 28 de nov.)`. */
export const untilDateText = (expiresAt: number, now: number): string =>
  daysUntil(expiresAt, now) > 1
    ? `${untilText(expiresAt, now)} (${formatDay(expiresAt)})`
    : untilText(expiresAt, now);
/** Days before its end from which on a part of a balance is pointed at. */
const SOON = 14;
export const expiryTone = (expiresAt: number, now: number): 'warn' | 'off' =>
  daysUntil(expiresAt, now) <= SOON ? 'warn' : 'off';

/** `R$ 12,00 vencem em 3 dias (ter., 24 de nov.)` */
export const expiryText = ({ value, expiresAt }: NonNullable<WalletSummary['next']>, now: number): string =>
  `${formatReais(value)} ${value < 200 ? 'vence' : 'vencem'} ${untilDateText(expiresAt, now)}`;

type Used = Pick<PaidPart, 'name' | 'amount' | 'points'>;
/** What a wallet pays, with its points where it counts in them: `R$ 12,80 (640 pontos)`. Reais. */
export const usedText = ({ amount, points }: Used): string =>
  `${formatReais(inCents(amount))}${points ? ` (${unitsText(points, { unit: 'PTS' })})` : ''}`;
/** The lines of a statement of costs for what wallets pay; of several each by its name. */
export function usedLines(parts: readonly Used[]) {
  const paying = parts.filter(({ amount }) => amount > 0);
  return paying.map(({ name = 'Carteira', amount, points }, at) => {
    // A person may have two wallets of one name.
    const before = paying.slice(0, at).filter((one) => one.name === name).length;
    const called = `${name}${before > 0 ? ` ${before + 1}` : ''}`;
    return {
      label: `${paying.length > 1 ? called : 'Saldo usado'}${points ? ` (${unitsText(points, { unit: 'PTS' })})` : ''}`,
      amount: cents(-inCents(amount)),
      tone: 'save' as const,
    };
  });
}
/** Of each wallet that pays less than was asked for, that it does. */
export const loweredTexts = (parts: readonly WalletPart[] = []): string[] =>
  parts
    .filter(({ asked, amount }) => amount < asked)
    .map(({ name, asked, amount }) =>
      amount === 0
        ? `${name} não paga mais nada desta compra. Eram ${formatReais(inCents(asked))}.`
        : `Agora dá para usar ${formatReais(inCents(amount))} de ${name}, e não ${formatReais(inCents(asked))}.`,
    );
