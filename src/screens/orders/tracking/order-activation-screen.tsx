import { AppScreen } from '#client/app-screen.tsx';
import { ProofForm } from '#client/forms/proof-form.tsx';
import { useGo, useLinkTo, useScreen } from '#client/links.ts';
import { useOrderProof } from '#client/shop/order/order-proof.ts';
import { Button } from '#components/form/button.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { normaliseOrderCode } from '#domain/order/order-code.ts';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import { useEffect } from 'react';
import { WhichOrder } from '../change/which-order.tsx';

/** Typing the code that went to the contact of an order. Whole, it submits itself. */
export function OrderActivationScreen() {
  const {
    params: { channel },
    search: { order = '' },
  } = useScreen('app.orderActivation');
  const code = normaliseOrderCode(order);
  return code ? (
    <Typing key={`${code} ${channel}`} code={code} channel={channel === 'email' ? 'email' : 'phone'} />
  ) : (
    <WhichOrder />
  );
}

function Typing({ code, channel }: { code: string; channel: 'phone' | 'email' }) {
  const go = useGo();
  const linkTo = useLinkTo();
  const { state, actor } = useOrderProof({ code, channel, isTyping: true });
  const isProved = state.matches('proved');
  useEffect(() => {
    if (isProved) go('app.orderTrackingDetails', { code });
  }, [isProved, go, code]);
  const isPhone = channel === 'phone';
  const { contact } = state.context;
  if (state.matches('recalling') || isProved)
    return (
      <AppScreen width="narrow" cart={false} busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>Digite o código que enviamos</ScreenHeading>
          <Waiting text={isProved ? 'Abrindo o pedido' : 'Um instante'}>
            <CardSkeleton height="240px" />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  if (state.matches('idle') || state.hasTag('absent'))
    return (
      <AppScreen width="narrow" cart={false}>
        <EmptyState
          heading
          drawing="search"
          title="Nenhum código está a caminho"
          text="Os códigos valem por 5 minutos e só na aba em que foram pedidos. Peça outro para ver o pedido inteiro."
          action={
            <Button link={linkTo('app.orderVerification', { channel }, { order: code })}>
              Pedir um código
            </Button>
          }
        />
      </AppScreen>
    );
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>Digite o código que enviamos</ScreenHeading>
          <Text tone="soft">
            {isPhone ? 'SMS para ' : 'E-mail para '}
            <Text as="span" weight={600} tone="ink">
              {contact ?? `o ${isPhone ? 'celular' : 'e-mail'} do pedido`}
            </Text>
            . Vale por 5 minutos.
          </Text>
        </Stack>
        <ProofForm proof={actor} />
        <ListRow
          flush
          icon={isPhone ? <IconMail size={24} /> : <IconDeviceMobile size={24} />}
          title={isPhone ? 'Receber por e-mail' : 'Receber por SMS'}
          detail={isPhone ? 'No e-mail do pedido' : 'No celular do pedido'}
          link={linkTo('app.orderVerification', { channel: isPhone ? 'email' : 'phone' }, { order: code })}
        />
      </Stack>
    </AppScreen>
  );
}
