import type { LinkTarget } from '#components/form/link.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { UnmetReason } from '#domain/campaign-status.ts';
import type { CampaignState } from '#machines/catalog/campaign-statuses.ts';
import { type LinkTo, useLinkTo } from '#client/links.ts';
import { ownOrderOf } from './campaign-words.ts';

export interface CampaignWay {
  label: string;
  link: LinkTarget;
}

/** The way to a campaign that has to come first. */
export const wayToOther = (
  { buttonText, campaignId }: Extract<UnmetReason, { type: 'campaign' }>,
  linkTo: LinkTo,
): CampaignWay => ({
  label: buttonText ?? 'Ver a outra campanha',
  link: linkTo('app.campaign', { campaignId }),
});

/** The one way on that a campaign's card offers. */
export function useCampaignWay(): (campaign: Campaign, state: CampaignState) => CampaignWay {
  const linkTo = useLinkTo();
  return (campaign, { status, reasons }) => {
    const here = linkTo('app.campaign', { campaignId: campaign.slug });
    const code = ownOrderOf(campaign);
    if (status === 'COMPLETED' && code)
      return { label: 'Ver pedido', link: linkTo('app.ordersDetails', { orderCode: code }) };
    if (status === 'BLOCKED') {
      const other = reasons.find((reason) => reason.type === 'campaign');
      return other ? wayToOther(other, linkTo) : { label: 'Ver como abrir', link: here };
    }
    return { label: status === 'EXPIRED' ? 'Ver como foi' : 'Ver campanha', link: here };
  };
}
