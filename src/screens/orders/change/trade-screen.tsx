import { AppScreen } from '#client/app-screen.tsx';
import { useScreen } from '#client/links.ts';
import { useTrade } from '#client/shop/order/trading.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { Trading } from './trading.tsx';

/** Giving goods back or exchanging them, of an order that was delivered. */
export function TradeScreen() {
  const { order = null } = useScreen('app.trade').search;
  return <Asking key={order} id={order} />;
}

function Asking({ id }: { id: string | null }) {
  const trade = useTrade(id);
  const { state } = trade;
  const order = state.context.known?.order;
  return (
    <AppScreen
      title="Trocar ou devolver"
      // There from the beginning: what stands above it never moves.
      subtitle={order ? `Pedido ${formatOrderCode(order.code).slice(0, 9)}` : 'De um pedido entregue'}
      cart={false}
      width="narrow"
      busy={state.hasTag('busy')}
    >
      <Trading {...trade} />
    </AppScreen>
  );
}
