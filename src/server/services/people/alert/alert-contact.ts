import { and, eq } from 'drizzle-orm';
import type { AlertBody } from '#contract/people/alert.ts';
import { isMobile } from '#contract/people/phone.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { user } from '#server/db/schema/people/user.ts';
import { networkOf } from '#server/platform/limits.ts';
import { LIMITS, scaledLimit } from '#server/platform/limits-table.ts';
import type { Buyer } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { giverOf, isGranted } from '#server/services/people/consent.ts';
import { contactsOf } from '#server/services/people/contact.ts';
import { vapidOf } from '#server/services/people/push.ts';

export const misfit = (field: string, message: string) =>
  new ApiProblem('MALFORMED', { fields: [{ field, message }] });

/** Whom an alert is for, and how many one may ask for. Source: D78; SEC-04, SEC-32. */
export function alertContacts({ env, limits, secrets }: Pick<Core, 'env' | 'limits' | 'secrets'>) {
  /**
   * Where the message goes: null = to the person's browsers. A company's store writes to nobody but its own people,
   * at the contact that they enter by.
   * @throws ApiProblem CONSENT, COUNTRY, MALFORMED
   */
  async function contactFor(
    tx: Tx,
    tenant: TenantRecord,
    buyer: Buyer,
    body: AlertBody,
  ): Promise<string | null> {
    if (body.channel === 'PUSH') {
      const subject = giverOf(buyer);
      const browsers = await tx
        .select({ id: pushSubscription.id })
        .from(pushSubscription)
        .where(and(eq(pushSubscription.tenantId, tenant.id), eq(pushSubscription.subject, subject)))
        .limit(1);
      if (!vapidOf(env) || browsers.length === 0 || !(await isGranted(tx, tenant.id, subject, 'push')))
        throw new ApiProblem('CONSENT');
      return null;
    }
    const [row] =
      buyer.kind === 'client'
        ? await tx
            .select()
            .from(user)
            .where(and(eq(user.tenantId, tenant.id), eq(user.id, buyer.userId)))
        : [];
    const own = row && contactsOf(row).find(({ channel }) => channel === body.channel)?.value;
    const to = body.contact ?? own;
    if (to === undefined) throw misfit('contact', 'Diga para onde mandamos o aviso.');
    if (tenant.intranet && to !== own)
      throw misfit('contact', 'Use o contato com que você entra nesta loja.');
    if (body.channel === 'SMS' && !isMobile(to)) throw new ApiProblem('COUNTRY');
    return to;
  }

  /** Each is counted where it makes or changes an alert: to ask again costs nothing. @throws TOO_MANY_REQUESTS */
  async function count(tx: Tx, tenantId: string, subject: string, contact: string | null, ip: string) {
    await limits.within(tx, `alert:${tenantId}:${subject}`, scaledLimit(LIMITS.alerts, env));
    await limits.within(tx, `alert:ip:${networkOf(ip)}`, scaledLimit(LIMITS.alertsOfAddress, env));
    // Not scaled: whoever gets it asked for none of it. Its spelling stays out of the counters.
    if (contact !== null)
      await limits.within(tx, `alert:to:${tenantId}:${secrets.hash('code', contact)}`, LIMITS.alertsTo);
  }

  return { contactFor, count };
}
