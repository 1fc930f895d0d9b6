import { AppScreen } from '#client/app-screen.tsx';
import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { CampaignTile } from '#client/shop/campaign/campaign-tile.tsx';
import { useShownCampaigns } from '#client/shop/campaign/campaigns.ts';
import { ChosenStore } from '#client/shop/campaign/chosen.tsx';
import { CampaignList, acrossOf } from '#components/campaign/campaign-card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Section } from '#components/layout/section.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import type { CampaignStatus } from '#contract/campaign.ts';
import { CampaignsProblem } from './campaigns-problem.tsx';
import styles from './new-home.module.css';
import { OnItsWay, useHasOrders } from './orders.tsx';

const groups: [status: CampaignStatus, title: string][] = [
  ['OK', 'Abertas agora'],
  ['SCHEDULED', 'Em breve'],
  ['BLOCKED', 'Falta um passo'],
  ['COMPLETED', 'Você já recebeu'],
  ['EXPIRED', 'Encerradas'],
];

/** Cards beside one another on a wide screen. */
const WIDEST = 4;

/** The whole window: every campaign by how it stands, and the orders on their way. */
export function NewHomeScreen() {
  const known = useShownCampaigns();
  const isKnown = useRootState('campaigns', ({ context }) => context.isKnown);
  const hasOrders = useHasOrders();
  const linkTo = useLinkTo();
  return (
    <AppScreen top="home">
      <ChosenStore />
      {known.length === 0 ? (
        <CampaignsProblem
          isEmpty={isKnown}
          waiting={
            <Waiting>
              <RowsSkeleton count={5} height="128px" />
            </Waiting>
          }
          greeting="Campanhas"
        />
      ) : (
        <>
          <div className={styles.heading}>
            <ScreenHeading>Campanhas</ScreenHeading>
            <TextLink arrow link={linkTo('app.products')}>
              Ver todos os produtos
            </TextLink>
          </div>
          {hasOrders ? <OnItsWay where="all" /> : null}
          <div className={styles.groups}>
            {groups.map(([status, title]) => {
              const here = known.filter(({ state }) => state.status === status);
              return here.length === 0 ? null : (
                <div key={status} className={styles.group} style={acrossOf(Math.min(WIDEST, here.length))}>
                  <Section title={title}>
                    <CampaignList label={title}>
                      {here.map((one) => (
                        <CampaignTile key={one.campaign.id} {...one} />
                      ))}
                    </CampaignList>
                  </Section>
                </div>
              );
            })}
          </div>
        </>
      )}
    </AppScreen>
  );
}
