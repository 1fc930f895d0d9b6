import { AppScreen } from '#client/app-screen.tsx';
import { useSubmitOrder } from '#client/attempt.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLogo } from '#client/frame-parts.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ScreenLink } from '#client/screen-link.tsx';
import { useQuestions } from '#client/shop/cart/questions.ts';
import { useRecipient } from '#client/shop/place/shipping.ts';
import { Button } from '#components/form/button.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Columns } from '#components/layout/columns.tsx';
import { DesktopHeader } from '#components/layout/desktop-header.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { PhoneOnly } from '#components/layout/viewport.tsx';
import { FinishedStep } from '#components/order/finished-step.tsx';
import { formatPhone } from '#domain/person/phone.ts';
import { IconMessageQuestion, IconReceipt, IconTruckDelivery, IconUser } from '@tabler/icons-react';
import { ChangedPrices } from './changed-prices.tsx';
import { useCheckoutMoney } from './checkout-money.ts';
import styles from './checkout-frame.module.css';
import { Fault } from './fault.tsx';
import { FinishedPayment, FinishedQuestions, FinishedShipping } from './finished.tsx';
import { NearestWindows } from './shipping/nearest-windows.tsx';
import { OrderSummary } from './order-summary.tsx';
import { StepAction } from './step-action.tsx';

/** Everything on one page for who has bought here before: each block with the way to change it, and one press. */
export function ReviewOrderScreen() {
  const logo = useLogo();
  const isReady = useFlowState('checkout', (s) => s.matches({ review: 'ready' }));
  const isTimeless = useFlowState('checkout', (s) => s.matches({ review: 'timeless' }));
  const isOffline = useFlowState('checkout', (s) => s.matches({ review: 'offline' }));
  const isFailed = useFlowState('checkout', (s) => s.matches({ review: 'failed' }));
  const isWaiting = !isReady && !isTimeless && !isOffline && !isFailed;
  return (
    <>
      <DesktopHeader logo={logo} />
      <AppScreen title="Finalizar pedido" cart={false} busy={isWaiting}>
        <Columns kind="checkout" side={<OrderSummary />} sideLabel="Seu pedido" sideOnPhone="hidden">
          <div className={styles.steps}>
            <Stack gap={1}>
              <ScreenHeading>Comprar em 1 passo</ScreenHeading>
              <Text tone="soft">
                {isTimeless
                  ? 'Uma coisa mudou desde o último pedido.'
                  : isReady
                    ? 'Preparamos como da última vez. Confira e finalize.'
                    : 'Preparando como da última vez.'}
              </Text>
            </Stack>
            {isWaiting ? (
              <Waiting text="Preparando o seu pedido">
                <div className={styles.body}>
                  <CardSkeleton height="92px" />
                  <CardSkeleton height="92px" />
                  <CardSkeleton height="92px" />
                  <CardSkeleton height="240px" />
                </div>
              </Waiting>
            ) : isOffline || isFailed ? (
              <Unprepared isFailed={isFailed} />
            ) : (
              <Blocks />
            )}
          </div>
        </Columns>
      </AppScreen>
    </>
  );
}

function Blocks() {
  const linkTo = useLinkTo();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const isTimeless = useFlowState('checkout', (s) => s.matches({ review: 'timeless' }));
  const isPickup = useFlowState('checkout', (s) => s.context.draft.shippingMethod?.type === 'PICKUP');
  const recipient = useRecipient();
  const hasQuestions = useQuestions().length > 0;
  const { total } = useCheckoutMoney();
  const submitOrder = useSubmitOrder(total);
  return (
    <>
      <FinishedShipping
        canChange
        label={isPickup ? 'Retirada' : 'Entrega'}
        icon={<IconTruckDelivery size={24} />}
      />
      {isTimeless ? <NearestWindows /> : null}
      {recipient ? (
        <FinishedStep
          what={isPickup ? 'quem retira' : 'quem recebe'}
          label={isPickup ? 'Quem retira' : 'Quem recebe'}
          icon={<IconUser size={24} />}
          title={recipient.name}
          detail={formatPhone(recipient.phone)}
          change={{ link: linkTo('checkout.shipping', { cartUuid }) }}
        />
      ) : null}
      {hasQuestions ? (
        <FinishedQuestions canChange label="Perguntas" icon={<IconMessageQuestion size={24} />} />
      ) : null}
      <FinishedPayment canChange label="Pagamento" icon={<IconReceipt size={24} />} />
      <ChangedPrices />
      <PhoneOnly>
        <OrderSummary />
      </PhoneOnly>
      <Text size={13} tone="quiet">
        Ao finalizar, você concorda com os <ScreenLink to="app.about">termos da loja</ScreenLink>.
      </Text>
      <StepAction onClick={submitOrder} reason={isTimeless ? 'Escolha o dia e a hora.' : null}>
        Finalizar pedido
      </StepAction>
    </>
  );
}

/** What is missing did not come: why, what is kept, and the way to ask again. */
function Unprepared({ isFailed }: { isFailed: boolean }) {
  const checkout = useFlow('checkout');
  const linkTo = useLinkTo();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const noAnswer = useNoAnswer();
  return (
    <Fault
      title={isFailed ? 'Não conseguimos preparar o seu pedido' : noAnswer.title}
      text={
        isFailed
          ? 'Tente de novo, ou siga pelos passos de sempre.'
          : noAnswer.when(
              'Assim que a conexão voltar, a revisão aparece aqui.',
              'Já estamos tentando de novo; a revisão aparece aqui.',
            )
      }
      kept={{ items: ['Seu carrinho', 'O que você já escolheu para esta compra'] }}
      retry={{ onClick: () => checkout.send({ type: 'load.retried' }) }}
      ways={
        <Button kind="ghost" link={linkTo('checkout.shipping', { cartUuid })}>
          Escolher de novo
        </Button>
      }
    />
  );
}
