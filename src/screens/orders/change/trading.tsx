import { useTenant } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { itemsText } from '#client/order-words.ts';
import type { TradeView } from '#client/shop/order/trading.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { formatDay } from '#domain/dates.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { TradeDecision } from './trade-decision.tsx';
import { TradeDescription } from './trade-description.tsx';
import { lateText } from './trade-words.ts';

/** The step that a trade is at, or why there is none, and the way on. */
export function Trading({ state, lack, send }: TradeView) {
  const view = { state, lack, send };
  if (state.hasTag('describing')) return <TradeDescription {...view} />;
  if (state.hasTag('deciding') || state.hasTag('sending') || state.hasTag('unsent'))
    return <TradeDecision {...view} />;
  if (state.hasTag('choosing')) return <Choose state={state} />;
  if (state.hasTag('offline') || state.hasTag('failed'))
    return (
      <Unreachable
        what="o que pode voltar"
        problem={state.hasTag('offline') ? 'offline' : 'failed'}
        onRetry={() => send({ type: 'load.retried' })}
      />
    );
  if (state.hasTag('busy') || state.hasTag('sent') || state.matches('opening') || state.matches('judging'))
    return (
      <Stack gap={3} gutter>
        <ScreenHeading hidden>Trocar ou devolver</ScreenHeading>
        <Waiting text={state.hasTag('sent') ? 'Pedido enviado' : 'Buscando o pedido'}>
          <CardSkeleton height="260px" />
          <CardSkeleton height="280px" />
        </Waiting>
      </Stack>
    );
  return <Closed state={state} />;
}

function Choose({ state }: Pick<TradeView, 'state'>) {
  const linkTo = useLinkTo();
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>De qual pedido?</ScreenHeading>
      <Card pad={false}>
        <RowList divided label="Pedidos entregues">
          {state.context.choices.map((order) => (
            <ListRow
              key={order.id}
              title={order.items.map(({ item }) => item.name).join(', ')}
              detail={`${formatDay(order.timestamp)} · ${itemsText(order)} · ${formatOrderCode(order.code).slice(0, 9)}`}
              link={linkTo('app.trade', {}, { order: order.id })}
            />
          ))}
        </RowList>
      </Card>
    </Stack>
  );
}

const closed = {
  empty: {
    title: 'Nenhum pedido para trocar',
    text: 'Depois que um pedido é entregue, a troca ou a devolução começa por aqui.',
  },
  gone: { title: 'Não encontramos este pedido', text: 'Ele não está na sua conta.' },
  asked: {
    title: 'A loja já tem o seu pedido',
    text: 'Uma devolução deste pedido está com a loja. Você acompanha a resposta no próprio pedido.',
  },
  over: {
    title: 'Nada deste pedido pode voltar',
    text: 'Ele foi cancelado ou tudo já voltou. O pedido diz o que aconteceu com o valor.',
  },
  early: {
    title: 'Este pedido ainda não foi entregue',
    text: 'Quando ele chegar, você pode trocar ou devolver por aqui.',
  },
};

/** Nothing can be asked for: why, and what can be done. */
function Closed({ state }: Pick<TradeView, 'state'>) {
  const linkTo = useLinkTo();
  const { help } = useTenant();
  const { known } = state.context;
  const way = (['empty', 'gone', 'asked', 'over', 'early'] as const).find((tag) => state.hasTag(tag));
  const { title, text } = way
    ? closed[way]
    : { title: 'O prazo para trocar acabou', text: known ? lateText(known) : '' };
  const order = known?.order;
  const toOrder = order
    ? { label: 'Ver o pedido', link: linkTo('app.ordersDetails', { orderCode: order.code }) }
    : { label: 'Ver meus pedidos', link: linkTo('app.accountDashboard') };
  return (
    <EmptyState
      heading
      drawing={way === 'gone' ? 'search' : 'basket'}
      title={title}
      text={text}
      action={<Button link={toOrder.link}>{toOrder.label}</Button>}
      after={
        way === undefined || way === 'over' ? (
          <Button kind="ghost" link={linkTo('app.contact', {}, order ? { order: order.code } : {})}>
            {help.label}
          </Button>
        ) : undefined
      }
    />
  );
}
