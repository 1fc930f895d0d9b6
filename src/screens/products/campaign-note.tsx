import { useLinkTo } from '#client/links.ts';
import { reasonText } from '#client/shop/campaign/campaign-words.ts';
import type { Seller } from '#client/shop/campaign/sellers.ts';
import { Chip } from '#components/form/chip.tsx';
import type { Campaign } from '#contract/campaign.ts';
import { endOf } from '#domain/campaign-status.ts';
import { countdownText } from '#domain/countdown.ts';
import { formatDay } from '#domain/dates.ts';
import { IconChevronRight, IconClock, IconLock } from '@tabler/icons-react';
import styles from './products.module.css';

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
