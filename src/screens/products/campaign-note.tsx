import { useLinkTo } from '#client/links.ts';
import { reasonText } from '#client/shop/campaign/campaign-words.ts';
import { useCampaigns } from '#client/shop/campaign/campaigns.ts';
import { Chip } from '#components/form/chip.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { type UnmetReason, endOf, haltOf } from '#domain/campaign-status.ts';
import { countdownText } from '#domain/countdown.ts';
import { formatDay } from '#domain/dates.ts';
import { IconChevronRight, IconClock, IconLock } from '@tabler/icons-react';
import { useMemo } from 'react';
import styles from './products.module.css';

interface Seller {
  campaign: Campaign;
  /** Why nothing of it can be bought now. */
  reason: UnmetReason | null;
}

/** Finds the campaign that sells an item, and whether it sells. @param now epoch ms */
export function useSellers(now: number): (campaignId: string) => Seller | null {
  const known = useCampaigns();
  const sellers = useMemo(
    () =>
      new Map(
        known.map(({ campaign, state }): [string, Seller] => {
          const reason = state.reasons[0] ?? haltOf(campaign, now);
          return [campaign.id, { campaign, reason }];
        }),
      ),
    [known, now],
  );
  return (campaignId) => sellers.get(campaignId) ?? null;
}

const DAY = 86_400_000;
/** `Fecha sex., 28 de nov.`; on the last day how long there is left. */
function deadlineText(campaign: Campaign, now: number): string {
  const end = endOf(campaign);
  if (end === null) return 'Sem data para fechar';
  return `Fecha ${end - now < DAY ? `em ${countdownText(end, now)}` : formatDay(end)}`;
}

/** Whose item it is: until when it is sold, or why it is not, with the way there. @param now epoch ms */
export function CampaignNote({ campaign, reason, now }: Seller & { now: number }) {
  const linkTo = useLinkTo();
  if (!reason)
    return (
      <p className={styles.seller}>
        <Chip tone="off" icon={<IconClock size={16} aria-hidden="true" />}>
          <span className={styles.cut}>{campaign.name}</span>
        </Chip>
        <span className={styles.cut}>{deadlineText(campaign, now)}</span>
      </p>
    );
  return (
    <a {...linkTo('app.campaign', { campaignId: campaign.slug })} className={styles.seller}>
      <Chip tone="warn" icon={<IconLock size={16} aria-hidden="true" />}>
        <span className={styles.cut}>{campaign.name}</span>
        <IconChevronRight size={16} aria-hidden="true" />
      </Chip>
      <span className={styles.reason}>{reasonText(reason, campaign)}</span>
    </a>
  );
}
