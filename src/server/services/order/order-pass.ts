import { RECENT_SESSION } from '#domain/constants.ts';
import type { Core } from '#server/platform/core.ts';
import type { OrderRow } from './order-row.ts';

/** Which contact of an order is proved. */
export type ContactKey = 'PHONE' | 'EMAIL';
/** ms that the proof of an order's contact opens it: as long as a session is recent. Source: spec §9. */
const LIFE = RECENT_SESSION;
const KEYS: Readonly<Record<string, ContactKey>> = { P: 'PHONE', E: 'EMAIL' };

/** The value of a contact, as the order has it now. */
export const contactIn = ({ userPhone, email }: OrderRow, key: ContactKey): string | null =>
  key === 'PHONE' ? userPhone : email;

/**
 * The proof that somebody reads at the contact of an order: a keyed hash of the order, the contact and when it
 * ends. Nothing is kept of it, and it ends with its time or with the contact. Source: D48; decision 117.
 */
export function orderPasses({ clock, secrets }: Pick<Core, 'clock' | 'secrets'>) {
  const text = ({ tenantId, id }: OrderRow, contact: string, until: string) =>
    ['opened', tenantId, id, contact, until].join('\n');
  return {
    /** @returns seconds that it lives, too */
    issue(row: OrderRow, key: ContactKey): { proof: string; expiresIn: number } {
      const until = String(clock.now() + LIFE);
      const hash = secrets.hash('order', text(row, contactIn(row, key) ?? '', until));
      return { proof: `${key.charAt(0)}.${until}.${hash}`, expiresIn: LIFE / 1_000 };
    },
    opens(row: OrderRow, proof: string): boolean {
      const [sign = '', until = '', hash = ''] = proof.split('.');
      const key = Object.hasOwn(KEYS, sign) ? KEYS[sign] : undefined;
      const contact = key && contactIn(row, key);
      return (
        Boolean(contact) &&
        /^\d{1,15}$/.test(until) &&
        Number(until) > clock.now() &&
        secrets.matches('order', text(row, contact ?? '', until), hash)
      );
    },
  };
}
export type OrderPasses = ReturnType<typeof orderPasses>;
