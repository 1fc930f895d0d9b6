import { Countdown } from '#components/order/countdown.tsx';
import { StoryAction } from '#components/campaign/story-action.tsx';
import { Story } from '#components/campaign/story.tsx';
import type { LinkTarget } from '#components/form/link.ts';
import { StatusChip } from '#components/order/status-chip.tsx';
import { haltOf } from '#domain/campaign-status.ts';
import type { ReactNode } from 'react';
import { useNow } from '#client/hooks.ts';
import type { KnownCampaign } from './campaigns.ts';
import { lookNow, lookOf, opensAt, pictureOf, slideOf, storyOf, taglineOf } from './campaign-words.ts';
import { endOf } from './offer-words.ts';

interface Props extends KnownCampaign {
  eyebrow?: ReactNode;
  /** What its one button says and where it leads. */
  action?: { text: string; link: LinkTarget } | undefined;
  /** The story is the screen's heading. */
  heading?: boolean;
}

/**
 * A campaign's own band with its time, until it opens or until it closes; without one, with how it stands.
 */
export function CampaignStory({ campaign, state, eyebrow, action, heading = false }: Props) {
  const slide = slideOf(campaign);
  return (
    <Story
      palette={storyOf(campaign)}
      motif={campaign.profile.motif}
      eyebrow={eyebrow}
      title={campaign.name}
      text={slide?.text ?? taglineOf(campaign)}
      image={slide?.image ?? pictureOf(campaign)}
      imageWide={slide?.imageWide}
      countdown={<StoryTime campaign={campaign} state={state} announce={heading} />}
      action={action ? <StoryAction link={action.link}>{action.text}</StoryAction> : undefined}
      level={heading ? 1 : 2}
      headingFocus={heading}
    />
  );
}

/** How long, or how it stands. Ticks alone, so that a second passing draws four cells and not the window. */
function StoryTime({ campaign, state, announce }: KnownCampaign & { announce: boolean }) {
  const now = useNow();
  const halt = haltOf(campaign, now)?.type;
  const until =
    state.status === 'SCHEDULED'
      ? opensAt(state)
      : state.status === 'OK' && halt === undefined
        ? endOf(campaign)
        : null;
  if (until === null || until <= now)
    return <StatusChip status={halt === 'expired' ? lookOf('EXPIRED') : lookNow(state)} />;
  return (
    <Countdown
      kind="cells"
      label={state.status === 'SCHEDULED' ? 'Abre em' : 'Fecha em'}
      until={until}
      now={now}
      announce={announce}
    />
  );
}
