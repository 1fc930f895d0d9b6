import { randomUUID } from 'node:crypto';
import { type Offered, shelfOf } from '../store/api-driver.ts';
import { type Person, ask } from '../people.ts';
import type { Shop } from '../shop.ts';

/**
 * An order by Pix that somebody without an account makes through the API, to be fetched.
 * @returns its code
 * @throws Error when it cannot be made
 */
export async function guestOrder(
  shop: Shop,
  person: Pick<Person, 'name' | 'phone'>,
  wanted: string,
): Promise<string> {
  const lead = await ask<{ secret: string }>(shop, 'POST', '/api/users/leads', {
    body: { properties: { type: 'CLIENT' } },
  });
  return orderToFetch(shop, person, wanted, { 'X-Lead-Secret': lead.secret });
}

/** The same of anybody. @param headers by which the shop knows them */
export async function orderToFetch(
  shop: Shop,
  { name, phone }: Pick<Person, 'name' | 'phone'>,
  wanted: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const found = (await shelfOf(shop)).find((item) => item.name === wanted);
  if (!found) throw new Error(`nobody sells ${wanted}`);
  const { id, campaignId }: Offered = found;
  const cartUuid = randomUUID();
  const cart = `/api/operation/carts/${cartUuid}`;
  const products = [{ id, campaignId, quantity: 1 }];
  const { version } = await ask<{ version: number }>(shop, 'PUT', cart, {
    body: { version: 0, products },
    headers,
  });
  const { options } = await ask<{
    options: { id: string; type: string; hubId?: string; windows?: { id: string; left: number }[] }[];
  }>(shop, 'GET', `/api/operation/orders/quote/${cartUuid}`, { headers });
  const option = options.find(({ type }) => type === 'PICKUP');
  if (!option) throw new Error(`${wanted} cannot be fetched`);
  const windowId = option.windows?.find(({ left }) => left > 0)?.id;
  const shippingMethod = { id: option.id, type: option.type, hubId: option.hubId, windowId };
  await ask(shop, 'PUT', cart, { body: { version, products, shippingMethod }, headers });
  const { fence } = await ask<{ fence: number }>(shop, 'POST', `/api/operation/orders/lock/${cartUuid}`, {
    headers,
  });
  const { code } = await ask<{ code: string }>(shop, 'POST', '/api/operation/orders/v2/PICKUP', {
    body: {
      items: [{ item: { id }, quantity: 1, campaignId }],
      userName: name,
      userPhone: phone,
      privacyVersion: '2026-11',
      paymentMethod: { type: 'PIX' },
      properties: { cartUuid, fence },
    },
    headers: { ...headers, 'Idempotency-Key': `${cartUuid}:${randomUUID()}`, 'Retry-Allowed': 'true' },
  });
  return code;
}
