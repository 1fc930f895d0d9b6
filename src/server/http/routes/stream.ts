import { and, eq } from 'drizzle-orm';
import { streamSSE } from 'hono/streaming';
import { ApiProblem } from '#contract/problem.ts';
import { stream } from '#contract/stream.ts';
import type { App } from '#server/http/app-env.ts';
import { CLOCK_TOPIC } from '#server/platform/clock.ts';
import type { Core } from '#server/platform/core.ts';
import { cart } from '#server/db/schema/cart.ts';
import { order, orderChild } from '#server/db/schema/order.ts';
import { DATA_TOPIC, type LiveEvent } from '#server/platform/events.ts';
import { networkOf } from '#server/platform/limits.ts';
import { LIMITS, sandboxFactor } from '#server/platform/limits-table.ts';
import { type Client, type Principal, type Visitor, subjectOf } from '#server/platform/principal.ts';
import { serve } from '#server/http/serve.ts';
import { SESSION_TOPIC } from '#server/platform/principal.ts';

const PING = 15_000;
/** Seconds until somebody who has too many may try again: streams end when a page is left. */
const FULL = 30;
const isOwn = (
  principal: Client | Visitor,
  mine: { accountId: string | null; leadId: string | null },
): boolean =>
  principal.kind === 'lead'
    ? mine.leadId === principal.leadId
    : mine.accountId !== null && mine.accountId === principal.accountId;

/**
 * Server-sent events of what a browser is looking at. Other people's orders and carts are left out without a
 * word. Source: definitions, Stream.
 */
export function streamRoutes(app: App, { db, env, events }: Core): void {
  const open = new Map<string, number>();
  /**
   * Counts a stream that opens for an address and, when somebody is known, for the subject.
   * @returns what is to be called when it ends
   * @throws ApiProblem TOO_MANY_REQUESTS
   */
  const enter = (tenantId: string, ip: string, principal: Principal | undefined): (() => void) => {
    const counted = [
      [`ip ${networkOf(ip)}`, LIMITS.streamsOfAddress],
      ...(principal && principal.kind !== 'signup'
        ? [[`${tenantId} ${subjectOf(principal)}`, LIMITS.streamsOfSubject] as const]
        : []),
    ] as const;
    if (counted.some(([key, most]) => (open.get(key) ?? 0) >= most * sandboxFactor(env)))
      throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: FULL });
    for (const [key] of counted) open.set(key, (open.get(key) ?? 0) + 1);
    return () => {
      for (const [key] of counted) {
        const left = (open.get(key) ?? 1) - 1;
        if (left > 0) open.set(key, left);
        else open.delete(key);
      }
    };
  };

  const sees = async (
    tenantId: string,
    principal: Principal | undefined,
    kind: string,
    name: string,
  ): Promise<boolean> => {
    if (!principal || principal.kind === 'signup') return false;
    const [mine] = await db.read(tenantId, async (tx) =>
      kind === 'order'
        ? tx
            .select({ accountId: order.accountId, leadId: order.leadId })
            .from(order)
            .where(and(eq(order.tenantId, tenantId), eq(order.code, name)))
        : tx
            .select({ accountId: cart.accountId, leadId: cart.leadId })
            .from(cart)
            .where(and(eq(cart.tenantId, tenantId), eq(cart.uuid, name))),
    );
    if (mine) return isOwn(principal, mine);
    return kind === 'order' && seesPart(tenantId, principal, name);
  };
  /** A part of an order is its whole's owner's. */
  const seesPart = async (tenantId: string, principal: Client | Visitor, code: string): Promise<boolean> => {
    const [mine] = await db.read(tenantId, (tx) =>
      tx
        .select({ accountId: order.accountId, leadId: order.leadId })
        .from(orderChild)
        .innerJoin(order, and(eq(order.tenantId, orderChild.tenantId), eq(order.id, orderChild.orderId)))
        .where(and(eq(orderChild.tenantId, tenantId), eq(orderChild.code, code))),
    );
    return mine !== undefined && isOwn(principal, mine);
  };

  serve(app, stream, async ({ query }, c) => {
    const { tenant, principal } = c.var;
    const wanted = [...new Set(query.topics.split(','))].slice(0, 20);
    const topics: string[] = [];
    for (const topic of wanted) {
      const [kind, name] = [topic.slice(0, topic.indexOf(':')), topic.slice(topic.indexOf(':') + 1)];
      const isNamed =
        (kind === 'order' && /^[0-9A-Z]{16}$/.test(name)) ||
        (kind === 'cart' && /^[0-9a-f-]{36}$/.test(name));
      if (isNamed && (await sees(tenant.id, principal, kind, name))) topics.push(topic);
    }
    const leave = enter(tenant.id, c.var.ip, principal);
    return streamSSE(c, async (sse) => {
      let sequence = Number(c.req.header('Last-Event-ID') ?? 0) || 0;
      const tell = ({ type, ...data }: LiveEvent) =>
        void sse.writeSSE({ id: String(++sequence), event: type, data: JSON.stringify(data) });
      const stops = [leave, ...topics.map((topic) => events.subscribe(tenant.id, topic, tell))];
      if (wanted.includes('campaigns'))
        stops.push(events.subscribe(tenant.id, DATA_TOPIC, () => tell({ type: 'campaign.changed' })));
      stops.push(events.subscribe('*', CLOCK_TOPIC, ({ now }) => tell({ type: 'clock.changed', now })));
      await new Promise<void>((end) => {
        // The server stops, or whoever looks has signed out: nothing more is told.
        stops.push(events.onClose(end));
        if (principal?.kind === 'client')
          stops.push(
            events.subscribe(
              tenant.id,
              SESSION_TOPIC,
              ({ id }) => (id === undefined || id === principal.sessionId) && end(),
            ),
          );
        const ping = setInterval(() => void sse.writeSSE({ event: 'ping', data: '' }), PING).unref();
        stops.push(() => clearInterval(ping));
        sse.onAbort(end);
        void sse.write(': open\n\n');
      });
      for (const stop of stops) stop();
    });
  });
}
