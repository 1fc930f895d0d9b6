import { CampaignCard } from '#components/campaign/campaign-card.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { countdownText } from '#domain/countdown.ts';
import { useNow } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useCampaignWay } from './campaign-remedy.ts';
import type { KnownCampaign } from './campaigns.ts';
import { lineOf, lookNow, opensAt, pictureOf, storyOf } from './campaign-words.ts';

/**
 * A campaign in a list: how it stands, why, and the way on. The card leads to its page, the link below to the
 * remedy.
 */
export function CampaignTile({ campaign, state, level }: KnownCampaign & { level?: 2 | 3 }) {
  const linkTo = useLinkTo();
  const way = useCampaignWay()(campaign, state);
  const opening = state.status === 'SCHEDULED' ? opensAt(state) : null;
  return (
    <CampaignCard
      name={campaign.name}
      status={lookNow(state)}
      statusText={opening === null ? undefined : <OpensIn at={opening} />}
      reason={lineOf(campaign, state)}
      remedy={
        <TextLink arrow link={way.link} label={`${way.label}: ${campaign.name}`}>
          {way.label}
        </TextLink>
      }
      image={pictureOf(campaign)}
      story={storyOf(campaign)}
      link={linkTo('app.campaign', { campaignId: campaign.slug })}
      {...(level ? { level } : {})}
    />
  );
}

function OpensIn({ at }: { at: number }) {
  return <>Abre em {countdownText(at, useNow())}</>;
}
