import { IconBike, IconBuildingStore, IconPackage, IconQrcode } from '@tabler/icons-react';
import type { LinkTarget } from '#components/form/link.ts';
import type { Order, OrderState } from '#contract/order.ts';
import { formatHour, instantOf } from '#domain/dates.ts';
import { formatWindow } from '#domain/spans.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { hasOrderTag, isFetched, progressLabels, progressStep } from '#domain/order/order-states.ts';
import { wallTime } from '#domain/place/zone.ts';
import { type ReactNode, createElement, useMemo } from 'react';
import { useNow, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';

export interface ActiveOrder {
  id: string;
  title: string;
  code: string;
  detail: string;
  icon: ReactNode;
  steps: { done: number; part: number; labels: string[] };
  link: LinkTarget;
}

const titles: Partial<Record<OrderState, string>> = {
  CREATED: 'Pedido recebido',
  PENDING_PAYMENT: 'Aguardando pagamento',
  PAYMENT_REVIEW: 'Pagamento em análise',
  PAID: 'Pagamento confirmado',
  PREPARING: 'Separando seu pedido',
  CANCELLATION_REQUESTED: 'Cancelamento pedido',
  SHIPPED: 'Enviado',
  OUT_FOR_DELIVERY: 'Saiu para entrega',
  DELIVERY_FAILED: 'Não conseguimos entregar',
  READY_FOR_PICKUP: 'Pronto para retirar',
};
/** How far the present bar is filled, by state: a longer bar means a later state of the same part. */
const parts: Partial<Record<OrderState, number>> = {
  PENDING_PAYMENT: 0.4,
  PAYMENT_REVIEW: 0.7,
  PAID: 0.2,
  PREPARING: 0.6,
  SHIPPED: 0.3,
  OUT_FOR_DELIVERY: 0.6,
  READY_FOR_PICKUP: 0.7,
};

const iconOf = (state: OrderState, type: Order['type']) =>
  state === 'PENDING_PAYMENT'
    ? IconQrcode
    : isFetched({ type })
      ? IconBuildingStore
      : hasOrderTag(state, 'moving')
        ? IconBike
        : IconPackage;

/** When it comes, as short as a card needs it: "Chega hoje, entre 10h20 e 10h50". */
function detailOf({ state, type, properties }: Order, now: number): string {
  if (state === 'PENDING_PAYMENT') return 'Pague com Pix para garantir os itens';
  const start = instantOf(properties.window?.start);
  const end = instantOf(properties.window?.end);
  if (state === 'DELIVERY_FAILED') return 'Veja o que fazer agora';
  if (start === null || end === null)
    return properties.shippingName ?? properties.campaignName ?? 'Acompanhe cada passo';
  const verb = isFetched({ type }) ? 'Retire' : 'Chega';
  return wallTime(start).date === wallTime(now).date
    ? `${verb} entre ${formatHour(start)} e ${formatHour(end)}`
    : `${verb} ${formatWindow(start, end)}`;
}

/** Orders on their way, newest first. Empty for visitors and while nothing is known. */
export function useActiveOrders(): ActiveOrder[] {
  const orders = useRootState('orders', ({ context }) => context.orders);
  const labels = useRootState('marketplace', ({ context }) => context.documents?.status);
  const linkTo = useLinkTo();
  const now = useNow(60_000);
  return useMemo(
    () =>
      orders.flatMap((order): ActiveOrder[] => {
        const done = progressStep(order.state);
        if (done === null || done > 2) return [];
        return [
          {
            id: order.id,
            title: labels?.[order.state]?.delivered ?? titles[order.state] ?? 'Pedido em andamento',
            code: `Pedido ${formatOrderCode(order.code)}`,
            detail: detailOf(order, now),
            icon: createElement(iconOf(order.state, order.type), { size: 24 }),
            steps: { done, part: parts[order.state] ?? 0.5, labels: [...progressLabels(order.type)] },
            link:
              order.state === 'PENDING_PAYMENT'
                ? linkTo('app.orderPendingPayment', { orderCode: order.code })
                : linkTo('app.ordersDetails', { orderCode: order.code }),
          },
        ];
      }),
    [orders, labels, linkTo, now],
  );
}
