import { and, asc, eq } from 'drizzle-orm';
import { alert } from '#server/db/schema/people/alert.ts';
import { consent } from '#server/db/schema/people/consent.ts';
import { message } from '#server/db/schema/message.ts';
import { type Who, campaignId, credentials } from '#tests/support/buyers.ts';
import type { TestServer } from '#tests/support/store/server.ts';

/** Hours until the campaign "depois" of the tiny stores opens, in seconds, with a moment to spare. */
export const OPENING = 5 * 3_600 + 1;
let emails = 0;
/** An e-mail that nobody had before in this run. */
export const newEmail = () => `espera${++emails}@exemplo.com`;

/** What tests of alerts do over and over. */
export function asking(server: () => TestServer) {
  const path = (slug: string) => `/api/operation/campaigns/${slug}/alerts`;
  const inStore = <T>(work: Parameters<TestServer['core']['db']['tenant']>[1]) =>
    server().core.db.tenant('client', work) as Promise<T>;
  return {
    ask: (who: Who, body: object, slug = 'depois') =>
      server().call('POST', path(slug), { ...credentials(who), body }),
    list: (who: Who, slug = 'depois') => server().call('GET', path(slug), credentials(who)),
    stop: (who: Who, id: string, slug = 'depois') =>
      server().call('DELETE', `${path(slug)}/${id}`, credentials(who)),
    /** Rows that wait, of one contact. */
    waiting: (contact: string) =>
      inStore<(typeof alert.$inferSelect)[]>((tx) =>
        tx
          .select()
          .from(alert)
          .where(and(eq(alert.tenantId, 'client'), eq(alert.contact, contact))),
      ),
    /** What somebody agreed to and took back, in the order in which they did. */
    agreed: async (subject: string) =>
      (
        await inStore<(typeof consent.$inferSelect)[]>((tx) =>
          tx
            .select()
            .from(consent)
            .where(and(eq(consent.tenantId, 'client'), eq(consent.subject, subject)))
            .orderBy(asc(consent.at), asc(consent.id)),
        )
      ).map(({ purpose, granted, version }) => [purpose, granted, version]),
    /** Texts in the outbox to one contact. */
    sent: async (to: string): Promise<string[]> => {
      const rows = await inStore<(typeof message.$inferSelect)[]>((tx) =>
        tx
          .select()
          .from(message)
          .where(and(eq(message.tenantId, 'client'), eq(message.recipient, to))),
      );
      return rows
        .map(
          ({ sealed }) => JSON.parse(server().core.secrets.open(sealed)) as { text: string; code?: string },
        )
        .filter(({ code }) => code === undefined)
        .map(({ text }) => text);
    },
    /** Everything that falls due now is done. */
    settle: async () => {
      await server().sweep();
      await server().drain();
    },
    /** Puts the clock back to where tests of the tiny stores begin. */
    rewind: () => server().core.clock.shift(0),
  };
}
/** The link of a message that takes its contact's alerts back. */
export const stopLinkIn = (text: string | undefined): string =>
  /Parar avisos: https?:\/\/[^/]+(\/alert\/\S+)/.exec(text ?? '')?.[1] ?? 'no link';
export const aboutOpening = (slug = 'depois') => `OPENS ${campaignId(slug)} 1`;
