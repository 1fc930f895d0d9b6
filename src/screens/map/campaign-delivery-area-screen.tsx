import { AppScreen } from '#client/app-screen.tsx';
import { useLinkTo, useScreen } from '#client/links.ts';
import type { KnownCampaign } from '#client/shop/campaign/campaigns.ts';
import { AlertOffer } from '#client/shop/campaign/alert-offer.tsx';
import { Freight } from '#client/shop/place/freight.tsx';
import { PlaceMap } from '#client/shop/place/map/place-map.tsx';
import { OfCampaign } from '#client/shop/place/of-campaign.tsx';
import { usePickupPoints } from '#client/shop/place/pickup-places.ts';
import { PickupPointRows } from '#client/shop/place/pickup-points.tsx';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconMap2 } from '@tabler/icons-react';
import { areasOf, outlinesOf } from './area-words.ts';

/** Where a campaign delivers, and whether that is where the person is. */
export function CampaignDeliveryAreaScreen() {
  const { campaign } = useScreen('app.campaignDeliveryArea').search;
  return (
    <AppScreen title="Onde entregamos" width="narrow">
      <OfCampaign
        key={campaign}
        campaign={campaign}
        screen="app.campaignDeliveryArea"
        question="De qual campanha?"
      >
        {(known) => <Area key={known.campaign.id} {...known} />}
      </OfCampaign>
    </AppScreen>
  );
}

function Area({ campaign, state: { status } }: KnownCampaign) {
  const linkTo = useLinkTo();
  const { id, slug, name, ignoreShippingAddress } = campaign;
  const points = usePickupPoints(id);
  const { hubs, near, points: pickups } = points.state.context;
  const areas = ignoreShippingAddress ? [] : areasOf(hubs);
  const isOpen = status === 'OK' || status === 'COMPLETED';
  return (
    <>
      <Stack gap={1} gutter>
        <ScreenHeading>{ignoreShippingAddress ? 'Só com retirada' : 'Entregamos aí?'}</ScreenHeading>
        <Text tone="soft">{name}</Text>
      </Stack>
      {ignoreShippingAddress ? null : (
        <Section title="Até você">
          <Card pad={false}>
            <Freight
              subject={{ id, campaign: id }}
              outside={(point) => <AlertOffer campaign={id} when="ARRIVES" point={point} kind="soft" />}
            />
          </Card>
        </Section>
      )}
      <Section title={ignoreShippingAddress ? 'No mapa' : 'Onde esta campanha entrega'}>
        <Stack gap={3}>
          <PlaceMap
            label="Mapa da campanha"
            things={{
              here: near,
              areas: ignoreShippingAddress ? [] : hubs.flatMap(outlinesOf),
              points: pickups.map(({ name, latitude, longitude }) => ({ name, latitude, longitude })),
            }}
          />
          {areas.length > 0 ? (
            <Card pad={false}>
              <RowList divided label="Áreas de entrega">
                {areas.map((area) => (
                  <ListRow key={area} icon={<IconMap2 size={24} />} title={area} height={56} />
                ))}
              </RowList>
            </Card>
          ) : null}
        </Stack>
      </Section>
      <Section title="Onde retirar">
        <Stack gap={3}>
          <Card pad={false}>
            <PickupPointRows {...points} />
          </Card>
          {points.state.context.points.length > 0 ? (
            <Button kind="soft" link={linkTo('app.pickupStore', {}, { campaign: slug })}>
              Escolher onde retirar
            </Button>
          ) : null}
          <Button
            link={
              isOpen
                ? linkTo('app.catalog', { campaign: slug })
                : linkTo('app.campaign', { campaignId: slug })
            }
          >
            {isOpen ? 'Ver produtos' : 'Ver a campanha'}
          </Button>
        </Stack>
      </Section>
    </>
  );
}
