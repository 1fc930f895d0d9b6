import { AppScreen } from '#client/app-screen.tsx';
import { useScreen } from '#client/links.ts';
import { useRescheduling } from '#client/shop/order/rescheduling.ts';
import { Rescheduling } from './rescheduling.tsx';

/** Another day or hour for an order, or another try of a delivery that failed. */
export function RescheduleOrderScreen() {
  const { state, send } = useRescheduling(useScreen('app.rescheduleOrder').search);
  return (
    <AppScreen
      title="Reagendar"
      cart={false}
      width="narrow"
      busy={state.hasTag('busy') && !state.context.order}
    >
      <Rescheduling state={state} send={send} />
    </AppScreen>
  );
}
