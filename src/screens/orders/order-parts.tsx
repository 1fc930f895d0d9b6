import { useStatusLabel } from '#client/order-words.ts';
import { Chip } from '#components/form/chip.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { Timeline } from '#components/order/timeline.tsx';
import type { Order } from '#contract/order.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { OrderPart } from '#machines/orders/no-orders.ts';
import { CancelPart } from './cancel-order.tsx';
import { answerText } from './cancel-words.ts';
import { momentsOf } from './moments.ts';
import { Carrier, Invoice } from './order-followed.tsx';

interface Props {
  whole: Order;
  parts: readonly OrderPart[];
  now: number;
}

/** The parts of an order that go ways of their own, each with its items, where it is and who brings it. */
export function OrderParts({ whole, parts, now }: Props) {
  const labelOf = useStatusLabel();
  return parts.map(({ order, follow }, index) => {
    const label = labelOf(order.state);
    const events = follow?.events ?? [];
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
              </div>
              <Chip tone={label.tone}>{label.text}</Chip>
            </Row>
            <Text tone="soft">
              {order.items.map(({ quantity, item }) => `${quantity} × ${item.name}`).join(', ')}
            </Text>
            {answer ? <Text tone="soft">{answer}</Text> : null}
            <Timeline
              label={`Andamento da parte ${index + 1}`}
              items={momentsOf(order, events, now, (state) => labelOf(state).text)}
            />
            {hasOrderTag(whole.state, 'cancelable') &&
            whole.allowedEvents.includes('order.canceled') ? null : (
              <CancelPart part={order} whole={whole} />
            )}
          </Stack>
        </Card>
        {follow?.carrier ? <Carrier {...follow.carrier} state={order.state} /> : null}
        <Invoice url={follow?.invoiceUrl} />
      </Stack>
    );
  });
}
