import { useLinkTo } from '#client/links.ts';
import { useBuyAgain } from '#client/shop/cart/buy-again.ts';
import { Button } from '#components/form/button.tsx';
import type { Order } from '#contract/order/order.ts';
import { isMovable } from '#domain/order/order-change.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { IconCalendarEvent, IconShoppingBagPlus } from '@tabler/icons-react';
import styles from './order-actions.module.css';

/** What may be done with an order besides calling it off; what may not leaves its place (D94). */
export function OrderActions({ order }: { order: Order }) {
  const linkTo = useLinkTo();
  const { buyAgain, pendingId } = useBuyAgain();
  const canMove = isMovable(order);
  const canRepeat = !hasOrderTag(order.state, 'payable') && order.items.length > 0;
  if (!canMove && !canRepeat) return null;
  return (
    <div className={styles.actions}>
      {canMove ? (
        <Button
          kind="quiet"
          icon={<IconCalendarEvent size={24} />}
          link={linkTo('app.rescheduleOrder', {}, { order: order.id })}
        >
          {order.allowedEvents.includes('delivery.rescheduled') ? 'Combinar nova entrega' : 'Reagendar'}
        </Button>
      ) : null}
      {canRepeat ? (
        <Button
          kind="quiet"
          icon={<IconShoppingBagPlus size={24} />}
          busy={pendingId !== null}
          onClick={() => buyAgain(order)}
        >
          {pendingId === null ? 'Comprar de novo' : 'Conferindo os preços de hoje'}
        </Button>
      ) : null}
    </div>
  );
}
