import { later } from '#components/layout/later.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Campaign } from '#contract/campaign.ts';
import type { Item } from '#contract/catalog.ts';
import { countdownText } from '#domain/countdown.ts';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useId } from 'react';
import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import type { KnownCampaign } from '../campaign/campaigns.ts';
import styles from './delivery.module.css';
import { endOf } from '../campaign/offer-words.ts';
import { FreightMeanwhile } from './freight-box.tsx';
import { PickupPointsSkeleton } from './pickup-points-skeleton.tsx';
import { PlaceRow } from './place-row.tsx';

/** The page stands without them; they come when it does. */
export const PickupPoints = later(
  'client/shop/place/pickup-points.tsx',
  async () => (await import('./pickup-points.tsx')).PickupPoints,
  PickupPointsSkeleton,
  { afterwards: true },
);

/** Comes when the page has: its chart is none of the first load's. */
const Freight = later(
  'client/shop/place/freight.tsx',
  async () => (await import('./freight.tsx')).Freight,
  FreightMeanwhile,
  { afterwards: true },
);

/** When a campaign's things come, as it says; there is more of it behind. */
function Promised({ campaign: { slug, properties } }: { campaign: Campaign }) {
  const linkTo = useLinkTo();
  const { deliveryPromise } = properties;
  return typeof deliveryPromise === 'string' && deliveryPromise ? (
    <ListRow
      icon={<IconTruckDelivery size={24} />}
      title={deliveryPromise}
      detail="O dia e a hora você escolhe no pedido."
      link={linkTo('app.campaignDeliveryArea', {}, { campaign: slug })}
      height={72}
    />
  ) : null;
}

/** When a campaign's things come, and for which place that is said. */
export const DeliveryRows = ({ campaign }: { campaign: Campaign }) => (
  <RowList divided label="Entrega">
    <Promised campaign={campaign} />
    <PlaceRow />
  </RowList>
);

/** How a product comes to somebody: as its campaign says it, what it costs to where they are, and the points. */
export function DeliveryCard({ item, known }: { item: Item; known: KnownCampaign | null }) {
  const id = useId();
  return (
    <Card as="section" pad={false} labelledBy={id}>
      <div className={styles.head}>
        <h2 id={id} className={styles.title}>
          Entrega e retirada
        </h2>
        {known?.state.status === 'OK' ? <ClosesIn end={endOf(known.campaign)} /> : null}
      </div>
      {known ? (
        <RowList label="Entrega">
          <Promised campaign={known.campaign} />
        </RowList>
      ) : null}
      {known?.campaign.ignoreShippingAddress ? null : (
        <Freight key={item.id} subject={{ id: item.id, campaign: item.campaignId }} />
      )}
      <div className={styles.pickup}>
        <PickupPoints key={item.campaignId} campaign={item.campaignId} />
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
