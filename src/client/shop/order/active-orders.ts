import { IconBike, IconBuildingStore, IconPackage, IconQrcode } from '@tabler/icons-react';
import type { LinkTarget } from '#components/form/link.ts';
import type { Order, OrderState } from '#contract/order/order.ts';
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

/**
 * The words of each state, and how far the present bar is filled: a longer bar means a later state of the
 * same part.
 */
const looks: Partial<Record<OrderState, { title: string; part: number }>> = {
  CREATED: { title: 'Pedido recebido', part: 0.5 },
  PENDING_PAYMENT: { title: 'Aguardando pagamento', part: 0.4 },
  PAYMENT_REVIEW: { title: 'Pagamento em análise', part: 0.7 },
  PAID: { title: 'Pagamento confirmado', part: 0.2 },
  PREPARING: { title: 'Separando seu pedido', part: 0.6 },
  CANCELLATION_REQUESTED: { title: 'Cancelamento pedido', part: 0.5 },
  SHIPPED: { title: 'Enviado', part: 0.3 },
  OUT_FOR_DELIVERY: { title: 'Saiu para entrega', part: 0.6 },
  DELIVERY_FAILED: { title: 'Não conseguimos entregar', part: 0.5 },
  READY_FOR_PICKUP: { title: 'Pronto para retirar', part: 0.7 },
};

const iconOf = (state: OrderState, type: Order['type']) =>
  hasOrderTag(state, 'payable')
    ? IconQrcode
    : isFetched({ type })
      ? IconBuildingStore
      : hasOrderTag(state, 'moving')
        ? IconBike
        : IconPackage;

/** When it comes, as short as a card needs it: "Chega hoje, entre 10h20 e 10h50". */
function detailOf({ state, type, properties }: Order, now: number): string {
  if (hasOrderTag(state, 'payable')) return 'Pague com Pix para garantir os itens';
  const start = instantOf(properties.window?.start);
  const end = instantOf(properties.window?.end);
  if (hasOrderTag(state, 'troubled')) return 'Veja o que fazer agora';
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
        if (done === null || hasOrderTag(order.state, 'delivered')) return [];
        const look = looks[order.state] ?? { title: 'Pedido em andamento', part: 0.5 };
        return [
          {
            id: order.id,
            title: labels?.[order.state]?.delivered ?? look.title,
            code: `Pedido ${formatOrderCode(order.code)}`,
            detail: detailOf(order, now),
            icon: createElement(iconOf(order.state, order.type), { size: 24 }),
            steps: { done, part: look.part, labels: [...progressLabels(order.type)] },
            link: hasOrderTag(order.state, 'payable')
              ? linkTo('app.orderPendingPayment', { orderCode: order.code })
              : linkTo('app.ordersDetails', { orderCode: order.code }),
          },
        ];
      }),
    [orders, labels, linkTo, now],
  );
}
