import { AppScreen } from '#client/app-screen.tsx';
import { useAppState } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { AddressCard } from '#components/place/address-card.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { StepProgress } from '#components/order/step-progress.tsx';
import { later } from '#components/layout/later.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Order } from '#contract/order/order.ts';
import { formatWindow } from '#domain/spans.ts';
import { firstName } from '#domain/person/first-name.ts';
import { isFetched } from '#domain/order/order-states.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { IconCheck, IconMapPin } from '@tabler/icons-react';
import { progressOf, useStatusLabel } from '#client/order-words.ts';
import { AfterDelivery } from './after-delivery.tsx';
import { GuestNote } from './guest-note.tsx';
import { OrderUnheard, useOpenOrder } from './open-order.tsx';
import styles from './order-success-screen.module.css';

const PushCard = later(
  'client/shop/account/push-card.tsx',
  async () => (await import('#client/shop/account/push-card.tsx')).PushCard,
  null,
  { afterwards: true },
);

/** Thanks, the code, and what happens next; of an order that the server says is paid. */
export function OrderSuccessScreen() {
  const { orderCode } = useScreen('app.orderSuccess').params;
  const isUnheard = useAppState((s) => s.matches({ orderSuccess: 'checking' }));
  const order = useOpenOrder(orderCode);
  return isUnheard || !order ? <OrderUnheard orderCode={orderCode} /> : <Thanks order={order} />;
}

function Thanks({ order }: { order: Order }) {
  const linkTo = useLinkTo();
  const labelOf = useStatusLabel();
  const orderCode = order.code;
  const name = firstName(order.userName);
  const { window } = order.properties;
  const next = isFetched(order)
    ? 'Vamos separar tudo e avisar quando estiver pronto para retirar.'
    : 'Vamos separar tudo com cuidado e avisar quando sair para entrega.';
  return (
    <AppScreen top="none" width="narrow">
      <Stack gap={6} gutter>
        <div className={styles.thanks}>
          <span className={styles.mark} aria-hidden="true">
            <IconCheck size={36} stroke={2.25} />
          </span>
          <ScreenHeading size={36}>{name ? `Obrigado, ${name}!` : 'Pedido feito!'}</ScreenHeading>
          <Text tone="soft">Recebemos o seu pagamento. Guarde o código do pedido:</Text>
          <Text size={18} weight={700} numeric nowrap>
            {formatOrderCode(orderCode)}
          </Text>
        </div>
        <Card as="section">
          <Stack gap={3}>
            <Text as="h2" size={18} weight={600}>
              O que acontece agora
            </Text>
            <StepProgress {...progressOf(order)} label="Andamento do pedido" />
            <Text tone="soft">{order.state === 'PAID' ? next : labelOf(order.state).text}</Text>
          </Stack>
        </Card>
        <AddressCard
          icon={<IconMapPin size={24} />}
          title={
            isFetched(order)
              ? (order.properties.shippingName ?? 'Retirada')
              : (order.address ?? 'Seu endereço')
          }
          {...(window
            ? { detail: formatWindow(Date.parse(window.start), Date.parse(window.end)) }
            : order.properties.shippingName
              ? { detail: order.properties.shippingName }
              : {})}
        />
        <Button link={linkTo('app.ordersDetails', { orderCode })}>Acompanhar pedido</Button>
        <PushCard at="order" />
        <AfterDelivery order={order} />
        <GuestNote order={order} />
        <Button kind="ghost" link={linkTo('app.home')}>
          Continuar comprando
        </Button>
      </Stack>
    </AppScreen>
  );
}
