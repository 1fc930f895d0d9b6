import { lineNotes } from '#client/shop/cart/line-words.ts';
import { usedLines } from '#client/shop/payment/wallet-words.ts';
import { explainTotals, linePrice, usedCoupon } from '#client/shop/cart/cart-money.ts';
import { Card } from '#components/layout/card.tsx';
import { OrderLine } from '#components/order/order-line.tsx';
import { Saving } from '#components/product/saving.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { type SummaryLine, SummaryLines } from '#components/order/summary-lines.tsx';
import { Text } from '#components/layout/text.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { type Cents, inCents } from '#contract/money.ts';
import type { Order } from '#contract/order/order.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { fixedStatement } from '#domain/money/statement.ts';
import { leftToPay, paidByWallets } from '#domain/money/wallet.ts';
import { hasOrderTag, isFetched } from '#domain/order/order-states.ts';

const ways: Record<string, string> = { PIX: 'No Pix', CREDIT_CARD: 'No cartão' };
/** The sums of an order; where wallets paid of it, what each paid and what was left. */
function paidBy({ state, paymentMethod: { wallets, type } }: Order, lines: SummaryLine[], amount: Cents) {
  const total = { label: 'Total', amount };
  if (!wallets?.length) return { lines, total };
  const byWallet = paidByWallets(wallets);
  const used = usedLines(wallets);
  const left = leftToPay(amount, byWallet);
  const label = hasOrderTag(state, 'unpaid') ? 'Falta pagar' : (ways[type] ?? 'Por fora do saldo');
  return left === 0
    ? {
        lines: [...lines, total, ...(used.length > 1 ? used : [])],
        total: { label: 'Saldo usado', amount: byWallet },
      }
    : { lines: [...lines, total, ...used], total: { label, amount: left } };
}

/** What was bought and paid, as the cart and the checkout said it. @param inset it stands within a gutter already */
export function Receipt({ order, inset = false }: { order: Order; inset?: boolean }) {
  const { totals } = order.properties;
  const statement = fixedStatement(
    order.items.map((line) => ({ ...line, name: line.item.name })),
    totals,
  );
  return (
    <Stack gap={3} gutter={!inset}>
      <Card as="section">
        <Stack gap={3}>
          <Text as="h2" size={18} weight={600}>
            Itens
          </Text>
          {statement.lines.map(({ line, sums }, index) => (
            <OrderLine
              // One item may stand there twice, filled otherwise; what was bought keeps its order.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              name={line.item.name}
              detail={`${line.quantity} × ${line.item.unit ?? formatReais(inCents(line.unitPrice))}`}
              choices={lineNotes(line.item.choices, line.ifMissing)}
              {...linePrice(sums)}
              image={line.item.image ?? null}
              tint={tintOf(line.item.tint ?? line.item.name)}
            />
          ))}
          <SummaryLines
            {...paidBy(
              order,
              explainTotals(
                statement,
                isFetched(order) ? 'Retirada' : 'Entrega',
                usedCoupon(order.properties.coupon, statement.couponDiscount),
              ),
              statement.total,
            )}
            note={`Pedido feito ${formatMoment(order.timestamp)}`}
          />
          <Saving amount={statement.saved} bought />
        </Stack>
      </Card>
    </Stack>
  );
}
