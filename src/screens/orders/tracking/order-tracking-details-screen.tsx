import { AppScreen } from '#client/app-screen.tsx';
import { useScreen } from '#client/links.ts';
import { useOpenedOrder } from '#client/shop/order/order-proof.ts';
import { useTracking } from '#client/shop/order/tracking.ts';
import { formatOrderCode, normaliseOrderCode } from '#domain/order/order-code.ts';
import { TrackedOrder } from './tracked-order.tsx';

/** Where an order is, for anybody who has its code: no address, contact or sum before its contact is proved. */
export function OrderTrackingDetailsScreen() {
  const { code } = useScreen('app.orderTrackingDetails').params;
  return <Tracking key={code} code={normaliseOrderCode(code) ?? code} />;
}

function Tracking({ code }: { code: string }) {
  const { state, send } = useTracking(code);
  const opened = useOpenedOrder(code);
  return (
    <AppScreen
      title="Andamento do pedido"
      subtitle={formatOrderCode(code)}
      cart={false}
      width="narrow"
      busy={state.hasTag('busy') && !state.context.order}
    >
      <TrackedOrder code={code} state={state} send={send} opened={opened} />
    </AppScreen>
  );
}
