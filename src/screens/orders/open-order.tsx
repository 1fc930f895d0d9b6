import { AppScreen } from '#client/app-screen.tsx';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Stack } from '#components/layout/stack.tsx';
import type { Order } from '#contract/order/order.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';

/** The order that a screen was asked for, as it was last heard of; null before that. */
export const useOpenOrder = (orderCode: string): Order | null =>
  useRootState('orders', (s) => (s.context.code === orderCode ? s.context.order : null));

/**
 * Why no answer about an order came, and the way on.
 * @param what the one thing that the screen was opened for, when it is not the order itself
 */
export function OrderLost({ what }: { what?: 'pix' | undefined }) {
  const orders = useRoot('orders');
  const isOffline = useRootState('orders', (s) => s.hasTag('details.offline'));
  const noAnswer = useNoAnswer();
  const pix = noAnswer.when(
    'O código Pix precisa de internet: ele aparece aqui assim que a conexão voltar.',
    'O código Pix aparece aqui assim que a loja responder.',
  );
  return (
    <ErrorState
      heading
      title={isOffline ? noAnswer.title : 'Não conseguimos abrir o pedido'}
      text={`O seu pedido está guardado na loja. ${what === 'pix' ? `${pix} Se você já o copiou, ele vale no seu banco até a hora de vencer.` : 'Tente de novo em instantes.'}`}
      retry={{ onClick: () => orders.send({ type: 'load.retried' }) }}
    />
  );
}

/**
 * The shape of an order's screen while nothing can be said about the order: a skeleton, or why no answer
 * came.
 */
export function OrderUnheard({ orderCode, what }: { orderCode: string; what?: 'pix' }) {
  const isLost = useRootState('orders', (s) => s.hasTag('details.failed') || s.hasTag('details.offline'));
  return (
    <AppScreen
      title={`Pedido ${formatOrderCode(orderCode).slice(0, 9)}`}
      cart={false}
      width="narrow"
      busy={!isLost}
    >
      {isLost ? (
        <OrderLost what={what} />
      ) : (
        <Stack gap={3} gutter>
          <ScreenHeading hidden>Pedido {formatOrderCode(orderCode)}</ScreenHeading>
          <Waiting text="Carregando o pedido">
            <RowsSkeleton count={5} />
          </Waiting>
        </Stack>
      )}
    </AppScreen>
  );
}
