import { AppScreen } from '#client/app-screen.tsx';
import { useNow, useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { CampaignStory } from '#client/shop/campaign/campaign-story.tsx';
import { CampaignTile } from '#client/shop/campaign/campaign-tile.tsx';
import { slideOf } from '#client/shop/campaign/campaign-words.ts';
import { type KnownCampaign, useShownCampaigns } from '#client/shop/campaign/campaigns.ts';
import { ChosenStore } from '#client/shop/campaign/chosen.tsx';
import { CampaignList } from '#components/campaign/campaign-card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { HomeSkeleton } from '#components/feedback/home-skeleton.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { later } from '#components/layout/later.tsx';
import { greeting } from '#domain/dates.ts';
import { firstName } from '#domain/person/first-name.ts';
import { CampaignsProblem } from './campaigns-problem.tsx';
import styles from './home.module.css';
import { OnItsWay, useHasOrders } from './orders.tsx';

const ForYou = later('screens/home/for-you.tsx', async () => (await import('./for-you.tsx')).ForYou, null, {
  afterwards: true,
});
/** More than this and a window becomes a list; the rest is one tap away. */
const SHOWN = 8;

/** The entry: who one is, what is on its way, the one campaign that matters now, and what else there is. */
export function HomeScreen() {
  const known = useShownCampaigns();
  const selectedId = useRootState('campaigns', ({ context }) => context.selectedId);
  const isKnown = useRootState('campaigns', ({ context }) => context.isKnown);
  const hasOrders = useHasOrders();
  const words = useGreeting();
  const hasTastes = useRootState('session', ({ context }) => Boolean(context.account?.tastes));
  // Of a chosen store the nearest to open, where another one's is selected.
  const selected =
    known.find(({ campaign }) => campaign.id === selectedId) ??
    known.find(({ state: { status } }) => status !== 'EXPIRED');
  const others = known.filter((one) => one !== selected).slice(0, SHOWN);

  return (
    <AppScreen top="home" width="full">
      <ChosenStore />
      {selected ? (
        <>
          <div className={styles.greeting}>
            <ScreenHeading>{words}</ScreenHeading>
          </div>
          {hasOrders ? <OnItsWay where="above" /> : null}
          <Selected {...selected} words={words} />
          {hasOrders ? <OnItsWay where="over" /> : null}
        </>
      ) : (
        <CampaignsProblem
          isEmpty={isKnown}
          isOver={known.length > 0}
          waiting={<HomeSkeleton />}
          greeting={words}
        />
      )}
      <Others known={others} />
      {hasTastes ? <ForYou /> : null}
    </AppScreen>
  );
}

/** "Bom dia, Marina" */
function useGreeting(): string {
  const now = useNow(60_000);
  const name = useRootState('session', ({ context }) => context.account?.name ?? null);
  return name ? `${greeting(now)}, ${firstName(name)}` : greeting(now);
}

function Selected({ campaign, state, words }: KnownCampaign & { words: string }) {
  const linkTo = useLinkTo();
  const campaigns = useRoot('campaigns');
  const isOpen = state.status === 'OK' || state.status === 'COMPLETED';
  const to = isOpen
    ? linkTo('app.catalog', { campaign: campaign.slug })
    : linkTo('app.campaign', { campaignId: campaign.slug });
  const choose: typeof to.onClick = (click) => {
    campaigns.send({ type: 'campaign.selected', id: campaign.id });
    to.onClick?.(click);
  };
  const lead = isOpen
    ? 'Campanha aberta:'
    : state.status === 'SCHEDULED'
      ? 'Próxima campanha:'
      : 'Falta um passo:';
  return (
    <CampaignStory
      campaign={campaign}
      state={state}
      eyebrow={
        <span className={styles.wide}>
          {/* One text: a name that comes later does not push the rest of the line. */}
          {`${words}. ${lead}`}
        </span>
      }
      action={{
        text: isOpen ? (slideOf(campaign)?.buttonText ?? 'Entrar na campanha') : 'Ver campanha',
        link: { href: to.href, onClick: choose },
      }}
    />
  );
}

function Others({ known }: { known: KnownCampaign[] }) {
  const linkTo = useLinkTo();
  if (known.length === 0) return null;
  return (
    <div className={styles.content}>
      <Section
        title="Outras campanhas"
        action={
          <TextLink link={linkTo('app.newHome')} label="Ver todas as campanhas">
            Ver todas
          </TextLink>
        }
      >
        <CampaignList label="Outras campanhas">
          {known.map((one) => (
            <CampaignTile key={one.campaign.id} {...one} />
          ))}
        </CampaignList>
        <TextLink arrow link={linkTo('app.products')}>
          Ver todos os produtos
        </TextLink>
      </Section>
    </div>
  );
}
