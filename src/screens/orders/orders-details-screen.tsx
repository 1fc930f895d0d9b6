import { AppScreen } from '#client/app-screen.tsx';
import { useAppState, useRefusalReason, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { Columns } from '#components/layout/columns.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { OrderUnheard, useOpenOrder } from './open-order.tsx';
import { useNoAnswer } from '#client/no-answer.ts';
import { itemsText } from '#client/order-words.ts';
import styles from './orders-details-screen.module.css';
import { Progress } from './order-progress.tsx';
import { Receipt } from './receipt.tsx';

/** Everything about one order; what may be done with it is what its chart allows. */
export function OrdersDetailsScreen() {
  const { orderCode } = useScreen('app.ordersDetails').params;
  const orders = useRoot('orders');
  const order = useOpenOrder(orderCode);
  const follow = useRootState('orders', (s) =>
    s.context.follow?.orderCode === order?.code ? s.context.follow : null,
  );
  const parts = useRootState('orders', (s) => s.context.parts);
  const isComing = useRootState(
    'orders',
    (s) =>
      !follow &&
      s.context.failures === 0 &&
      (s.hasTag('details.busy') || s.matches({ details: { shown: 'refreshing' } })),
  );
  const isLost = useRootState('orders', (s) => s.hasTag('details.failed') || s.hasTag('details.offline'));
  const reason = useRefusalReason();
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  // There is no account to go up to.
  const isVisitor = useAppState((s) => s.context.session === 'visitor');
  if (!order) return <OrderUnheard orderCode={orderCode} />;
  const title = {
    title: `Pedido ${formatOrderCode(orderCode).slice(0, 9)}`,
    subtitle: `${order.properties.campaignName ?? 'Pedido'} · ${itemsText(order)}`,
    cart: false,
  };
  return (
    <AppScreen {...title} refusal={reason !== 'order.over'} back={isVisitor ? linkTo('app.home') : true}>
      <div className={styles.heading}>
        <ScreenHeading hidden="phone">Pedido {formatOrderCode(orderCode)}</ScreenHeading>
      </div>
      {isLost ? (
        <RefusalNote
          text={noAnswer.say(
            'O que aparece aqui é o que sabíamos por último.',
            'O que aparece aqui é o que sabíamos por último.',
          )}
          {...(noAnswer.isOnline
            ? { remedy: { label: 'Tentar de novo', onClick: () => orders.send({ type: 'load.retried' }) } }
            : {})}
        />
      ) : null}
      <Columns
        apart
        kind="checkout"
        side={<Receipt order={order} />}
        sideLabel="Resumo do pedido"
        sideOnPhone={isComing ? 'hidden' : 'after'}
      >
        <Progress order={order} follow={follow} parts={follow ? parts : []} isComing={isComing} />
      </Columns>
    </AppScreen>
  );
}
