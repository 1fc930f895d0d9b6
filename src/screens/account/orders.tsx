import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useBuyAgain } from '#client/shop/buy-again.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { itemsText, useStatusLabel } from '#client/order-words.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { Chip } from '#components/form/chip.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import { RowsSkeleton } from '#components/feedback/skeleton-screens.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { inCents } from '#contract/money.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { IconPackage } from '@tabler/icons-react';
import { Fragment } from 'react';
import styles from './orders.module.css';

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

/** The person's orders, newest first; without them, why, and what can be done. */
export function Orders() {
  const orders = useRoot('orders');
  const list = useRootState('orders', (s) => s.context.orders);
  const isBusy = useRootState('orders', (s) => s.hasTag('list.busy'));
  const isEmpty = useRootState('orders', (s) => s.context.isListed && s.context.orders.length === 0);
  const isFailed = useRootState('orders', (s) => s.hasTag('list.failed') || s.hasTag('list.offline'));
  const hasMore = useRootState('orders', (s) => s.can({ type: 'more.asked' }));
  const labelOf = useStatusLabel();
  const linkTo = useLinkTo();
  const buyAgain = useBuyAgain();
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
  return (
    <Section title="Meus pedidos">
      {list.length === 0 && !isBusy && !isFailed ? <Unknown /> : null}
      {isFailed && list.length === 0 ? (
        <ErrorState
          title="Não conseguimos carregar os pedidos"
          text="Eles estão guardados na loja."
          retry={{ onClick: () => orders.send({ type: 'load.retried' }) }}
        />
      ) : null}
      {list.length ? (
        <Card pad={false}>
          <RowList divided label="Meus pedidos">
            {list.map((order) => {
              const label = labelOf(order.state);
              return (
                <Fragment key={order.id}>
                  <ListRow
                    height={72}
                    icon={<IconPackage size={24} />}
                    title={order.properties.campaignName ?? 'Pedido'}
                    detail={`${formatMoment(order.timestamp)} · ${itemsText(order)}`}
                    note={<Chip tone={label.tone}>{label.text}</Chip>}
                    end={
                      <Text as="span" weight={600} numeric nowrap>
                        {formatReais(inCents(order.properties.totals.total))}
                      </Text>
                    }
                    link={linkTo('app.ordersDetails', { orderCode: order.code })}
                  />
                  {hasOrderTag(order.state, 'payable') || order.items.length === 0 ? null : (
                    <div className={styles.again}>
                      <TextLink
                        onClick={() => buyAgain(order)}
                        label={`Comprar de novo: ${itemsText(order)} de ${formatMoment(order.timestamp)}`}
                      >
                        Comprar de novo
                      </TextLink>
                    </div>
                  )}
                </Fragment>
              );
            })}
          </RowList>
        </Card>
      ) : isBusy ? (
        <RowsSkeleton count={3} />
      ) : null}
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
