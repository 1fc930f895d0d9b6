import { setTimeout as pause } from 'node:timers/promises';
import { and, desc, eq, gte } from 'drizzle-orm';
import type { QuoteOption } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import { sendOpsEvent, OpsEvent } from '#contract/ops/orders.ts';
import type { Address } from '#contract/place.ts';
import type { Core } from '#server/platform/core.ts';
import { order, orderEvent } from '#server/db/schema/order.ts';
import { refund } from '#server/db/schema/payment.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { askedAs } from './demo-staff.ts';
import { type DemoOrder, type Step, demoOrders } from './demo-lives.ts';
import { type Register, openPast } from './past.ts';

const CAMPAIGN = 'feira-da-semana';
const HOUR = 3_600_000;
const people = [
  'Ana Souza',
  'Bento Dias',
  'Clara Reis',
  'Davi Melo',
  'Elisa Porto',
  'Fábio Cruz',
  'Gil Amaral',
];
/** Why the desk does what asks for a reason. */
const reasons: Partial<Record<string, string>> = {
  'order.delivered': 'Entregue a quem comprou.',
  'delivery.failed': 'Ninguém em casa.',
  'cancellation.requested': 'Ninguém veio buscar.',
  'order.canceled': 'A pedido de quem comprou.',
  'return.refused': 'O prazo do produto acabou.',
};
const home: Address = {
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.5547,
  longitude: -46.6909,
};
const cardFace = { holder: 'ANA SOUZA', expMonth: 12, expYear: 2035, cvv: '123' };
/** Each is known again by the number of its buyer. */
const phoneOf = (number: number) => `+55119000001${String(number).padStart(2, '0')}`;

type Json = Record<string, unknown>;

/**
 * Makes orders in every state, over the days before, by the calls and services that buyers and staff use, each at its
 * own hour. What is there already is gone on with, so it may be stopped anywhere and asked for again.
 * @param signal ends it after the order that it is at
 */
export async function makeDemoOrders(
  core: Core,
  tenant: TenantRecord,
  register: Register,
  signal?: AbortSignal,
): Promise<void> {
  const { db, log } = core;
  const { app, services, goBack, close } = openPast(core, register);

  async function ask<T>(method: string, path: string, call: { as?: Json; body?: unknown } = {}): Promise<T> {
    const answer = await app.request(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-App': tenant.client,
        Host: 'demo.invalid',
        ...(call.as as Record<string, string> | undefined),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }
  const goods = await db.read(tenant.id, (tx) =>
    tx
      .select({ id: item.id, campaignId: item.campaignId })
      .from(item)
      .innerJoin(campaign, and(eq(campaign.tenantId, item.tenantId), eq(campaign.id, item.campaignId)))
      .innerJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
      .where(
        and(
          eq(item.tenantId, tenant.id),
          eq(campaign.slug, CAMPAIGN),
          eq(item.type, 'PRODUCT'),
          eq(item.active, true),
          eq(item.packages, []),
          gte(item.price, cents(700)),
        ),
      )
      .orderBy(desc(stock.quantity), item.position)
      .limit(6),
  );

  /** The order of a demo buyer with what happened to it, as it stands. */
  const find = (number: number) =>
    db.read(tenant.id, async (tx) => {
      const [row] = await tx
        .select()
        .from(order)
        .where(and(eq(order.tenantId, tenant.id), eq(order.userPhone, phoneOf(number))));
      if (!row) return null;
      const events = await tx
        .select({ type: orderEvent.type })
        .from(orderEvent)
        .where(and(eq(orderEvent.tenantId, tenant.id), eq(orderEvent.orderId, row.id)));
      return { row, happened: events.map(({ type }) => type) };
    });
  type Found = NonNullable<Awaited<ReturnType<typeof find>>>['row'];

  /** A visitor's purchase, from the cart to the order. */
  async function place(number: number, { by, card }: DemoOrder): Promise<void> {
    const { id, secret } = await ask<{ id: string; secret: string }>('POST', '/api/users/leads', {
      body: { properties: { type: 'CLIENT' } },
    });
    const as = { 'X-Lead-Secret': secret };
    const uuid = uuidv4();
    const products = [0, 1, 2].flatMap((step) => {
      const one = goods[(number + step) % goods.length];
      return one ? [{ ...one, quantity: 1 + ((number + step) % 3) }] : [];
    });
    const put = (version: number, more: Json = {}) =>
      ask<{ version: number }>('PUT', `/api/operation/carts/${uuid}`, {
        as,
        body: { version, products, location: home, ...more },
      });
    const { version } = await put(0);
    const { options } = await ask<{ options: QuoteOption[] }>('GET', `/api/operation/orders/quote/${uuid}`, {
      as,
    });
    const fit = options.filter(({ type }) => (type === 'PICKUP') === (by === 'PICKUP'));
    const chosen = fit[number % fit.length];
    if (!chosen) throw new Error('nothing brings the goods of a demo order');
    const windows = chosen.windows?.filter(({ left }) => left > 0) ?? [];
    const window = windows[number % Math.max(1, Math.min(3, windows.length))];
    await put(version, {
      shippingMethod: {
        id: chosen.id,
        type: chosen.type,
        ...(window ? { windowId: window.id } : {}),
        ...(chosen.hubId === undefined ? {} : { hubId: chosen.hubId }),
      },
    });
    const { fence } = await ask<{ fence: number }>('POST', `/api/operation/orders/lock/${uuid}`, { as });
    const clientSecret = card
      ? (
          await ask<{ clientSecret: string }>('POST', '/api/payments/intents', {
            as,
            body: { cartUuid: uuid },
          })
        ).clientSecret
      : undefined;
    await ask('POST', `/api/operation/orders/v2/${by}`, {
      as: { ...as, 'Idempotency-Key': `${uuid}:${id}` },
      body: {
        items: products.map(({ quantity, campaignId, id: itemId }) => ({
          item: { id: itemId },
          quantity,
          campaignId,
        })),
        userName: people[number % people.length],
        userPhone: phoneOf(number),
        privacyVersion: tenant.settings.legal.privacy.version,
        paymentMethod: clientSecret ? { type: 'CREDIT_CARD', clientSecret } : { type: 'PIX' },
        properties: { cartUuid: uuid, fence },
      },
    });
    if (clientSecret === undefined) return;
    const { token } = await ask<{ token: string }>('POST', '/sandbox/acquirer/tokens', {
      body: { number: card, ...cardFace },
    });
    await ask('POST', '/sandbox/acquirer/confirm', { body: { clientSecret, token, cvv: cardFace.cvv } });
  }

  /** Money, time, the buyer or the desk: each does what is theirs. */
  async function happen(row: Found, [, type, by]: Step): Promise<unknown> {
    const { id, code, leadId } = row;
    if (type === 'payment.confirmed') return ask('POST', `/sandbox/pix/${code}/pay`);
    if (type === 'refund.settled') return payBack(id);
    if (leadId === null) return undefined;
    const buyer = { kind: 'lead' as const, leadId };
    if (type === 'return.requested')
      return services.orderReturn.request(tenant.id, buyer, id, {
        kind: 'REGRET',
        reason: 'Comprei a mais.',
        wish: 'REFUND',
      });
    if (by === 'buyer' && type === 'cancellation.requested')
      return services.orderCommands.ask(tenant, buyer, id, type, { reason: 'Mudei de ideia.' });
    // What is due is done when somebody looks.
    const event = OpsEvent.options.find((one) => one === type);
    if (!event) return services.orderReads.byId(tenant.id, buyer, id);
    const one = { type: event, version: row.version, ...(reasons[type] ? { reason: reasons[type] } : {}) };
    const asked = await askedAs(core, services, tenant.id, 'OPERATOR', sendOpsEvent, one);
    return services.opsOrderEvents.send(asked, id, one);
  }

  /** Asks the bank about what it was told to give back. */
  async function payBack(orderId: string): Promise<void> {
    const owed = await db.read(tenant.id, (tx) =>
      tx
        .select({ paymentId: refund.paymentId })
        .from(refund)
        .where(and(eq(refund.tenantId, tenant.id), eq(refund.orderId, orderId))),
    );
    for (const { paymentId } of owed) await services.settlement.check(tenant.id, paymentId);
  }

  async function live(number: number, one: DemoOrder): Promise<void> {
    goBack(one.hoursAgo * HOUR);
    if (!(await find(number))) await place(number, one);
    for (const step of one.steps) {
      const found = await find(number);
      if (!found || found.happened.includes(step[1])) continue;
      goBack((one.hoursAgo - step[0]) * HOUR);
      await happen(found.row, step);
    }
  }

  try {
    for (const [number, one] of demoOrders.entries()) {
      if (signal?.aborted || goods.length === 0) return;
      const begun = performance.now();
      // Between two sweeps: to them, what an earlier hour holds or waits for is over.
      await core.jobs
        .apart(() => live(number, one))
        .catch((error: unknown) => log.warn({ err: error, number }, 'a demo order could not be made'));
      // Half of the time is left to the sweeps and to whoever is in the shop.
      await pause(performance.now() - begun, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    close();
  }
}

/** The same in every shop that has the goods, behind whatever else goes on. @returns stops it, and waits for that */
export function keepDemoOrders(core: Core, register: Register): () => Promise<void> {
  const stopped = new AbortController();
  const done = (async () => {
    for (const tenant of core.tenants.all()) await makeDemoOrders(core, tenant, register, stopped.signal);
  })().catch((error: unknown) => core.log.warn({ err: error }, 'demo orders could not be made'));
  return () => {
    stopped.abort();
    return done;
  };
}
