import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Button } from '#components/form/button.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { Section } from '#components/layout/section.tsx';
import { RowsSkeleton } from '#components/feedback/skeleton-screens.tsx';
import { type OrderFilter, knownFilter } from '#domain/order/order-filter.ts';
import { FoundOrders } from './found-orders.tsx';
import { OrderFilters } from './order-filters.tsx';
import { OrderRows } from './order-rows.tsx';

/** How high the list is going to be is not known yet: nothing is drawn below it before it is there. */
export function useAreOrdersComing(): boolean {
  const isRestoring = useRootState('session', (s) => s.hasTag('busy') && s.context.failures === 0);
  return useRootState(
    'orders',
    (s) =>
      s.context.orders.length === 0 &&
      s.context.failures === 0 &&
      (s.hasTag('list.busy') || (s.matches({ list: 'idle' }) && isRestoring)),
  );
}

/** The person's orders, newest first, or those that are looked for; without them, why, and what can be done. */
export function Orders({ search = {} }: { search?: OrderFilter }) {
  const orders = useRoot('orders');
  const list = useRootState('orders', (s) => s.context.orders);
  const isBusy = useRootState('orders', (s) => s.hasTag('list.busy'));
  const isEmpty = useRootState('orders', (s) => s.context.isListed && s.context.orders.length === 0);
  const isFailed = useRootState('orders', (s) => s.hasTag('list.failed') || s.hasTag('list.offline'));
  const hasMore = useRootState('orders', (s) => s.can({ type: 'more.asked' }));
  const linkTo = useLinkTo();
  const filter = knownFilter(search);
  if (isEmpty)
    return (
      <EmptyState
        drawing="orders"
        title="Você ainda não fez pedidos"
        text="Quando fizer, eles aparecem aqui, com tudo sobre a entrega."
        action={
          <Button width="auto" link={linkTo('app.newHome')}>
            Ver campanhas
          </Button>
        }
      />
    );
  if (filter)
    return (
      <Section title="Meus pedidos">
        <OrderFilters filter={filter} orders={list} />
        <FoundOrders key={JSON.stringify(filter)} filter={filter} />
      </Section>
    );
  return (
    <Section title="Meus pedidos">
      {list.length > 0 ? <OrderFilters filter={{}} orders={list} /> : null}
      {list.length === 0 && !isBusy && !isFailed ? <Unknown /> : null}
      {isFailed && list.length === 0 ? (
        <ErrorState
          title="Não conseguimos carregar os pedidos"
          text="Eles estão guardados na loja."
          retry={{ onClick: () => orders.send({ type: 'load.retried' }) }}
        />
      ) : null}
      {list.length ? <OrderRows orders={list} /> : isBusy ? <RowsSkeleton count={3} /> : null}
      {hasMore ? (
        <Button kind="soft" busy={isBusy} onClick={() => orders.send({ type: 'more.asked' })}>
          Ver mais pedidos
        </Button>
      ) : null}
    </Section>
  );
}

/**
 * Nobody has asked for them yet: they are asked for once the sign-in that this device remembers is confirmed
 * by the shop.
 */
function Unknown() {
  const session = useRoot('session');
  const isBusy = useRootState('session', (s) => s.hasTag('busy'));
  const isOut = useRootState(
    'session',
    (s) => s.hasTag('offline') || s.hasTag('failed') || (s.hasTag('busy') && s.context.failures > 0),
  );
  const { title, when } = useNoAnswer();
  if (!isOut) return isBusy ? <RowsSkeleton count={3} /> : null;
  return (
    <ErrorState
      title={title}
      text={when(
        'Você continua na sua conta: seus pedidos aparecem aqui assim que a conexão voltar.',
        'Você continua na sua conta. Já estamos tentando de novo mostrar seus pedidos.',
      )}
      retry={{ onClick: () => session.send({ type: 'load.retried' }), busy: isBusy }}
    />
  );
}
