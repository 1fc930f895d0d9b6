import { randomInt } from 'node:crypto';
import { isMobile } from '#contract/people/phone.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import { challenge } from '#server/db/schema/people/challenge.ts';
import { randomToken, uuidv7 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { Caller, Contact } from '#server/services/people/caller.ts';
import { queueMessage } from '#server/services/people/outbox.ts';
import { isOnRoster } from '#server/services/people/roster/roster-entry.ts';
import { codeCheck } from './code-check.ts';
import { PAUSE, codeLimits } from './code-limits.ts';
import { codeLinks } from './code-link.ts';
import { codeSpending } from './code-spending.ts';
import { type CodeUse, bound, linkBound, openOf } from './code-use.ts';
import { nobody, userOf } from './contact-user.ts';

/** Seconds that a code lives. Source: D3; OWASP ASVS 6.5.5. */
const LIFE = 300;

/** Six digits, each code as likely as any other. */
export const freshCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What somebody reads who asked to sign in. @param link of an e-mail alone: a text message has room for a code */
const signInText = (shop: string, code: string, link: string | null): string =>
  link === null
    ? `${code} é o seu código para entrar em ${shop}. Vale por 5 minutos. Não passe para ninguém.`
    : [
        `${code} é o seu código para entrar em ${shop}. Vale por 5 minutos.`,
        `Ou abra este link, neste ou em outro aparelho, e toque em Entrar:\n${link}`,
        'O link vale uma vez, pelo mesmo tempo. Não passe o código nem o link para ninguém.',
      ].join('\n\n');

/**
 * The last line of a text message, by which a phone fills the code into a page of that host and no other.
 * Source: wicg.github.io/sms-one-time-codes.
 */
const boundTo = (origin: string, code: string): string => `@${new URL(origin).hostname} #${code}`;

/** One-time codes: made, sent and checked. Source: D1–D3; reliability SEC-01 to SEC-05. */
export function codeService(core: Core) {
  const { db, clock, secrets, jobs } = core;
  const limits = codeLimits(core);
  const spend = codeSpending(core);

  return {
    ...codeCheck(core, { limits, spend }),
    ...codeLinks(core, { limits, spend }),

    /**
     * Sends a fresh code; earlier codes of the contact end. An e-mail to sign in with carries a link beside it, a
     * text message says to phones which page its code is for; neither without an origin that is the store's.
     * @returns seconds
     * @throws ApiProblem TOO_MANY_CODES, PROOF_OF_WORK, COUNTRY
     */
    async send(
      tenant: TenantRecord,
      contact: Contact,
      caller: Caller,
      use?: CodeUse,
    ): Promise<{ resendAfter: number; expiresIn: number }> {
      if (contact.channel === 'SMS' && !contact.isNobody && !isMobile(contact.value))
        throw new ApiProblem('COUNTRY');
      await limits.countSend(tenant.id, contact, caller);
      const { origin } = caller;
      const code = freshCode();
      // A company's people agree to its text where they type the code (D62).
      const hasLink =
        use === undefined && contact.channel === 'EMAIL' && origin !== undefined && !tenant.intranet;
      const token = hasLink ? randomToken() : null;
      await db.tenant(tenant.id, async (tx) => {
        const now = clock.date();
        const userId =
          use?.userId ??
          (contact.isNobody
            ? await nobody(tx, tenant.id, contact)
            : await userOf(core, tx, tenant.id, contact));
        const salt = randomToken(12);
        await tx
          .update(challenge)
          .set({ supersededAt: now })
          .where(openOf(tenant.id, contact.value, use));
        await tx.insert(challenge).values({
          tenantId: tenant.id,
          id: uuidv7(clock.now()),
          purpose: use?.purpose ?? 'login',
          channel: contact.channel,
          contact: contact.value,
          userId,
          boundTo: use?.boundTo ?? null,
          salt,
          codeHash: secrets.hash('code', bound(tenant.id, contact.value, salt, code, use)),
          linkHash: token === null ? null : secrets.hash('code', linkBound(tenant.id, token)),
          sentAt: now,
          expiresAt: new Date(now.getTime() + LIFE * 1_000),
        });
        const words =
          use?.text(code) ??
          signInText(tenant.name, code, token === null ? null : `${origin}/auth?token=${token}`);
        const text = contact.channel === 'SMS' && origin ? `${words}\n\n${boundTo(origin, code)}` : words;
        // A company's store writes to its own people only; for others the same work is done, and kept in the
        // house.
        const isListed =
          use !== undefined || !tenant.intranet || (await isOnRoster(tx, tenant.id, contact.value));
        const isHeard = isListed && !contact.isNobody;
        await queueMessage(
          { clock, secrets, jobs },
          tx,
          tenant.id,
          contact,
          { subject: `Seu código: ${code}`, text, code },
          isHeard ? 'queued' : 'withheld',
        );
      });
      return { resendAfter: PAUSE, expiresIn: LIFE };
    },
  };
}
export type CodeService = ReturnType<typeof codeService>;
