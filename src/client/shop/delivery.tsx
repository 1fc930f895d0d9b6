import { later } from '#components/layout/later.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { countdownText } from '#domain/countdown.ts';
import { IconMapPinCheck, IconTruckDelivery } from '@tabler/icons-react';
import { useId } from 'react';
import { useNow, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import type { KnownCampaign } from './campaigns.ts';
import styles from './delivery.module.css';
import { endOf } from './offer-words.ts';
import { PickupPointsSkeleton } from './pickup-points-skeleton.tsx';

/** The page stands without them; they come when it does. */
export const PickupPoints = later(
  'client/shop/pickup-points.tsx',
  async () => (await import('./pickup-points.tsx')).PickupPoints,
  PickupPointsSkeleton,
  { afterwards: true },
);

/** When a campaign's things come, and for which place that is said. */
export function DeliveryRows({ campaign }: { campaign: Campaign }) {
  const linkTo = useLinkTo();
  const promise = campaign.properties['deliveryPromise'];
  const place = useRootState(
    'location',
    ({ context: { location } }) => location?.neighborhood ?? location?.city ?? null,
  );
  return (
    <RowList divided label="Entrega">
      {typeof promise === 'string' && promise ? (
        <ListRow
          icon={<IconTruckDelivery size={24} />}
          title={promise}
          detail="O dia e a hora você escolhe no pedido."
          height={72}
        />
      ) : null}
      <ListRow
        icon={<IconMapPinCheck size={24} />}
        title={place ? `Para ${place}` : 'Confira se chega até você'}
        detail={place ? 'Trocar o lugar' : 'Informe seu CEP'}
        link={linkTo('address.location')}
        height={72}
      />
    </RowList>
  );
}

/**
 * How a product comes to somebody, as its campaign says it; what that costs is known with the address of an
 * order.
 */
export function DeliveryCard({ campaign, state }: KnownCampaign) {
  const id = useId();
  return (
    <Card as="section" pad={false} labelledBy={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          Entrega e retirada
        </h2>
        {state.status === 'OK' ? <ClosesIn end={endOf(campaign)} /> : null}
      </div>
      <DeliveryRows campaign={campaign} />
      <div className={styles.pickup}>
        <PickupPoints key={campaign.id} campaign={campaign.id} />
      </div>
    </Card>
  );
}

function ClosesIn({ end }: { end: number | null }) {
  const now = useNow();
  return end === null || end <= now ? null : (
    <Text size={13} tone="soft" numeric nowrap>
      Fecha em {countdownText(end, now)}
    </Text>
  );
}
