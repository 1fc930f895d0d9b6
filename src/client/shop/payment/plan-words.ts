import { inCents } from '#contract/money.ts';
import type { PaymentMethod, Plan } from '#contract/payment/payment.ts';
import { formatReais } from '#domain/money/money.ts';

const reais = (amount: number): string => formatReais(inCents(amount));
const isFree = ({ rate }: Plan): boolean => rate === 0;

/** `3x de R$ 33,33`, with the first parcel where it has the odd centavos. */
export const planTitle = ({ n, first, value }: Plan): string =>
  n > 1 && first !== value
    ? `${n}x: 1ª de ${reais(first)} e ${n - 1} de ${reais(value)}`
    : `${n}x de ${reais(value)}`;
/** What the parcels cost: nothing, or so much a month. */
export const planRate = (plan: Plan): string =>
  plan.n === 1
    ? 'à vista'
    : isFree(plan)
      ? 'sem juros'
      : `juros de ${plan.rate.toLocaleString('pt-BR', { maximumFractionDigits: 2 })}% ao mês`;
/** `Total R$ 100,00, sem juros` */
export const planDetail = (plan: Plan): string => `Total ${reais(plan.total)}, ${planRate(plan)}`;
/** Of a card before it is chosen: `até 12x, 3 sem juros`. */
export function plansText({ plans = [] }: Pick<PaymentMethod, 'plans'>): string | null {
  const most = plans.at(-1)?.n ?? 1;
  const free = plans.findLast(isFree)?.n ?? 1;
  if (most === 1) return null;
  return free === most
    ? `até ${most}x sem juros`
    : free > 1
      ? `até ${most}x, ${free} sem juros`
      : `até ${most}x`;
}
/** What is said of a way to pay, in one line that begins as a sentence does. */
export function detailText(...parts: (string | null | undefined)[]): string {
  const text = parts.filter(Boolean).join(' · ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
