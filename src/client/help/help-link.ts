import type { LinkTarget } from '#components/form/link.ts';
import type { TenantView } from '#client/tenant.ts';

/**
 * Opens the messaging app with the tenant's preset message.
 * @param subject what it is about, added to the message: an order's code
 */
export function helpLink({ phone, message }: TenantView['help'], subject?: string): LinkTarget {
  const text = subject ? `${message} ${subject}`.trim() : message;
  return { href: `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}` };
}
