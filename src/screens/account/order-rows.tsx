import { useLinkTo } from '#client/links.ts';
import { useBuyAgain } from '#client/shop/cart/buy-again.ts';
import { itemsText, useStatusLabel } from '#client/order-words.ts';
import { Card } from '#components/layout/card.tsx';
import { Chip } from '#components/form/chip.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { inCents } from '#contract/money.ts';
import type { Order } from '#contract/order/order.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatReais } from '#domain/money/money.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { IconPackage } from '@tabler/icons-react';
import { Fragment } from 'react';
import styles from './orders.module.css';

/** Orders as rows: of which campaign, when, how it stands, what it cost, and buying it again. */
export function OrderRows({ orders }: { orders: readonly Order[] }) {
  const labelOf = useStatusLabel();
  const linkTo = useLinkTo();
  const { buyAgain, pendingId } = useBuyAgain();
  return (
    <Card pad={false}>
      <RowList divided label="Meus pedidos">
        {orders.map((order) => {
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
                    {pendingId === order.id ? 'Conferindo os preços de hoje' : 'Comprar de novo'}
                  </TextLink>
                </div>
              )}
            </Fragment>
          );
        })}
      </RowList>
    </Card>
  );
}
