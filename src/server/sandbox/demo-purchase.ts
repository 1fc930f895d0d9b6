import { and, desc, eq, gte } from 'drizzle-orm';
import type { QuoteOption } from '#contract/cart.ts';
import { cents } from '#contract/money.ts';
import type { Address } from '#contract/place.ts';
import type { Core } from '#server/platform/core.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { item } from '#server/db/schema/shop/item.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import type { App } from '#server/http/app-env.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { DemoOrder } from './demo-lives.ts';

const CAMPAIGN = 'feira-da-semana';
const people = [
  'Ana Souza',
  'Bento Dias',
  'Clara Reis',
  'Davi Melo',
  'Elisa Porto',
  'Fábio Cruz',
  'Gil Amaral',
];
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
export const phoneOf = (number: number) => `+55119000001${String(number).padStart(2, '0')}`;

type Json = Record<string, unknown>;
type Good = Awaited<ReturnType<typeof readGoods>>[number];
/** The shop as its visitors see it. */
interface Shop {
  app: App;
  tenant: TenantRecord;
  goods: readonly Good[];
}

/** What demo orders are made of: goods of one campaign of which there is enough. */
export const readGoods = ({ db }: Pick<Core, 'db'>, tenantId: string) =>
  db.read(tenantId, (tx) =>
    tx
      .select({ id: item.id, campaignId: item.campaignId })
      .from(item)
      .innerJoin(campaign, and(eq(campaign.tenantId, item.tenantId), eq(campaign.id, item.campaignId)))
      .innerJoin(stock, and(eq(stock.tenantId, item.tenantId), eq(stock.itemId, item.id)))
      .where(
        and(
          eq(item.tenantId, tenantId),
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

/** A call of the API, as a browser makes it. @throws Error with the answer, when it is a refusal */
export async function callShop<T>(
  { app, tenant }: Pick<Shop, 'app' | 'tenant'>,
  method: string,
  path: string,
  call: { as?: Json; body?: unknown } = {},
): Promise<T> {
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

/** What the buyer of this number takes. */
const productsOf = (number: number, goods: readonly Good[]) =>
  [0, 1, 2].flatMap((step) => {
    const one = goods[(number + step) % goods.length];
    return one ? [{ ...one, quantity: 1 + ((number + step) % 3) }] : [];
  });

/** The delivery and the time that the buyer of this number chooses. */
function choiceOf(number: number, by: DemoOrder['by'], options: readonly QuoteOption[]): Json {
  const fit = options.filter(({ type }) => (type === 'PICKUP') === (by === 'PICKUP'));
  const chosen = fit[number % fit.length];
  if (!chosen) throw new Error('nothing brings the goods of a demo order');
  const windows = chosen.windows?.filter(({ left }) => left > 0) ?? [];
  const window = windows[number % Math.max(1, Math.min(3, windows.length))];
  return {
    id: chosen.id,
    type: chosen.type,
    ...(window ? { windowId: window.id } : {}),
    ...(chosen.hubId === undefined ? {} : { hubId: chosen.hubId }),
  };
}

/** Types the number of a card into the field of the sandbox and pays with it. */
async function payByCard(shop: Shop, clientSecret: string, number: string | undefined): Promise<void> {
  const { token } = await callShop<{ token: string }>(shop, 'POST', '/sandbox/acquirer/tokens', {
    body: { number, ...cardFace },
  });
  await callShop(shop, 'POST', '/sandbox/acquirer/confirm', {
    body: { clientSecret, token, cvv: cardFace.cvv },
  });
}

/** A visitor's purchase, from the cart to the order. */
export async function buyDemoOrder(shop: Shop, number: number, { by, card }: DemoOrder): Promise<void> {
  const { id, secret } = await callShop<{ id: string; secret: string }>(shop, 'POST', '/api/users/leads', {
    body: { properties: { type: 'CLIENT' } },
  });
  const as = { 'X-Lead-Secret': secret };
  const uuid = uuidv4();
  const products = productsOf(number, shop.goods);
  const put = (version: number, more: Json = {}) =>
    callShop<{ version: number }>(shop, 'PUT', `/api/operation/carts/${uuid}`, {
      as,
      body: { version, products, location: home, ...more },
    });
  const { version } = await put(0);
  const { options } = await callShop<{ options: QuoteOption[] }>(
    shop,
    'GET',
    `/api/operation/orders/quote/${uuid}`,
    {
      as,
    },
  );
  await put(version, { shippingMethod: choiceOf(number, by, options) });
  const { fence } = await callShop<{ fence: number }>(shop, 'POST', `/api/operation/orders/lock/${uuid}`, {
    as,
  });
  const clientSecret = card
    ? (
        await callShop<{ clientSecret: string }>(shop, 'POST', '/api/payments/intents', {
          as,
          body: { cartUuid: uuid },
        })
      ).clientSecret
    : undefined;
  await callShop(shop, 'POST', `/api/operation/orders/v2/${by}`, {
    as: { ...as, 'Idempotency-Key': `${uuid}:${id}` },
    body: {
      items: products.map(({ quantity, campaignId, id: itemId }) => ({
        item: { id: itemId },
        quantity,
        campaignId,
      })),
      userName: people[number % people.length],
      userPhone: phoneOf(number),
      privacyVersion: shop.tenant.settings.legal.privacy.version,
      paymentMethod: clientSecret ? { type: 'CREDIT_CARD', clientSecret } : { type: 'PIX' },
      properties: { cartUuid: uuid, fence },
    },
  });
  if (clientSecret !== undefined) await payByCard(shop, clientSecret, card);
}
