import { AppScreen } from '#client/app-screen.tsx';
import { useScreen } from '#client/links.ts';
import { usePickup } from '#client/shop/order/picking-up.ts';
import { useWakeLock } from '#client/wake-lock.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { PickedUp } from './picked-up.tsx';

/** Fetching an order: what is shown at the counter, where that is, and until when. */
export function ClickAndCollectScreen() {
  const { order = null } = useScreen('app.clickAndCollect').search;
  return <Fetching key={order} id={order} />;
}

function Fetching({ id }: { id: string | null }) {
  const { state, send } = usePickup(id);
  const { pickup } = state.context;
  useWakeLock(pickup?.code !== undefined);
  return (
    <AppScreen
      title="Retirada"
      // There from the beginning: what stands above it never moves.
      subtitle={pickup ? `Pedido ${formatOrderCode(pickup.orderCode).slice(0, 9)}` : 'De um pedido pago'}
      cart={false}
      width="narrow"
      busy={state.hasTag('busy') && !pickup}
    >
      <PickedUp state={state} send={send} />
    </AppScreen>
  );
}
