import type { LinkTarget } from '#components/form/link.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { UnmetReason } from '#domain/campaign-status.ts';
import type { CampaignState } from '#machines/catalog/campaign-statuses.ts';
import { useRootState } from '#client/hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { ownOrderOf } from './campaign-words.ts';

export interface CampaignWay {
  label: string;
  link: LinkTarget;
}

/** What can be done about one need that is not met; null where only waiting helps. */
export function useReasonRemedy(): (reason: UnmetReason) => CampaignWay | null {
  const linkTo = useLinkTo();
  const isVisitor = useRootState('session', (snapshot) => snapshot.matches('visitor'));
  return (reason) => {
    switch (reason.type) {
      case 'campaign':
        return {
          label: reason.buttonText ?? 'Ver a outra campanha',
          link: linkTo('app.campaign', { campaignId: reason.campaignId }),
        };
      case 'invites':
        // Invites are counted for an account; a visitor's own are known after signing in.
        return isVisitor ? { label: 'Entrar para ver seus convites', link: linkTo('login.options') } : null;
      case 'expired':
        return { label: 'Ver outras campanhas', link: linkTo('app.newHome') };
      case 'time':
        return null;
    }
  };
}

/** The one way on that a campaign's card offers. */
export function useCampaignWay(): (campaign: Campaign, state: CampaignState) => CampaignWay {
  const linkTo = useLinkTo();
  const remedyOf = useReasonRemedy();
  return (campaign, { status, reasons }) => {
    const here = linkTo('app.campaign', { campaignId: campaign.slug });
    const code = ownOrderOf(campaign);
    if (status === 'COMPLETED' && code)
      return { label: 'Ver pedido', link: linkTo('app.ordersDetails', { orderCode: code }) };
    if (status === 'BLOCKED') {
      const [first] = reasons.flatMap((reason) =>
        reason.type === 'campaign' ? (remedyOf(reason) ?? []) : [],
      );
      return first ?? { label: 'Ver como abrir', link: here };
    }
    return { label: status === 'EXPIRED' ? 'Ver como foi' : 'Ver campanha', link: here };
  };
}
