import { planTitle } from '#client/shop/payment/plan-words.ts';
import { usedText } from '#client/shop/payment/wallet-words.ts';
import { Chip } from '#components/form/chip.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { inCents } from '#contract/money.ts';
import type { Follow, Order } from '#contract/order/order.ts';
import type { RefundLine } from '#contract/order/refund-line.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';

type Standing = { tone: 'ok' | 'warn' | 'info' | 'off'; text: string };

/** How the money of an order stands. */
function standingOf({ state }: Order, follow: Follow | null): Standing {
  const refunds = follow?.refunds ?? [];
  if (refunds.length > 0)
    return refunds.every((one) => one.state === 'settled')
      ? { tone: 'off', text: 'Devolvido' }
      : { tone: 'info', text: 'Devolução a caminho' };
  if (state === 'PAYMENT_REVIEW') return { tone: 'info', text: 'Em análise' };
  if (hasOrderTag(state, 'unpaid')) return { tone: 'warn', text: 'Falta pagar' };
  const wasPaid = follow?.events.some((event) => hasOrderTag(event.state, 'paid')) ?? false;
  return hasOrderTag(state, 'paid') || wasPaid
    ? { tone: 'ok', text: 'Pago' }
    : { tone: 'off', text: 'Nada foi cobrado' };
}

/** What was paid by what, wallets by their names. */
function paidLines({ paymentMethod: { type, plan, wallets = [] }, properties: { totals } }: Order) {
  const left = leftToPay(inCents(totals.total), paidByWallets(wallets));
  const byWallet = wallets.map((part) => ({ by: part.name ?? 'Carteira', text: usedText(part) }));
  if (left === 0) return byWallet;
  const [by, amount] =
    type === 'CREDIT_CARD'
      ? [`Cartão${plan ? `, ${planTitle(plan)}` : ''}`, plan ? inCents(plan.total) : left]
      : ['Pix', left];
  return [...byWallet, { by, text: formatReais(amount) }];
}

const back: Record<RefundLine['to'], { to: string; when: string }> = {
  PIX: { to: 'no Pix', when: 'chega em até 1 dia útil' },
  CREDIT_CARD: { to: 'no cartão', when: 'aparece na fatura, no prazo do banco' },
  WALLET: { to: 'na carteira', when: 'já está lá' },
};
/** "R$ 12,00 de volta no Pix: chega em até 1 dia útil." */
function refundLine({ amount, to, wallet, state, at }: RefundLine): string {
  const where = to === 'WALLET' && wallet ? `na carteira ${wallet}` : back[to].to;
  const how =
    state === 'failed'
      ? 'o banco não aceitou, e a loja vai combinar outro jeito com você'
      : state === 'settled'
        ? `feito ${formatMoment(Date.parse(at))}`
        : back[to].when;
  return `${formatReais(inCents(amount))} de volta ${where}: ${how}.`;
}

/** How an order was paid, and what of it came back or is on its way. */
export function OrderPayment({ order, follow }: { order: Order; follow: Follow | null }) {
  const standing = standingOf(order, follow);
  const lines = paidLines(order);
  return (
    <Card as="section" labelledBy="order-payment">
      <Stack gap={3}>
        <Row between align="center">
          <Text as="h2" id="order-payment" size={18} weight={600}>
            Pagamento
          </Text>
          <Chip tone={standing.tone}>{standing.text}</Chip>
        </Row>
        {lines.length > 0 ? (
          <Stack as="ul" gap={1}>
            {lines.map(({ by, text }, index) => (
              <Text as="li" key={index}>
                {by}: {text}
              </Text>
            ))}
          </Stack>
        ) : (
          <Text tone="soft">Não há nada a pagar.</Text>
        )}
        {(follow?.refunds ?? []).map((refund) => (
          <Text key={`${refund.to}${refund.wallet ?? ''}${refund.at}${refund.amount}`} tone="soft">
            {refundLine(refund)}
          </Text>
        ))}
      </Stack>
    </Card>
  );
}
