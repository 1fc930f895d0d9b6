import { isMobile } from '#contract/people/phone.ts';
import { ApiProblem } from '#contract/problem.ts';
import { waysOf } from '#domain/person/sso.ts';
import type { Core } from '#server/platform/core.ts';
import { networkOf } from '#server/platform/limits.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Contact } from '#server/services/people/caller.ts';
import { userOf } from '#server/services/people/code/contact-user.ts';

/** Users that one address may make in an hour. */
const MADE = { points: 300, seconds: 3_600 };

/** Users made before they prove anything, where a company or a sign-on knows them. Source: D7. */
export function userMaker(core: Pick<Core, 'db' | 'clock' | 'limits' | 'env'>) {
  const { db, limits, env } = core;
  return {
    /**
     * Makes the user of a contact.
     * @throws ApiProblem NOT_FOUND elsewhere than D7 says, COUNTRY, TOO_MANY_REQUESTS
     */
    async createUser(
      tenant: TenantRecord,
      {
        phone,
        email,
        name,
      }: { phone?: string | undefined; email?: string | undefined; name?: string | undefined },
      ip: string,
    ): Promise<{ id: string }> {
      if (!tenant.intranet && waysOf(tenant.settings, env.sandbox).length === 0)
        throw new ApiProblem('NOT_FOUND');
      if (phone !== undefined && !isMobile(phone)) throw new ApiProblem('COUNTRY');
      const taken = await limits.take(`user:ip:${networkOf(ip)}`, {
        ...MADE,
        points: MADE.points * (env.sandbox ? 1_000 : 1),
      });
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      const contact: Contact =
        phone === undefined ? { channel: 'EMAIL', value: email ?? '' } : { channel: 'SMS', value: phone };
      return { id: await db.tenant(tenant.id, (tx) => userOf(core, tx, tenant.id, contact, name || null)) };
    },
  };
}
