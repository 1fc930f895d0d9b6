import { useLinkTo } from '#client/links.ts';
import { useMedia } from '#client/media.ts';
import { Card } from '#components/layout/card.tsx';
import { OrderLine } from '#components/order/order-line.tsx';
import { Saving } from '#components/product/saving.tsx';
import { Row } from '#components/layout/stack.tsx';
import { SummaryLines } from '#components/order/summary-lines.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { type SummaryItem, useCheckoutMoney } from './checkout-money.ts';
import styles from './order-summary.module.css';
import { useIsPlacing } from './steps.ts';

/** What is being bought, always in view on a desktop, and once more at the end on a phone. */
export function OrderSummary() {
  const linkTo = useLinkTo();
  const media = useMedia();
  const { items, lines, total, byWallet, used, due, saved, hasShipping } = useCheckoutMoney();
  const sum = { label: hasShipping ? 'Total' : 'Total sem entrega', amount: total };
  const isPlacing = useIsPlacing();
  const campaigns = [...new Set(items.map(({ campaign }) => campaign))];
  return (
    <Card>
      <Row between>
        <h2 className={styles.title}>Seu pedido</h2>
        {isPlacing ? null : <TextLink link={linkTo('app.cart')}>Editar carrinho</TextLink>}
      </Row>
      {campaigns.map((campaign) => (
        <section key={campaign} aria-label={campaign}>
          <p className={styles.campaign}>{campaign}</p>
          <ul>
            {items
              .filter((item) => item.campaign === campaign)
              .map((item) => (
                <li key={item.key}>
                  <Line item={item} media={media} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <div className={styles.sums}>
        <SummaryLines
          {...(byWallet > 0
            ? { lines: [...lines, sum, ...used], total: { label: 'Falta pagar', amount: due } }
            : { lines, total: sum })}
        />
      </div>
      <Saving amount={saved} />
    </Card>
  );
}

function Line({
  item: { name, detail, choices, price, listPrice, image, tint },
  media,
}: {
  item: SummaryItem;
  media: (name: string) => string;
}) {
  return (
    <OrderLine
      name={name}
      detail={detail}
      choices={choices}
      price={price}
      listPrice={listPrice}
      image={image ? media(image) : null}
      tint={tintOf(tint)}
    />
  );
}
