import { useAppState, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { carrierText } from '#client/order-words.ts';
import { problemTitle } from '#client/problem-title.ts';
import type { OpenedOrderView } from '#client/shop/order/order-proof.ts';
import { Button } from '#components/form/button.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import type { Follow, Order } from '#contract/order/order.ts';
import { formatHour } from '#domain/dates.ts';
import { isFetched } from '#domain/order/order-states.ts';
import { formatPhone } from '#domain/person/phone.ts';
import { formatWindow } from '#domain/spans.ts';
import { IconMapPin, IconTruckDelivery, IconUser } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Receipt } from './receipt.tsx';

/** All of an order for whoever proved its contact; else how it is seen. */
export function OpenedOrder({ code, state, send }: OpenedOrderView & { code: string }) {
  const noAnswer = useNoAnswer();
  const { opened, pass } = state.context;
  if (state.hasTag('busy'))
    return (
      <Waiting text="Abrindo o pedido">
        <CardSkeleton height="180px" />
      </Waiting>
    );
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <RefusalNote
        text={noAnswer.say(
          'O resto do pedido aparece quando a conexão voltar.',
          'O resto do pedido não veio: tente de novo em instantes.',
        )}
        remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
      />
    );
  if (!opened || !pass) return <Closed code={code} isOver={state.hasTag('expired')} />;
  return (
    <>
      <Text size={15} tone="soft" numeric>
        {`Você vê este pedido inteiro até as ${formatHour(pass.until)}, nesta aba.`}
      </Text>
      <Whole order={opened.order} follow={opened.follow} />
      <Claim code={code} state={state} send={send} />
    </>
  );
}

/** How the rest is seen: by a code to the contact, or by the account that it is in. */
function Closed({ code, isOver }: { code: string; isOver: boolean }) {
  const linkTo = useLinkTo();
  const isMine = useRootState('orders', ({ context }) => context.orders.some((order) => order.code === code));
  const own = linkTo('app.ordersDetails', { orderCode: code });
  return (
    <Card as="section">
      <Stack gap={3}>
        <Text as="h2" size={18} weight={600}>
          {isMine ? 'Este pedido é seu' : 'É o seu pedido?'}
        </Text>
        {isOver ? (
          <RefusalNote text="Por segurança, o pedido inteiro fechou depois de meia hora. Outro código o abre de novo." />
        ) : (
          <Text tone="soft">
            {isMine
              ? 'Ele está na sua conta, com valores, endereço e o que ainda dá para mudar.'
              : 'Com um código enviado ao contato do pedido você vê valores, endereço e quem recebe.'}
          </Text>
        )}
        <Button
          kind="soft"
          link={isMine ? own : linkTo('app.orderVerification', { channel: 'phone' }, { order: code })}
        >
          Ver tudo
        </Button>
        {isMine ? null : <TextLink link={own}>Está na minha conta ou foi feito neste aparelho</TextLink>}
      </Stack>
    </Card>
  );
}

function Whole({ order, follow }: { order: Order; follow: Follow }) {
  const { window, recipient, shippingName } = order.properties;
  const isTaken = isFetched(order);
  const contact = [order.userPhone ? formatPhone(order.userPhone) : '', order.email ?? '']
    .filter(Boolean)
    .join(' · ');
  const detail = [
    order.complement,
    window ? formatWindow(Date.parse(window.start), Date.parse(window.end)) : '',
  ]
    .filter(Boolean)
    .join(' · ');
  return (
    <>
      <AddressCard
        icon={<IconMapPin size={24} />}
        title={isTaken ? (shippingName ?? 'Retirada') : (order.address ?? 'Entrega')}
        {...(detail ? { detail } : {})}
      />
      {follow.carrier ? (
        <AddressCard
          icon={<IconTruckDelivery size={24} />}
          title={carrierText(order.state, follow.carrier.name)}
          {...(follow.carrier.trackingCode ? { detail: `Rastreio ${follow.carrier.trackingCode}` } : {})}
        />
      ) : null}
      <AddressCard
        icon={<IconUser size={24} />}
        title={`${recipient?.self === false ? recipient.name : order.userName} ${isTaken ? 'retira' : 'recebe'}`}
        {...(contact ? { detail: contact } : {})}
      />
      <Receipt order={order} inset />
    </>
  );
}

/** Taking it into one's account, where it can be changed, canceled and bought again. */
function Claim({ code, state, send }: OpenedOrderView & { code: string }) {
  const linkTo = useLinkTo();
  const orders = useRoot('orders');
  const isClient = useAppState(({ context }) => context.session === 'client' && context.account !== null);
  const isVisitor = useAppState(({ context }) => context.session === 'visitor');
  const isMine = useRootState('orders', ({ context }) => context.orders.some((order) => order.code === code));
  const isDone = state.hasTag('claim.done');
  useEffect(() => {
    // The list learns of it, also where it was empty.
    if (isDone) for (const type of ['order.stale', 'load.retried'] as const) orders.send({ type });
  }, [isDone, orders]);
  const { problem } = state.context;
  if (isDone || isMine)
    return (
      <Card as="section">
        <Stack gap={3}>
          <div role="status">
            <Text weight={600}>Este pedido está na sua conta.</Text>
          </div>
          <Button kind="soft" link={linkTo('app.ordersDetails', { orderCode: code })}>
            Abrir na minha conta
          </Button>
        </Stack>
      </Card>
    );
  if (state.hasTag('claim.taken'))
    return <RefusalNote text="Este pedido já está em outra conta. Se ela é sua, entre com o contato dela." />;
  return (
    <Card as="section">
      <Stack gap={3}>
        <Text as="h2" size={18} weight={600}>
          Guardar na sua conta
        </Text>
        <Text tone="soft">
          Na conta você acompanha este pedido em qualquer aparelho, muda o que ainda dá e compra de novo.
        </Text>
        {state.hasTag('claim.failed') && problem ? <RefusalNote text={problemTitle(problem)} /> : null}
        {isClient ? (
          <Button
            kind="soft"
            busy={state.hasTag('claim.busy')}
            onClick={() => send({ type: 'claim.requested' })}
          >
            Guardar na minha conta
          </Button>
        ) : isVisitor ? (
          <Button kind="soft" link={linkTo('login.options')}>
            Entrar ou criar conta
          </Button>
        ) : null}
      </Stack>
    </Card>
  );
}
