import { useNow, useRootState, useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useStatusLabel } from '#client/order-words.ts';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Chip } from '#components/form/chip.tsx';
import { Card } from '#components/layout/card.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { Timeline } from '#components/order/timeline.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import type { Follow, Order } from '#contract/order/order.ts';
import { hasOrderTag, isFetched } from '#domain/order/order-states.ts';
import { surveyOrderOf } from '#domain/person/survey.ts';
import { addedText } from '#domain/place/address-form.ts';
import type { OrderPart } from '#machines/orders/no-orders.ts';
import { IconMapPin, IconUser } from '@tabler/icons-react';
import { AfterDelivery } from './after-delivery.tsx';
import { CancelOrder } from './change/cancel-order.tsx';
import { answerText } from './change/cancel-words.ts';
import { GuestNote } from './guest-note.tsx';
import { momentsOf } from './moments.ts';
import { OrderActions } from './order-actions.tsx';
import { Carrier, Invoice } from './order-followed.tsx';
import { OrderPayment } from './payment/order-payment.tsx';
import { OrderParts } from './order-parts.tsx';
import { agreedText } from './change/reschedule-words.ts';
import { SurveyOffer } from '#client/shop/account/late-survey-offer.ts';

const payText = ({ state, paymentMethod: { type } }: Order): string =>
  type === 'CREDIT_CARD'
    ? 'Pagar com cartão'
    : state === 'PENDING_PAYMENT'
      ? 'Pagar com Pix'
      : 'Gerar novo código';

export interface ProgressProps {
  order: Order;
  follow: Follow | null;
  /** those that go ways of their own */
  parts: readonly OrderPart[];
  /** What happened is on its way. How much that is, is not known: what stands below comes with it. */
  isComing: boolean;
}

/** How an order stands, what happened, where it goes and what may be done. */
export function Progress({ order, follow, parts, isComing }: ProgressProps) {
  const labelOf = useStatusLabel();
  const now = useNow(60_000);
  const { addressForm } = useTenant();
  // An account that came with its page is not all of it: what was answered is missing.
  const account = useRootState('session', (s) => (s.context.user ? s.context.account : null));
  const surveyed = surveyOrderOf(order);
  // While its parts agree, one timeline tells of all of them.
  const isApart = new Set(parts.map((part) => part.order.state)).size > 1;
  const { recipient, shippingAddress } = order.properties;
  const door = [order.complement, addedText(shippingAddress ?? {}, addressForm?.fields ?? [])]
    .filter(Boolean)
    .join(' · ');
  return (
    <Stack gap={3} gutter>
      <Standing order={order} follow={follow} now={now} />
      {isComing ? (
        <Waiting text="Buscando o andamento">
          <CardSkeleton height="340px" />
        </Waiting>
      ) : (
        <>
          {isApart ? null : (
            <Card as="section">
              <Timeline
                label="Andamento"
                items={momentsOf(order, follow?.events ?? [], now, (state) => labelOf(state).text)}
              />
            </Card>
          )}
          {parts.length > 1 ? (
            <OrderParts whole={{ order, follow }} parts={parts} isApart={isApart} now={now} />
          ) : null}
          <OrderActions order={order} />
          <AddressCard
            icon={<IconMapPin size={24} />}
            title={
              isFetched(order) ? (order.properties.shippingName ?? 'Retirada') : (order.address ?? 'Entrega')
            }
            {...(door ? { detail: door } : {})}
          />
          {follow?.carrier && !isApart ? <Carrier {...follow.carrier} state={order.state} /> : null}
          <AddressCard
            icon={<IconUser size={24} />}
            title={`${recipient?.self === false ? recipient.name : order.userName} ${isFetched(order) ? 'retira' : 'recebe'}`}
          />
          <Invoice url={follow?.invoiceUrl} />
          <OrderPayment order={order} follow={follow} />
          <AfterDelivery order={order} />
          <GuestNote order={order} />
          <CancelOrder order={order} parts={parts} />
          {/* The last: it comes late, and moves nothing. */}
          {account && surveyed ? <SurveyOffer account={account} about={surveyed} /> : null}
        </>
      )}
    </Stack>
  );
}

/** How it stands in one card, with the one thing that is to be done now. */
function Standing({ order, follow, now }: Pick<ProgressProps, 'order' | 'follow'> & { now: number }) {
  const linkTo = useLinkTo();
  const label = useStatusLabel()(order.state);
  const agreed = agreedText(order);
  const isOver = hasOrderTag(order.state, 'final');
  const isPayable = hasOrderTag(order.state, 'payable');
  const answer = answerText(order.state, follow?.events ?? [], now);
  return (
    <Card as="section">
      <Stack gap={3}>
        <Row between align="center">
          <Text as="h2" size={18} weight={600}>
            {label.text}
          </Text>
          <Chip tone={label.tone}>{isOver ? 'Encerrado' : isPayable ? 'Falta pagar' : 'Em andamento'}</Chip>
        </Row>
        {agreed ? (
          <Text tone="soft">
            {isFetched(order) ? 'Retirada' : 'Chega'} {agreed}
          </Text>
        ) : null}
        {order.state === 'PAYMENT_REVIEW' ? (
          <Text tone="soft">
            O banco analisa o pagamento e costuma responder em até um dia. Você não precisa fazer nada: esta
            página muda sozinha. Se ele recusar, nada é cobrado e você escolhe outro jeito de pagar.
          </Text>
        ) : null}
        {answer ? <Text tone="soft">{answer}</Text> : null}
        {order.properties.reason ? <Text tone="soft">{reasonText(order.properties.reason)}</Text> : null}
        {isPayable ? (
          <Button link={linkTo('app.orderPendingPayment', { orderCode: order.code })}>
            {payText(order)}
          </Button>
        ) : null}
      </Stack>
    </Card>
  );
}

const reasons: Record<string, string> = {
  BUYER: 'Você cancelou este pedido.',
  NOT_PAID: 'O pagamento não chegou a tempo. Nada foi cobrado.',
  PAID_LATE: 'O pagamento chegou depois que os produtos acabaram. O valor está sendo devolvido.',
};
const reasonText = (reason: string) => reasons[reason] ?? `Motivo: ${reason}`;
