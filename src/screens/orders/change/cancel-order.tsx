import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { RowList, ListRow } from '#components/layout/list-row.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Order } from '#contract/order/order.ts';
import type { OrderPart } from '#machines/orders/no-orders.ts';
import { IconHelp } from '@tabler/icons-react';
import { Cancel } from './cancel-sheet.tsx';
import { cancellationOf, partRefundText, refundText } from './cancel-words.ts';

/**
 * What can be done when the order is not wanted any more, in whatever state it is: cancel, ask for it, or
 * read why not; and the shop's help with the order's code.
 */
export function CancelOrder({ order, parts }: { order: Order; parts: readonly OrderPart[] }) {
  const { help } = useTenant();
  const linkTo = useLinkTo();
  const cancellation = cancellationOf(order);
  const isByParts = parts.some((part) => cancellationOf(part.order).way !== 'none');
  return (
    <Stack gap={3}>
      {cancellation.way === 'none' ? (
        <Text tone="soft">
          {isByParts ? 'As partes já seguem separadas: cada uma se cancela no seu cartão.' : cancellation.why}
        </Text>
      ) : (
        <Cancel order={order} way={cancellation.way} refund={refundText(order, cancellation.way)} />
      )}
      <Card pad={false}>
        <RowList label="Ajuda com este pedido">
          <ListRow
            icon={<IconHelp size={24} />}
            title={help.label}
            detail={help.hours}
            link={linkTo('app.contact', {}, { order: order.code })}
          />
        </RowList>
      </Card>
    </Stack>
  );
}

/** The same of one part, where it may be called off by itself. */
export function CancelPart({ whole, part }: { whole: Order; part: Order }) {
  const { way } = cancellationOf(part);
  return way === 'none' ? null : <Cancel order={part} way={way} refund={partRefundText(whole)} isPart />;
}
