import { useSubmitOrder } from '#client/attempt.ts';
import { useCartMoney } from '#client/shop/cart/cart-money.ts';
import { CouponBox } from '#client/shop/cart/coupon-box.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useNow } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ScreenLink } from '#client/screen-link.tsx';
import { Card } from '#components/layout/card.tsx';
import { PhoneOnly } from '#components/layout/viewport.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RingTimer } from '#components/order/ring-timer.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatHour, instantOf } from '#domain/dates.ts';
import { IconShieldCheck } from '@tabler/icons-react';
import { loweredTexts } from '#client/shop/payment/wallet-words.ts';
import { PayingProof } from './paying-proof.tsx';
import { ChangedPrices } from './changed-prices.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { useCheckoutMoney } from './checkout-money.ts';
import { Fault } from './fault.tsx';
import { OrderSummary } from './order-summary.tsx';
import { Placing } from './placing.tsx';
import { problemText } from './problem-words.ts';
import { StepAction } from './step-action.tsx';
import { useIsPlacing } from './steps.ts';

const HOLD = 15 * 60_000;
/** As high as the ring that takes its place. */
const RING = 'min(5.25rem, 32vw)';

/** The last look: the products are held, the totals stand still, one press makes the order. */
export function OrderConfirmationScreen() {
  // Pressed on the review: the goods are held on the way.
  const isPressed = useFlowState('checkout', (s) => s.context.pressed !== null);
  const isPlacing = useIsPlacing();
  return isPlacing || isPressed ? <Placing /> : <Review />;
}

function Review() {
  const checkout = useFlow('checkout');
  const submitOrder = useSubmitOrder();
  const lock = useFlowState('checkout', (s) => s.context.lock);
  const { total, due } = useCheckoutMoney();
  const problem = useFlowState('checkout', (s) => s.context.problem);
  const isReviewing = useFlowState('checkout', (s) => s.matches({ confirmation: 'reviewing' }));
  const isExpired = useFlowState('checkout', (s) => s.matches({ confirmation: 'lockExpired' }));
  const isOffline = useFlowState('checkout', (s) => s.matches({ confirmation: 'offline' }));
  const noAnswer = useNoAnswer();
  const money = useCartMoney();
  const isFailed = useFlowState('checkout', (s) => s.matches({ confirmation: 'failed' }));
  const isProving = useFlowState('checkout', (s) => s.matches({ confirmation: 'proving' }));
  const isLocking = useFlowState('checkout', (s) => s.matches({ confirmation: 'locking' }));
  const retry = { onClick: () => checkout.send({ type: 'load.retried' }) };
  const kept = { items: ['Seu carrinho', 'A entrega e o pagamento que você escolheu'] };
  const action = isExpired ? (
    <StepAction onClick={() => checkout.send({ type: 'relock.asked' })}>Reservar de novo</StepAction>
  ) : (
    <StepAction
      onClick={submitOrder}
      reason={
        isReviewing
          ? null
          : isOffline
            ? noAnswer.say('Nada foi cobrado.', 'Nada foi cobrado.')
            : isFailed
              ? 'Os produtos ainda não estão reservados.'
              : isProving
                ? 'Digite o código para continuar.'
                : 'Reservando os produtos para você.'
      }
      note={
        <>
          <IconShieldCheck size={22} aria-hidden="true" />
          {due > 0
            ? 'Você só paga na próxima tela'
            : total > 0
              ? 'O seu saldo paga este pedido ao finalizar'
              : 'Não há nada a pagar'}
        </>
      }
    >
      Finalizar pedido
    </StepAction>
  );
  return (
    <CheckoutFrame step="confirmation" title="Confira e finalize" busy={isLocking} action={action}>
      {isOffline ? (
        <Fault
          title={noAnswer.title}
          text={noAnswer.when(
            'Nada foi cobrado. Reservamos os produtos assim que a conexão voltar.',
            'Nada foi cobrado. Já estamos tentando de novo reservar os produtos.',
          )}
          kept={kept}
          retry={retry}
        />
      ) : null}
      {isFailed ? (
        <Fault
          title="Não conseguimos reservar os produtos"
          text="Nada foi cobrado."
          kept={kept}
          retry={retry}
        />
      ) : null}
      {isLocking ? (
        <Waiting text="Reservando os produtos">
          <Card>
            <CardSkeleton height={RING} />
          </Card>
        </Waiting>
      ) : null}
      {isProving ? <PayingProof /> : null}
      {isExpired ? (
        <RefusalNote
          text={
            problem
              ? problemText(problem)
              : 'A reserva dos produtos terminou. Nada foi cobrado: reserve de novo para finalizar.'
          }
        />
      ) : null}
      <ChangedPrices />
      {loweredTexts(lock?.wallets).map((text) => (
        <RefusalNote key={text} text={text} />
      ))}
      {isReviewing && lock ? <Reserved until={instantOf(lock.lockedUntil) ?? 0} /> : null}
      <CouponBox money={money} />
      {isOffline || isFailed ? null : (
        <PhoneOnly>
          <OrderSummary />
        </PhoneOnly>
      )}
      <Text size={13} tone="quiet">
        Ao finalizar, você concorda com os <ScreenLink to="app.about">termos da loja</ScreenLink>.
      </Text>
    </CheckoutFrame>
  );
}

/** How long the products stay held. */
function Reserved({ until }: { until: number }) {
  const now = useNow();
  return (
    <Card as="section">
      <Row gap={4}>
        <RingTimer until={until} now={now} total={HOLD} label="Tempo da reserva" />
        <Stack gap={1}>
          <Text weight={600}>Produtos e preços reservados</Text>
          <Text size={15} tone="soft">
            Até {formatHour(until)}. Se o tempo acabar, é só reservar de novo.
          </Text>
        </Stack>
      </Row>
    </Card>
  );
}
