import { useLinkTo } from '#client/links.ts';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import type { Order } from '#contract/order/order.ts';
import { hasOrderTag, isFetched } from '#domain/order/order-states.ts';
import { IconArrowsExchange, IconBuildingStore } from '@tabler/icons-react';

/** What can be done with an order that was paid: fetch it, and once it is there exchange or give it back (D94). */
export function AfterDelivery({ order }: { order: Order }) {
  const linkTo = useLinkTo();
  const { id, state, allowedEvents } = order;
  const isWaiting = isFetched(order) && hasOrderTag(state, 'paid') && !hasOrderTag(state, 'delivered');
  const isReturnable = allowedEvents.includes('return.requested');
  if (hasOrderTag(state, 'over') || !(isWaiting || isReturnable)) return null;
  return (
    <Card pad={false}>
      <RowList divided label="O que dá para fazer">
        {isWaiting ? (
          <ListRow
            icon={<IconBuildingStore size={24} />}
            title={hasOrderTag(state, 'collectable') ? 'Mostrar código de retirada' : 'Ver a retirada'}
            detail="Código, horários e como chegar"
            link={linkTo('app.clickAndCollect', {}, { order: id })}
          />
        ) : null}
        {isReturnable ? (
          <ListRow
            icon={<IconArrowsExchange size={24} />}
            title="Trocar ou devolver"
            detail="Veio errado, faltou ou você desistiu"
            link={linkTo('app.trade', {}, { order: id })}
          />
        ) : null}
      </RowList>
    </Card>
  );
}
