import { and, eq } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { marketplace } from '#server/db/schema/shop/marketplace.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller } from '#server/services/people/caller.ts';
import type { CodeService } from '#server/services/people/code/code.ts';
import { userMaker } from './new-user.ts';
import { admit } from './roster-admission.ts';
import { maskOf, rosterContact } from './roster-contact.ts';

const MARK = 'intranet.';

/**
 * Who may enter a company's store: its own people, by CPF or the company's number, or by the contact that the
 * company has. Source: D7, D62; SEC-05, SEC-16.
 */
export function rosterService(core: Core, { code }: { code: CodeService }) {
  const { db, secrets } = core;
  return {
    ...userMaker(core),
    admit: (tx: Tx, tenant: TenantRecord, userId: string, privacyVersion: string | undefined) =>
      admit(core, tx, tenant, userId, privacyVersion),

    /** @throws ApiProblem NOT_FOUND where no company has a store, and the refusals of a code */
    async send(
      tenant: TenantRecord,
      { identification, marketplaceId }: { identification: string; marketplaceId?: string | undefined },
      caller: Caller,
    ) {
      if (!tenant.intranet) throw new ApiProblem('NOT_FOUND');
      const contact = await db.read(tenant.id, async (tx) => {
        const [store] =
          marketplaceId === undefined
            ? [true]
            : await tx
                .select({ id: marketplace.id })
                .from(marketplace)
                .where(and(eq(marketplace.tenantId, tenant.id), eq(marketplace.id, marketplaceId)));
        if (!store) throw new ApiProblem('NOT_FOUND');
        return rosterContact(core, tx, tenant.id, identification);
      });
      const sent = await code.send(tenant, contact, caller);
      return {
        ...sent,
        contact: maskOf(contact),
        username: `${MARK}${secrets.seal(`${tenant.id}\n${identification}`)}`,
      };
    },

    /**
     * The contact behind a username of `login`; phones and e-mails stand for themselves.
     * @throws ApiProblem INVALID_CODE for a handle of another store or of nobody's making, MALFORMED when the
     * privacy text was not agreed to
     */
    async usernameOf(
      tenant: TenantRecord,
      username: string,
      privacyVersion: string | undefined,
    ): Promise<string> {
      if (!username.startsWith(MARK)) return username;
      if (privacyVersion !== tenant.settings.legal.privacy.version)
        throw new ApiProblem('MALFORMED', {
          fields: [{ field: 'privacyVersion', message: 'Leia e aceite o aviso de privacidade.' }],
        });
      let opened: string[];
      try {
        opened = secrets.open(username.slice(MARK.length)).split('\n');
      } catch {
        throw new ApiProblem('INVALID_CODE');
      }
      const [tenantId, identification = ''] = opened;
      if (!tenant.intranet || tenantId !== tenant.id) throw new ApiProblem('INVALID_CODE');
      return (await db.read(tenant.id, (tx) => rosterContact(core, tx, tenant.id, identification))).value;
    },
  };
}
