import { AppScreen } from '#app/app-screen.tsx';
import { useRoot, useRootState } from '#app/hooks.ts';
import { useNoAnswer } from '#app/no-answer.ts';
import { ErrorState } from '#components/error-state.tsx';
import { ScreenHeading } from '#components/screen-heading.tsx';
import { RowsSkeleton, Waiting } from '#components/skeleton-screens.tsx';
import { Stack } from '#components/stack.tsx';
import type { Order } from '#contract/order.ts';
import { formatOrderCode } from '#domain/order-code.ts';

/** The order that a screen was asked for, as it was last heard of; null before that. */
export const useOpenOrder = (orderCode: string): Order | null =>
  useRootState('orders', (s) => (s.context.code === orderCode ? s.context.order : null));

/** The shape of an order's screen while nothing can be said about the order: a skeleton, or why no answer came. */
export function OrderUnheard({ orderCode }: { orderCode: string }) {
  const orders = useRoot('orders');
  const isFailed = useRootState('orders', (s) => s.hasTag('details.failed'));
  const isOffline = useRootState('orders', (s) => s.hasTag('details.offline'));
  const noAnswer = useNoAnswer();
  const isLost = isFailed || isOffline;
  return (
    <AppScreen title={`Pedido ${formatOrderCode(orderCode).slice(0, 9)}`} cart={false} width="narrow" busy={!isLost}>
      {isLost ? (
        <ErrorState
          heading
          title={isOffline ? noAnswer.title : 'Não conseguimos abrir o pedido'}
          text="O seu pedido está guardado na loja. Tente de novo em instantes."
          retry={{ onClick: () => orders.send({ type: 'load.retried' }) }}
        />
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
