import { AppScreen } from '#client/app-screen.tsx';
import { useAppState, useNow, useRefusalReason, useRoot, useRootState, useTenant } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useBuyAgain } from '#client/shop/buy-again.ts';
import { AddressCard } from '#components/place/address-card.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Chip } from '#components/form/chip.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Timeline } from '#components/order/timeline.tsx';
import type { Follow, Order } from '#contract/order.ts';
import { formatWindow } from '#domain/spans.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { hasOrderTag, isFetched } from '#domain/order/order-states.ts';
import { addedText } from '#domain/place/address-form.ts';
import { IconMapPin, IconTruckDelivery, IconUser } from '@tabler/icons-react';
import { AfterDelivery } from './after-delivery.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { GuestNote } from './guest-note.tsx';
import { OrderUnheard, useOpenOrder } from './open-order.tsx';
import { useNoAnswer } from '#client/no-answer.ts';
import { carrierText, itemsText, useStatusLabel } from '#client/order-words.ts';
import { momentsOf } from './moments.ts';
import styles from './orders-details-screen.module.css';
import { Receipt } from './receipt.tsx';

/** Everything about one order; what may be done with it is what its chart allows. */
export function OrdersDetailsScreen() {
  const { orderCode } = useScreen('app.ordersDetails').params;
  const orders = useRoot('orders');
  const order = useOpenOrder(orderCode);
  const follow = useRootState('orders', (s) =>
    s.context.follow?.orderCode === order?.code ? s.context.follow : null,
  );
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
        <Progress order={order} follow={follow} isComing={isComing} />
      </Columns>
    </AppScreen>
  );
}

const payText = ({ state, paymentMethod: { type } }: Order): string =>
  type === 'CREDIT_CARD'
    ? 'Pagar com cartão'
    : state === 'PENDING_PAYMENT'
      ? 'Pagar com Pix'
      : 'Gerar novo código';

interface ProgressProps {
  order: Order;
  follow: Follow | null;
  /** What happened is on its way. How much that is, is not known: what stands below comes with it. */
  isComing: boolean;
}

function Progress({ order, follow, isComing: isFollowComing }: ProgressProps) {
  const linkTo = useLinkTo();
  const labelOf = useStatusLabel();
  const now = useNow(60_000);
  const { addressForm } = useTenant();
  const { window, recipient, shippingAddress } = order.properties;
  const door = [order.complement, addedText(shippingAddress ?? {}, addressForm?.fields ?? [])]
    .filter(Boolean)
    .join(' · ');
  const label = labelOf(order.state);
  const isComing = !hasOrderTag(order.state, 'final') && !hasOrderTag(order.state, 'troubled');
  const buyAgain = useBuyAgain();
  const isPayable = hasOrderTag(order.state, 'payable');
  return (
    <Stack gap={3} gutter>
      <Card as="section">
        <Stack gap={3}>
          <Row between align="center">
            <Text as="h2" size={18} weight={600}>
              {label.text}
            </Text>
            <Chip tone={label.tone}>
              {hasOrderTag(order.state, 'final') ? 'Encerrado' : isPayable ? 'Falta pagar' : 'Em andamento'}
            </Chip>
          </Row>
          {window && isComing ? (
            <Text tone="soft">
              {isFetched(order) ? 'Retirada' : 'Chega'}{' '}
              {formatWindow(Date.parse(window.start), Date.parse(window.end))}
            </Text>
          ) : null}
          {order.state === 'PAYMENT_REVIEW' ? (
            <Text tone="soft">
              O banco analisa o pagamento e costuma responder em até um dia. Você não precisa fazer nada: esta
              página muda sozinha. Se ele recusar, nada é cobrado e você escolhe outro jeito de pagar.
            </Text>
          ) : null}
          {order.properties.reason ? <Text tone="soft">{reasonText(order.properties.reason)}</Text> : null}
          {!isPayable && order.items.length > 0 ? (
            <Button kind="soft" onClick={() => buyAgain(order)}>
              Comprar de novo
            </Button>
          ) : null}
          {isPayable ? (
            <Button link={linkTo('app.orderPendingPayment', { orderCode: order.code })}>
              {payText(order)}
            </Button>
          ) : null}
        </Stack>
      </Card>
      {isFollowComing ? (
        <Waiting text="Buscando o andamento">
          <CardSkeleton height="340px" />
        </Waiting>
      ) : (
        <>
          <Card as="section">
            <Timeline
              label="Andamento"
              items={momentsOf(order, follow?.events ?? [], now, (state) => labelOf(state).text)}
            />
          </Card>
          <AddressCard
            icon={<IconMapPin size={24} />}
            title={
              isFetched(order) ? (order.properties.shippingName ?? 'Retirada') : (order.address ?? 'Entrega')
            }
            {...(door ? { detail: door } : {})}
          />
          {follow?.carrier ? <Carrier {...follow.carrier} state={order.state} /> : null}
          <AddressCard
            icon={<IconUser size={24} />}
            title={`${recipient?.self === false ? recipient.name : order.userName} ${isFetched(order) ? 'retira' : 'recebe'}`}
          />
          <AfterDelivery order={order} />
          <GuestNote order={order} />
          <CancelOrder order={order} />
        </>
      )}
    </Stack>
  );
}

/** Who brings it; where they tell more, a link in a window of its own. */
function Carrier({ name, url, trackingCode, state }: NonNullable<Follow['carrier']> & Pick<Order, 'state'>) {
  // A link of the tenant's own document; anything but https leads nowhere.
  const there = url !== undefined && url.startsWith('https://') ? url : null;
  return (
    <AddressCard
      icon={<IconTruckDelivery size={24} />}
      title={carrierText(state, name)}
      {...(trackingCode ? { detail: `Rastreio ${trackingCode}` } : {})}
      {...(there
        ? {
            action: (
              <TextLink
                label={`Rastrear em ${name}, em outra aba`}
                link={{
                  href: there,
                  onClick: (click) => {
                    click.preventDefault();
                    globalThis.open(there, '_blank', 'noopener,noreferrer');
                  },
                }}
              >
                Rastrear
              </TextLink>
            ),
          }
        : {})}
    />
  );
}

const reasons: Record<string, string> = {
  BUYER: 'Você cancelou este pedido.',
  NOT_PAID: 'O pagamento não chegou a tempo. Nada foi cobrado.',
  PAID_LATE: 'O pagamento chegou depois que os produtos acabaram. O valor está sendo devolvido.',
};
const reasonText = (reason: string) => reasons[reason] ?? `Motivo: ${reason}`;
