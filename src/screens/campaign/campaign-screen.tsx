import { AppScreen } from '#client/app-screen.tsx';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { pauseOf } from '#client/shop/campaign/campaign-words.ts';
import { SurveyOffer } from '#client/shop/account/late-survey-offer.ts';
import { CampaignStory } from '#client/shop/campaign/campaign-story.tsx';
import { rulesOf } from '#client/shop/campaign/campaign-rules.ts';
import { type KnownCampaign, useCampaign } from '#client/shop/campaign/campaigns.ts';
import { DeliveryRows, PickupPoints } from '#client/shop/place/delivery.tsx';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Section } from '#components/layout/section.tsx';
import { HomeSkeleton } from '#components/feedback/home-skeleton.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconDiscount, IconShoppingBag, IconUserCheck } from '@tabler/icons-react';
import { Columns } from '#components/layout/columns.tsx';
import { Needs } from './needs.tsx';
import { Slides } from './slides.tsx';
import styles from './campaign.module.css';

/** One campaign: its story, how long it lasts, what it asks for and what it promises. */
export function CampaignScreen() {
  const { params } = useScreen('app.campaign');
  const known = useCampaign(params.campaignId);
  return (
    <AppScreen title="Campanha" width="full">
      {known ? <Known {...known} /> : <Unknown />}
    </AppScreen>
  );
}

function Known({ campaign, state }: KnownCampaign) {
  const account = useRootState('session', ({ context }) => context.account);
  const linkTo = useLinkTo();
  const isOver = state.status === 'EXPIRED';
  const isOpen = state.status === 'OK' || state.status === 'COMPLETED';
  const action = isOpen
    ? {
        text: pauseOf(state) ? 'Ver produtos' : 'Comprar',
        link: linkTo('app.catalog', { campaign: campaign.slug }),
      }
    : undefined;
  return (
    <>
      <CampaignStory heading campaign={campaign} state={state} action={action} />
      <div className={styles.content}>
        <Columns kind="checkout" side={isOver ? null : <Delivery campaign={campaign} />}>
          <Needs campaign={campaign} state={state} />
          <Section title="Sobre a campanha">
            <Text tone="soft">{campaign.description}</Text>
          </Section>
          {isOver ? null : <Rules campaign={campaign} />}
          {account && (isOver || state.status === 'COMPLETED') ? (
            <SurveyOffer account={account} about={campaign} title="Sua opinião" />
          ) : null}
        </Columns>
        <Slides campaign={campaign} isOpen={isOpen} />
      </div>
    </>
  );
}

const icons = {
  offer: <IconDiscount size={24} />,
  bag: <IconShoppingBag size={24} />,
  limit: <IconUserCheck size={24} />,
};

function Rules({ campaign }: Pick<KnownCampaign, 'campaign'>) {
  const rules = rulesOf(campaign);
  if (rules.length === 0) return null;
  return (
    <Section title="Como funciona">
      <Card pad={false}>
        <RowList divided label="Regras da campanha">
          {rules.map(({ id, title, detail }) => (
            <ListRow key={title} icon={icons[id]} title={title} detail={detail} />
          ))}
        </RowList>
      </Card>
    </Section>
  );
}

function Delivery({ campaign }: Pick<KnownCampaign, 'campaign'>) {
  return (
    <Section title="Entrega e retirada">
      <Stack gap={3}>
        <Card pad={false}>
          <DeliveryRows campaign={campaign} />
        </Card>
        <Card pad={false}>
          <PickupPoints key={campaign.id} campaign={campaign.id} />
        </Card>
      </Stack>
    </Section>
  );
}

/**
 * Its address is known, the campaign is not yet: on its way, or out of reach. That it does not exist is the
 * shell's to say.
 */
function Unknown() {
  const campaigns = useRoot('campaigns');
  const catalog = useRoot('catalog');
  const problem = useRootState('catalog', (snapshot) =>
    snapshot.hasTag('offline') ? 'offline' : snapshot.hasTag('failed') ? 'failed' : null,
  );
  const retry = () => {
    catalog.send({ type: 'load.retried' });
    campaigns.send({ type: 'load.retried' });
  };
  return problem ? <Unreachable what="a campanha" problem={problem} onRetry={retry} /> : <HomeSkeleton />;
}
