import { AppScreen } from '#client/app-screen.tsx';
import { useRootState } from '#client/hooks.ts';
import { useScreen } from '#client/links.ts';
import type { KnownCampaign } from '#client/shop/campaign/campaigns.ts';
import { OfCampaign } from '#client/shop/place/of-campaign.tsx';
import { usePickupStore } from '#client/shop/place/pickup-store.ts';
import { StorePoints } from './store-points.tsx';

/** Where an order is fetched: hours, distance and what can be had there; the point goes with the cart. */
export function PickupStoreScreen() {
  const { campaign } = useScreen('app.pickupStore').search;
  return (
    <AppScreen title="Onde retirar" cart={false} width="narrow">
      <OfCampaign key={campaign} campaign={campaign} screen="app.pickupStore" question="De qual campanha?">
        {(known) => <Points key={known.campaign.id} {...known} />}
      </OfCampaign>
    </AppScreen>
  );
}

/** What can be had where depends on the cart: another one, or the first thing in it, is asked about anew. */
function Points({ campaign }: KnownCampaign) {
  const uuid = useRootState('cart', ({ context }) => (context.lines.length > 0 ? context.uuid : null));
  return <Store key={uuid} campaign={campaign} cart={uuid} />;
}

function Store({ campaign, cart }: Pick<KnownCampaign, 'campaign'> & { cart: string | null }) {
  return <StorePoints campaign={campaign} {...usePickupStore(campaign.id, cart)} />;
}
