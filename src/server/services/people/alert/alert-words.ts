import type { AlertWhen } from '#contract/people/alert.ts';
import type { Core } from '#server/platform/core.ts';

/** Where the link of a message leads that takes every alert of its contact back. */
export const stopPath = (token: string): string => `/alert/${token}`;

/** What happened to a campaign, as it is told to who waited for it. */
const happened: Record<AlertWhen, (campaign: string) => string> = {
  OPENS: (campaign) => `${campaign} já está aberta`,
  UNLOCKED: (campaign) => `${campaign} está liberada para você`,
  ARRIVES: (campaign) => `${campaign} agora entrega na sua região`,
};

/** A title for an e-mail or a push, and the words of the message. */
export function alertWords(
  when: AlertWhen,
  shop: string,
  campaign: string,
  links: { campaign: string; stop: string } | null,
): { subject: string; text: string } {
  const subject = happened[when](campaign);
  return {
    subject,
    text:
      links === null
        ? `Você pediu para ${shop} avisar.`
        : `${shop}: ${subject}. ${links.campaign}\n\nParar avisos: ${links.stop}`,
  };
}

/** Whose alerts a link takes back. */
export interface Stopping {
  tenantId: string;
  contact: string;
}
/** Before what is sealed, so that nothing else that this server sealed is taken for a link. */
const MARK = 'alert.stop';

/**
 * The signed part of a link. It names the contact itself, sealed: it works as long as there is anything to take back,
 * also after its own alert and message are gone, and the store keeps nothing for it.
 */
export const stopToken = ({ secrets }: Pick<Core, 'secrets'>, { tenantId, contact }: Stopping): string =>
  secrets.seal(JSON.stringify([MARK, tenantId, contact]));

/** @returns null for what this server did not sign, or for another store */
export function contactIn(
  { secrets }: Pick<Core, 'secrets'>,
  tenantId: string,
  token: string,
): string | null {
  try {
    const [mark, tenant, contact] = JSON.parse(secrets.open(token)) as unknown[]; // sealed by this server
    return mark === MARK && tenant === tenantId && typeof contact === 'string' ? contact : null;
  } catch {
    return null;
  }
}
