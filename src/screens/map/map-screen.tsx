import { AppScreen } from '#client/app-screen.tsx';
import { useRootState } from '#client/hooks.ts';
import { type KnownCampaign, useCampaigns } from '#client/shop/campaign/campaigns.ts';
import { ChosenStore } from '#client/shop/campaign/chosen.tsx';
import { useAround } from '#client/shop/place/around.ts';
import { AroundList, AroundWaiting } from './around-list.tsx';

/** What there is around: stores and pickup points, the nearest first. */
export function MapScreen() {
  const open = useCampaigns().filter(({ state: { status } }) => status === 'OK' || status === 'COMPLETED');
  const isComing = useRootState('campaigns', (snapshot) => snapshot.hasTag('busy'));
  return (
    <AppScreen title="Perto de você" width="narrow">
      <ChosenStore />
      {isComing ? (
        <AroundWaiting />
      ) : (
        <Around key={open.map(({ campaign: { id } }) => id).join()} campaigns={open} />
      )}
    </AppScreen>
  );
}

const Around = ({ campaigns }: { campaigns: KnownCampaign[] }) => (
  <AroundList
    {...useAround(
      campaigns.map(({ campaign: { id, slug, name, marketplaceId } }) => ({ id, slug, name, marketplaceId })),
    )}
  />
);
