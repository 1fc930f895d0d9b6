import { useActiveOrders } from '#client/shop/order/active-orders.ts';
import { OrderCard, OverStory } from '#components/order/order-card.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { DesktopOnly, PhoneOnly } from '#components/layout/viewport.tsx';
import styles from './home.module.css';

interface Props {
  /** `above` the campaign on a phone, `over` it on a wide screen, or `all` in a list. */
  where: 'above' | 'over' | 'all';
}

/** Orders on their way. Only somebody with one needs this code. */
export function OnItsWay({ where }: Props) {
  const orders = useActiveOrders();
  const [first] = orders;
  if (!first) return null;
  if (where === 'all') {
    return (
      <Section title="Pedidos a caminho">
        <Stack>
          {orders.map(({ id, ...order }) => (
            <OrderCard key={id} {...order} />
          ))}
        </Stack>
      </Section>
    );
  }
  const { id: _id, ...order } = first;
  return where === 'above' ? (
    <PhoneOnly>
      <div className={styles.order}>
        <OrderCard {...order} />
      </div>
    </PhoneOnly>
  ) : (
    <DesktopOnly>
      <OverStory>
        <OrderCard {...order} />
      </OverStory>
    </DesktopOnly>
  );
}
