import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { unitsText } from '#client/shop/wallet-words.ts';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Movement, Wallet } from '#contract/wallet.ts';
import { formatDay, formatHour } from '#domain/dates.ts';
import { daysUntil, signedUnits, statementDays } from '#domain/money/wallet-summary.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';

interface Props {
  wallet: Wallet;
  movements: readonly Movement[];
  /** in it now */
  units: number;
}

const dayText = (at: number, now: number): string => {
  const days = daysUntil(at, now);
  return days === 0 ? 'Hoje' : days === -1 ? 'Ontem' : formatDay(at);
};

/** What went in and out, day by day, with what the wallet held at the end of each. */
export function Statement({ wallet, movements, units }: Props) {
  const now = useNow(60_000);
  if (movements.length === 0) return null;
  return (
    <Section title="Extrato">
      <Stack gap={4}>
        {statementDays(movements, wallet, units).map(({ date, at, movements: moved, closing }) => (
          <Stack key={date} as="section" gap={2}>
            <Row between align="baseline" wrap>
              <Text as="h3" weight={600}>
                {dayText(at, now)}
              </Text>
              <Text size={13} tone="quiet" numeric>
                {`saldo ${unitsText(closing, wallet)}`}
              </Text>
            </Row>
            <Card pad={false}>
              <RowList divided label={dayText(at, now)}>
                {moved.map((movement) => (
                  <Line key={movement.id} movement={movement} wallet={wallet} />
                ))}
              </RowList>
            </Card>
          </Stack>
        ))}
      </Stack>
    </Section>
  );
}

function Line({ movement, wallet }: { movement: Movement; wallet: Wallet }) {
  const linkTo = useLinkTo();
  const { at, text, orderCode } = movement;
  const moved = signedUnits(movement, wallet);
  const hour = formatHour(Date.parse(at));
  return (
    <ListRow
      title={text}
      detail={orderCode ? `Pedido ${formatOrderCode(orderCode).slice(0, 9)} · ${hour}` : hour}
      height={72}
      end={
        <Text as="span" weight={600} tone={moved > 0 ? 'ok' : 'ink'} numeric nowrap>
          {`${moved > 0 ? '+' : '−'} ${unitsText(Math.abs(moved), wallet)}`}
        </Text>
      }
      {...(orderCode ? { link: linkTo('app.ordersDetails', { orderCode }) } : {})}
    />
  );
}
