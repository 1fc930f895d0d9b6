import { and, asc, eq, ne } from 'drizzle-orm';
import Geohash from 'latlon-geohash';
import type * as v from 'valibot';
import type { PushTags, subscribePush } from '#contract/people/push.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { account } from '#server/db/schema/people/account.ts';
import { pushSubscription } from '#server/db/schema/people/push-subscription.ts';
import { session } from '#server/db/schema/people/session.ts';
import { circuitOf } from '#server/platform/circuit.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { isPushService, sendPush } from '#server/providers/push.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { giverOf, isGranted } from './consent.ts';
import { queueMessage } from './outbox.ts';

/** Letters of the geohash of a tag: some five kilometres (PRV-04). */
const COARSE = 5;
/** Browsers of one person. */
const MOST = 10;
/** Seconds after which news of an order is none. */
const TTL = 86_400;

/** What a push says. */
export interface Push {
  title: string;
  text: string;
  /** A path of the shop. */
  target: string;
  /** A later push about the same thing takes the place of an earlier one. */
  topic: string;
}
type Keys = { publicKey: string; privateKey: string };
export const vapidOf = ({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Core['env']): Keys | null =>
  VAPID_PUBLIC_KEY && VAPID_PRIVATE_KEY
    ? { publicKey: VAPID_PUBLIC_KEY, privateKey: VAPID_PRIVATE_KEY }
    : null;

/** A place no finer than its cell: its middle, with two decimals. */
function placeOf(latitude: number, longitude: number): Pick<PushTags, 'lat' | 'long' | 'geohash'> {
  const geohash = Geohash.encode(latitude, longitude, COARSE);
  const { lat, lon } = Geohash.decode(geohash);
  return { lat: Math.round(lat * 100) / 100, long: Math.round(lon * 100) / 100, geohash };
}

/**
 * Queues a push to every browser of somebody, in the caller's transaction. Nothing happens without keys or
 * consent.
 */
export async function pushTo(
  core: Pick<Core, 'clock' | 'env' | 'jobs' | 'secrets'>,
  tx: Tx,
  tenantId: string,
  subject: string,
  { title, text, target, topic }: Push,
): Promise<void> {
  if (!vapidOf(core.env)) return;
  const rows = await tx
    .select({ id: pushSubscription.id })
    .from(pushSubscription)
    .where(and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.subject, subject)));
  if (rows.length === 0 || !(await isGranted(tx, tenantId, subject, 'push'))) return;
  for (const { id } of rows)
    await queueMessage(
      core,
      tx,
      tenantId,
      { channel: 'PUSH', value: `push:${id}` },
      { subject: title, text, target, topic },
    );
}

/**
 * Web Push with keys of our own. Source: specification §7 External; D60; SEC-30, PRV-03, PRV-04, REL-21; RFC
 * 8030, 8291, 8292.
 */
export function pushService({ db, clock, env, log }: Core) {
  const vapid = vapidOf(env);
  /** Each browser maker's service is down by itself. */
  const services = new Map<string, ReturnType<typeof circuitOf>>();
  function serviceOf(endpoint: string): ReturnType<typeof circuitOf> {
    const { host } = new URL(endpoint);
    const known = services.get(host) ?? circuitOf(clock);
    services.set(host, known);
    return known;
  }
  const own = (tenantId: string, subject: string) =>
    and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.subject, subject));

  return {
    key: (): { publicKey?: string } => (vapid ? { publicKey: vapid.publicKey } : {}),

    /**
     * @throws ApiProblem NOT_FOUND while the shop sends no push, PUSH_SERVICE for an address of nobody we
     * know, CONSENT
     */
    async subscribe(
      tenantId: string,
      buyer: Buyer,
      { endpoint, keys, latitude, longitude }: v.InferOutput<typeof subscribePush.body>,
    ) {
      if (!vapid) throw new ApiProblem('NOT_FOUND');
      if (!isPushService(endpoint, env.sandbox)) throw new ApiProblem('PUSH_SERVICE');
      const subject = giverOf(buyer);
      return db.tenant(tenantId, async (tx) => {
        if (!(await isGranted(tx, tenantId, subject, 'push'))) throw new ApiProblem('CONSENT');
        const [owner] =
          buyer.kind === 'client'
            ? await tx
                .select({ name: account.name })
                .from(account)
                .where(and(eq(account.tenantId, tenantId), eq(account.userId, buyer.userId)))
            : [];
        const name = owner?.name.split(' ')[0];
        const isPlaced =
          latitude !== undefined &&
          longitude !== undefined &&
          (await isGranted(tx, tenantId, subject, 'location'));
        const tags: PushTags = {
          ...(name ? { name } : {}),
          ...(isPlaced ? placeOf(latitude, longitude) : {}),
        };
        // A browser has one owner: whoever is signed in there now.
        const values = {
          subject,
          sessionId: buyer.kind === 'client' ? buyer.sessionId : null,
          p256dh: keys.p256dh,
          auth: keys.auth,
          tags,
        };
        const [row] = await tx
          .insert(pushSubscription)
          .values({ tenantId, id: uuidv4(), endpoint, ...values, createdAt: clock.date() })
          .onConflictDoUpdate({ target: [pushSubscription.tenantId, pushSubscription.endpoint], set: values })
          .returning({ id: pushSubscription.id });
        if (!row) throw new Error('a subscription that was just made is gone');
        const others = await tx
          .select({ id: pushSubscription.id })
          .from(pushSubscription)
          .where(and(own(tenantId, subject), ne(pushSubscription.id, row.id)))
          .orderBy(asc(pushSubscription.createdAt));
        for (const { id } of others.slice(0, Math.max(0, others.length + 1 - MOST)))
          await tx
            .delete(pushSubscription)
            .where(and(eq(pushSubscription.tenantId, tenantId), eq(pushSubscription.id, id)));
        return { id: row.id, externalUserId: buyer.kind === 'client' ? buyer.userId : buyer.leadId, tags };
      });
    },
    unsubscribe: (tenantId: string, buyer: Buyer, endpoint: string): Promise<void> =>
      db.tenant(
        tenantId,
        async (tx) =>
          void (await tx
            .delete(pushSubscription)
            .where(and(own(tenantId, giverOf(buyer)), eq(pushSubscription.endpoint, endpoint)))),
      ),

    /**
     * Delivers one push. What nobody may or can have any more is dropped, and the browser forgotten: its
     * sign-in ended, its consent was withdrawn, its maker's service knows it no longer.
     * @returns false when it was given up
     * @throws when the service may take it later
     */
    async deliver(tenant: TenantRecord, subscriptionId: string, at: Date, words: Push): Promise<boolean> {
      const where = and(eq(pushSubscription.tenantId, tenant.id), eq(pushSubscription.id, subscriptionId));
      const found = await db.read(tenant.id, async (tx) => {
        const [row] = await tx
          .select()
          .from(pushSubscription)
          .leftJoin(
            session,
            and(eq(session.tenantId, pushSubscription.tenantId), eq(session.id, pushSubscription.sessionId)),
          )
          .where(where);
        return (
          row && { ...row, isAllowed: await isGranted(tx, tenant.id, row.push_subscription.subject, 'push') }
        );
      });
      if (!found || !vapid) return false;
      const { push_subscription: to, session: family, isAllowed } = found;
      const forget = async () => {
        await db.tenant(tenant.id, (tx) => tx.delete(pushSubscription).where(where));
        return false;
      };
      const isOver =
        to.sessionId !== null && (!family || family.revokedAt !== null || family.expiresAt <= clock.date());
      if (isOver || !isAllowed || !isPushService(to.endpoint, env.sandbox)) return forget();
      const ttl = TTL - Math.floor((clock.now() - at.getTime()) / 1_000);
      if (ttl <= 0) return false;
      const { title, text, target, topic } = words;
      const status = await serviceOf(to.endpoint)(async () => {
        const answered = await sendPush(
          vapid,
          `mailto:${tenant.settings.legal.email}`,
          to,
          JSON.stringify({ title, text, target, tag: topic }),
          { ttl, topic },
        );
        if (answered === 429 || answered >= 500) throw new Error(`the push service answered ${answered}`);
        return answered;
      });
      if (status === 404 || status === 410) return forget();
      if (status >= 200 && status < 300) return true;
      log.warn({ tenant: tenant.id, status }, 'a push was refused');
      return false;
    },
  };
}
export type PushService = ReturnType<typeof pushService>;
