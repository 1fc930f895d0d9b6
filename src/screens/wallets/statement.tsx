import { useNow } from '#client/hooks.ts';
import { useGo, useLinkTo, useScreen } from '#client/links.ts';
import { unitsText } from '#client/shop/payment/wallet-words.ts';
import { saveFile } from '#client/shop/save-file.ts';
import { QuietSelect } from '#components/form/quiet-select.tsx';
import { Segmented } from '#components/form/segmented.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Movement, Wallet } from '#contract/payment/wallet.ts';
import { formatDay, formatHour } from '#domain/dates.ts';
import { movementsWanted, statementCsv, unitsMoved } from '#domain/money/statement-file.ts';
import { daysUntil, signedUnits, statementDays } from '#domain/money/wallet-summary.ts';
import { wallTime } from '#domain/place/zone.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';

interface Props {
  wallet: Wallet;
  movements: readonly Movement[];
  /** in it now */
  units: number;
}

const directions = [
  { value: 'all', label: 'Tudo' },
  { value: 'in', label: 'Entrou' },
  { value: 'out', label: 'Saiu' },
] as const;
const periods = [
  { value: 'all', label: 'Todo o extrato' },
  { value: '30', label: 'Últimos 30 dias' },
  { value: '90', label: 'Últimos 90 dias' },
  { value: '365', label: 'Últimos 12 meses' },
] as const;
const dayOf = (at: number): string => wallTime(at).date;

const dayText = (at: number, now: number): string => {
  const days = daysUntil(at, now);
  return days === 0 ? 'Hoje' : days === -1 ? 'Ontem' : formatDay(at);
};

/** What went in and out, day by day, with what the wallet held at the end of each: all of it, or what is wanted. */
export function Statement({ wallet, movements, units }: Props) {
  const now = useNow(60_000);
  const { type, days } = useScreen('app.walletDetails').search;
  const direction = directions.find(({ value }) => value === type)?.value ?? 'all';
  const period = periods.find(({ value }) => value === days)?.value ?? 'all';
  const go = useGo();
  if (movements.length === 0) return null;
  const look = (next: { type: string; days: string }) =>
    go(
      'app.walletDetails',
      { walletUuid: wallet.uuid },
      Object.fromEntries(Object.entries(next).filter(([, value]) => value !== 'all')),
    );
  const shown = movementsWanted(
    movements,
    {
      type: direction === 'all' ? undefined : direction === 'in' ? 'IN' : 'OUT',
      days: period === 'all' ? undefined : Number(period),
    },
    now,
  );
  const ids = new Set(shown.map(({ id }) => id));
  const byDay = statementDays(movements, wallet, units)
    .map((day) => ({ ...day, movements: day.movements.filter(({ id }) => ids.has(id)) }))
    .filter((day) => day.movements.length > 0);
  return (
    <Section title="Extrato">
      <Stack gap={4}>
        <Segmented
          label="O que mostrar"
          options={directions}
          value={direction}
          onChange={(value) => look({ type: value, days: period })}
        />
        <Row between wrap>
          <QuietSelect
            label="Período"
            about="do extrato"
            unset="Todo"
            options={periods}
            value={period}
            onChoose={(value) => look({ type: direction, days: value })}
          />
          {shown.length > 0 ? (
            <TextLink
              onClick={() => saveFile(`extrato-${dayOf(now)}.csv`, statementCsv(shown, wallet), 'text/csv')}
            >
              Baixar extrato
            </TextLink>
          ) : null}
        </Row>
        {byDay.length === 0 ? (
          <Text tone="soft">Nenhum movimento neste período. Escolha outro para ver mais.</Text>
        ) : (
          <Text size={15} tone="soft" numeric>
            {`Entrou ${unitsText(unitsMoved(shown, 'IN', wallet), wallet)} · saiu ${unitsText(unitsMoved(shown, 'OUT', wallet), wallet)}`}
          </Text>
        )}
        {byDay.map(({ date, at, movements: moved, closing }) => (
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
