import { type StoryPalette, housePalette } from '#components/campaign/story-palette.ts';
import type { CampaignLook } from '#components/order/status-chip.tsx';
import type { Campaign, CampaignStatus } from '#contract/campaign.ts';
import { type GatedCampaign, type Halt, type UnmetReason, expiryText } from '#domain/campaign-status.ts';
import { formatDay, formatMoment } from '#domain/dates.ts';
import type { CampaignState } from '#machines/catalog/campaign-statuses.ts';
import { endOf } from './offer-words.ts';
import { pauseText } from './pause-words.ts';

/** How a status looks. */
const looks = {
  OK: 'ok',
  SCHEDULED: 'scheduled',
  BLOCKED: 'blocked',
  COMPLETED: 'completed',
  EXPIRED: 'expired',
} as const satisfies Record<CampaignStatus, CampaignLook>;
export const lookOf = (status: CampaignStatus): CampaignLook => looks[status];
/** The pause of a campaign that could be bought from without it. */
export const pauseOf = ({ status, reasons }: CampaignState) =>
  status === 'OK' || status === 'COMPLETED' ? reasons.find(({ type }) => type === 'paused') : undefined;
/** How a campaign looks to this person now. */
export const lookNow = (state: CampaignState): CampaignLook =>
  pauseOf(state) ? 'paused' : lookOf(state.status);

export const storyOf = ({ profile }: Campaign): StoryPalette => profile.story ?? housePalette;
export const slideOf = ({ story }: Campaign) => story?.slides[0];
export const pictureOf = (campaign: Campaign): string | null =>
  campaign.profile.image ?? slideOf(campaign)?.image ?? null;

/** A text among the campaign's free properties. */
export function propertyOf({ properties }: Pick<Campaign, 'properties'>, name: string): string | null {
  const value = properties[name];
  return typeof value === 'string' && value ? value : null;
}
export const taglineOf = (campaign: Campaign): string =>
  propertyOf(campaign, 'tagline') ?? slideOf(campaign)?.text ?? campaign.description;

export const opensAt = ({ reasons }: CampaignState): number | null => {
  const instants = reasons.flatMap((reason) => (reason.type === 'time' ? [reason.opensAt] : []));
  return instants.length > 0 ? Math.max(...instants) : null;
};

/** Why nothing can be bought of a campaign that is in sight. */
export const haltText = (halt: Halt): string =>
  halt.type === 'expired' ? 'Esta campanha terminou.' : `Campanha pausada: ${pauseText(halt)}`;

/** Why a campaign cannot be bought from yet, in one line. */
export function reasonText(reason: UnmetReason, campaign: GatedCampaign): string {
  switch (reason.type) {
    case 'time':
      return `Abre ${formatMoment(reason.opensAt)}`;
    case 'campaign':
      return reason.text || 'Abre depois do seu pedido em outra campanha.';
    case 'invites': {
      const missing = reason.required - reason.current;
      return `${missing === 1 ? 'Falta 1 convite aceito' : `Faltam ${missing} convites aceitos`} de ${reason.required}`;
    }
    case 'key':
      return 'Abre com um convite: uma chave que a loja dá.';
    case 'expired':
      return expiryText(campaign);
    case 'paused':
      return `Pausada: ${pauseText(reason)}`;
  }
}

/** One line under the name: every need that is not met, else what the campaign is. */
export function lineOf(campaign: Campaign, { status, reasons }: CampaignState): string {
  if (status === 'COMPLETED' && reasons.length === 0) return 'Você já recebeu seu pedido.';
  if (status === 'EXPIRED') {
    const end = endOf(campaign);
    return end === null ? expiryText(campaign) : `Terminou ${formatDay(end)}`;
  }
  return reasons.length === 0
    ? taglineOf(campaign)
    : reasons.map((reason) => reasonText(reason, campaign)).join(' · ');
}

/** The buyer's own order of this campaign, to lead to it. */
export const ownOrderOf = ({ id, facts }: Campaign): string | null =>
  facts.orders.find((order) => (order.campaignId ?? id) === id)?.code ?? null;
