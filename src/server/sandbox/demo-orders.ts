import { and, desc, eq, gte, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cents } from '#contract/money.ts';
import type { Address } from '#contract/place.ts';
import type { QuoteOption } from '#contract/cart.ts';
import type { OpsEvent } from '#contract/ops/orders.ts';
import type { App } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { order, orderChild, orderEvent } from '#server/db/schema/order.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';

const CAMPAIGN = 'feira-da-semana';
/** Hours between one order and the next: forty of them fill a week. */
const APART = 4;
const people = [
  'Ana Souza',
  'Bento Dias',
  'Clara Reis',
  'Davi Melo',
  'Elisa Porto',
  'Fábio Cruz',
  'Gil Amaral',
];
/** How orders are received, and what became of them once they were paid; none = nobody paid yet. */
const ways: readonly { by: 'PICKUP' | 'SHIPPING'; events?: readonly OpsEvent[] }[] = [
  { by: 'SHIPPING', events: [] },
  { by: 'PICKUP', events: [] },
  { by: 'PICKUP' },
  { by: 'SHIPPING', events: ['preparation.started'] },
  { by: 'PICKUP', events: ['preparation.started'] },
  { by: 'PICKUP', events: ['preparation.started', 'pickup.readied'] },
  { by: 'SHIPPING', events: ['preparation.started', 'order.shipped'] },
  { by: 'SHIPPING', events: ['preparation.started', 'order.shipped', 'delivery.started'] },
  { by: 'SHIPPING', events: ['preparation.started', 'order.shipped', 'delivery.started', 'delivery.failed'] },
  { by: 'PICKUP', events: ['preparation.started', 'pickup.readied', 'cancellation.requested'] },
  { by: 'SHIPPING', events: ['preparation.started', 'order.shipped', 'order.delivered'] },
  { by: 'PICKUP', events: ['preparation.started', 'pickup.readied', 'order.delivered'] },
  { by: 'SHIPPING', events: ['order.canceled'] },
];
const ORDERS = 40;
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

type Json = Record<string, unknown>;

/**
 * Makes orders in every state, over the days before, by the calls that buyers and staff make. Only when they were
 * made is put back afterwards.
 * @param host of the shop they are made in
 */
export async function makeDemoOrders(
  app: App,
  { db, log }: Core,
  tenant: TenantRecord,
  host: string,
): Promise<number> {
  async function ask<T = Json>(
    method: string,
    path: string,
    call: { as?: Json; body?: unknown } = {},
  ): Promise<T> {
    const answer = await app.request(path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        'X-App': tenant.client,
        Host: host,
        'Idempotency-Key': uuidv4(),
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
  if (goods.length === 0) return 0;

  /** One order of a visitor, from the cart to where it was left. */
  async function make(number: number): Promise<void> {
    const way = ways[number % ways.length];
    if (!way) return;
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
    const fit = options.filter(({ type }) => (type === 'PICKUP') === (way.by === 'PICKUP'));
    const chosen = fit[number % fit.length];
    if (!chosen) return;
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
    const name = people[number % people.length] ?? '';
    const placed = await ask<{ id: string; code: string }>('POST', `/api/operation/orders/v2/${way.by}`, {
      as: { ...as, 'Idempotency-Key': `${uuid}:${id}` },
      body: {
        items: products.map(({ quantity, campaignId, id: itemId }) => ({
          item: { id: itemId },
          quantity,
          campaignId,
        })),
        userName: name,
        userPhone: `+55119000001${String(number).padStart(2, '0')}`,
        privacyVersion: tenant.settings.legal.privacy.version,
        paymentMethod: { type: 'PIX' },
        properties: { cartUuid: uuid, fence },
      },
    });
    if (way.events) {
      await ask('POST', `/sandbox/pix/${placed.code}/pay`);
      const { access_token: token } = await ask<{ access_token: string }>('POST', '/sandbox/staff/OPERATOR');
      const staff = { Authorization: `Bearer ${token}` };
      for (const type of way.events) {
        const { version: seen } = await ask<{ version: number }>('GET', `/api/ops/orders/${placed.id}`, {
          as: staff,
        });
        await ask('POST', `/api/ops/orders/${placed.id}/events`, {
          as: staff,
          body: {
            type,
            version: seen,
            ...(type === 'order.delivered' ? { reason: 'Entregue a quem comprou.' } : {}),
            ...(type === 'delivery.failed' ? { reason: 'Ninguém em casa.' } : {}),
            ...(type === 'cancellation.requested' ? { reason: 'Ninguém veio buscar.' } : {}),
            ...(type === 'order.canceled' ? { reason: 'A pedido de quem comprou.' } : {}),
          },
        });
      }
    }
    await putBack(placed.id, way.events ? number * APART : 0);
  }

  /** As if it had been made some hours earlier; one that waits for its money is of now. */
  const putBack = (id: string, hours: number): Promise<unknown> =>
    db.tenant(tenant.id, async (tx) => {
      const earlier = (column: PgColumn) => sql`${column} - make_interval(hours => ${hours})`;
      for (const [table, key] of [
        [order, order.id],
        [orderChild, orderChild.orderId],
      ] as const)
        await tx
          .update(table)
          .set({ createdAt: earlier(table.createdAt), updatedAt: earlier(table.updatedAt) })
          .where(and(eq(table.tenantId, tenant.id), eq(key, id)));
      await tx
        .update(orderEvent)
        .set({ at: earlier(orderEvent.at) })
        .where(and(eq(orderEvent.tenantId, tenant.id), eq(orderEvent.orderId, id)));
    });

  let made = 0;
  for (let number = 0; number < ORDERS; number++)
    try {
      await make(number);
      made++;
    } catch (error) {
      log.warn({ err: error, number }, 'a demo order could not be made');
    }
  return made;
}
