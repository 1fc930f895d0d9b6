import { useNow, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type OrderListView, useOrderList } from '#client/shop/order/order-list.ts';
import { Button } from '#components/form/button.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RowsSkeleton } from '#components/feedback/skeleton-screens.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { type OrderFilter, isWanted } from '#domain/order/order-filter.ts';
import { OrderRows } from './order-rows.tsx';

const ordersText = (count: number): string => (count === 1 ? '1 pedido' : `${count} pedidos`);

/** The orders that are looked for, how many there are and how many the filter hides. */
export function FoundOrders({ filter }: { filter: OrderFilter }) {
  return <Found filter={filter} {...useOrderList(filter)} />;
}

export function Found({ filter, state, send }: OrderListView & { filter: OrderFilter }) {
  const linkTo = useLinkTo();
  const { orders, total: count, all } = state.context;
  const everything = linkTo('app.accountDashboard');
  if (state.hasTag('busy'))
    return (
      <>
        <Text size={15} tone="soft">
          Procurando…
        </Text>
        <RowsSkeleton count={3} />
      </>
    );
  if (state.hasTag('offline')) return <Kept filter={filter} />;
  if (state.hasTag('failed'))
    return (
      <ErrorState
        title="Não conseguimos procurar nos seus pedidos"
        text="Eles estão guardados na loja."
        retry={{ onClick: () => send({ type: 'load.retried' }) }}
      />
    );
  if (state.hasTag('empty'))
    return (
      <EmptyState
        drawing="search"
        title="Nenhum pedido assim"
        text={
          all > 0
            ? `Você tem ${ordersText(all)}, e ${all === 1 ? 'ele não é' : 'nenhum é'} como você procura.`
            : 'Você ainda não fez pedidos nesta loja.'
        }
        action={
          <Button width="auto" link={everything}>
            Ver todos os pedidos
          </Button>
        }
      />
    );
  const hidden = all - count;
  return (
    <>
      <Row between align="baseline" wrap>
        <div role="status">
          <Text size={15} tone="soft" numeric>
            {hidden > 0
              ? `${count} de ${ordersText(all)}: ${hidden === 1 ? '1 não é' : `${hidden} não são`} como você procura.`
              : ordersText(count)}
          </Text>
        </div>
        <TextLink link={everything}>Ver todos</TextLink>
      </Row>
      <OrderRows orders={orders} />
      {state.hasTag('stuck') ? (
        <RefusalNote
          text="Os pedidos seguintes não vieram."
          remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'more.asked' }) }}
        />
      ) : orders.length < count ? (
        <Button kind="soft" busy={state.hasTag('more')} onClick={() => send({ type: 'more.asked' })}>
          Mostrar mais
        </Button>
      ) : null}
    </>
  );
}

/** Without a network: those that are wanted among the orders that this page knows. */
function Kept({ filter }: { filter: OrderFilter }) {
  const known = useRootState('orders', ({ context }) => context.orders);
  const now = useNow(60_000);
  const noAnswer = useNoAnswer();
  const found = known.filter((order) => isWanted(order, filter, now));
  return (
    <Stack gap={3}>
      <RefusalNote
        text={noAnswer.say(
          `Procuramos só entre ${known.length === 1 ? 'o pedido que já está' : `os ${known.length} pedidos que já estão`} aqui; os outros aparecem quando a conexão voltar.`,
          'Já estamos tentando de novo.',
        )}
      />
      {found.length > 0 ? (
        <OrderRows orders={found} />
      ) : (
        <Text tone="soft">Entre eles, nenhum é como você procura.</Text>
      )}
    </Stack>
  );
}
