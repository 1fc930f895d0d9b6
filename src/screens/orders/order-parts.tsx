import { useStatusLabel } from '#client/order-words.ts';
import { Chip } from '#components/form/chip.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { Timeline } from '#components/order/timeline.tsx';
import type { OrderPart } from '#machines/orders/no-orders.ts';
import { CancelPart } from './change/cancel-order.tsx';
import { answerText, cancellationOf } from './change/cancel-words.ts';
import { momentsOf } from './moments.ts';
import { Carrier, Invoice } from './order-followed.tsx';

interface Props {
  whole: OrderPart;
  parts: readonly OrderPart[];
  /** they are not in one state: each has its own timeline and carrier */
  isApart: boolean;
  now: number;
}

/** The parts of an order, each with its items; once they go ways of their own, with where it is and who brings it. */
export function OrderParts({ whole, parts, isApart, now }: Props) {
  const labelOf = useStatusLabel();
  const isOneDecision = cancellationOf(whole.order).way !== 'none';
  return parts.map(({ order, follow }, index) => {
    const label = labelOf(order.state);
    const { events = [], carrier } = follow ?? {};
    const answer = answerText(order.state, events, now);
    const id = `part-${order.code}`;
    return (
      <Stack key={order.id} gap={3}>
        <Card as="section" labelledBy={id}>
          <Stack gap={3}>
            <Row between align="center">
              <div>
                <Text size={13} tone="soft">
                  Parte {index + 1} de {parts.length}
                </Text>
                <Text as="h2" id={id} size={18} weight={600}>
                  {order.properties.campaignName ?? 'Pedido'}
                </Text>
                {order.properties.hubName ? (
                  <Text size={13} tone="soft">
                    Preparada em {order.properties.hubName}
                  </Text>
                ) : null}
              </div>
              <Chip tone={label.tone}>{label.text}</Chip>
            </Row>
            <Text tone="soft">
              {order.items.map(({ quantity, item }) => `${quantity} × ${item.name}`).join(', ')}
            </Text>
            {isApart && answer ? <Text tone="soft">{answer}</Text> : null}
            {isApart ? (
              <Timeline
                label={`Andamento da parte ${index + 1}`}
                items={momentsOf(order, events, now, (state) => labelOf(state).text)}
              />
            ) : null}
            {isOneDecision ? null : <CancelPart part={order} whole={whole.order} />}
          </Stack>
        </Card>
        {carrier && (isApart || carrier.trackingCode !== whole.follow?.carrier?.trackingCode) ? (
          <Carrier {...carrier} state={order.state} />
        ) : null}
        <Invoice url={follow?.invoiceUrl === whole.follow?.invoiceUrl ? undefined : follow?.invoiceUrl} />
      </Stack>
    );
  });
}
