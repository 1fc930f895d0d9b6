import { randomInt } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Endpoint } from '#contract/endpoint.ts';
import { stock } from '#server/db/schema/shop/stock.ts';
import {
  type Client,
  type Lead,
  type Signed,
  buy,
  campaignId,
  farHome,
  home,
  hubId,
  itemId,
  line,
  lockCart,
  methodId,
  newCart,
  newClient,
  newLead,
  orderBody,
  pay,
  person,
  pickup,
  signIn,
  uuid,
} from './buyers.ts';
import { begin, numbers, tokenOf } from './orders/cards.ts';
import { newPromotion } from './orders/coupons.ts';
import type { Call, TestServer } from './store/server.ts';
import { newWallet } from './orders/wallets.ts';

/**
 * A seed that stays, and one of this run, to be printed: a fault that it finds becomes an example that stays.
 */
export const FIXED_SEED = 20_261_121;
export const freshSeed = (): number => randomInt(2 ** 31);

/** Held carts of each person, to be ordered by whoever gets through. */
const HELD = 150;

/** People with things, for attacks that are to come past the door. */
export interface Cast {
  client: Client;
  /** Signed in, without an account. */
  newcomer: Signed;
  lead: Lead;
  /** What they have by name: ids, codes, contacts. Texts that a body may hold. */
  words: string[];
  /** The same by the name of the field that they are for. */
  named: Record<string, string[]>;
  /** Whole bodies that fit, by the name of the call. */
  samples: Record<string, unknown[]>;
  /** Credentials for a call, the fitting ones and others. */
  faces: Call[];
}

/** Loads every item anew, and says so: `initial` is what the invariants count from. */
export const loadStock = (server: TestServer, quantity: number, tenantId = 'client') =>
  server.core.db.tenant(tenantId, (tx) =>
    tx.update(stock).set({ quantity, initial: quantity }).where(eq(stock.tenantId, tenantId)),
  );

/** The token of a sign-in link that was sent. */
async function linkOf(server: TestServer): Promise<string> {
  const email = 'link@exemplo.com';
  await server.call('POST', '/api/users/authenticate/email', { body: { email } });
  const { json } = await server.call('GET', `/sandbox/messages?to=${email}`);
  const token = /auth\?token=([\w-]{43})/.exec(json[0]?.text)?.[1];
  if (!token) throw new Error('no link was sent');
  return token;
}

/** A client, a newcomer and a visitor with carts, holds, orders in several states, a wallet and a coupon. */
export async function castOf(server: TestServer): Promise<Cast> {
  await loadStock(server, 1_000_000);
  const client = await newClient(server);
  const newcomer = await signIn(server);
  const lead = await newLead(server);
  const wallet = await newWallet(server, client.accountId, [[50_000]]);
  const promotion = await newPromotion(server);
  const tenant = server.core.tenants.byId('client');
  if (!tenant) throw new Error('there is no store to attack');
  const words = [
    uuid(),
    itemId('tomate'),
    itemId('banana'),
    itemId('manga'),
    itemId('tomate', 'depois'),
    campaignId(),
    campaignId('depois'),
    campaignId('passou'),
    hubId(),
    methodId('retirada'),
    methodId('entrega'),
    wallet,
    promotion.code,
    client.userId,
    client.accountId,
    lead.leadId,
    client.phone,
    '+5511987654321',
    'marina@exemplo.com',
    person.identification,
    home.postalCode,
    '123456',
    'semana',
    'caixa',
    'manha',
    'Marina Prado',
    '1',
    'acme',
    'defaults',
    '2026-11-21T12:00:00.000Z',
    '0'.repeat(16),
    'v'.repeat(64),
    'http://feira.localhost/sso/callback',
    home.address,
    'SP',
    farHome.city,
  ];
  const named: Record<string, string[]> = {
    campaignId: [campaignId()],
    hubId: [hubId()],
    cartUuid: [],
    uuid: [],
    id: [itemId('tomate'), methodId('retirada')],
    code: [],
    orderCode: [],
    userId: [client.userId],
    windowId: ['manha'],
    packageId: ['caixa'],
    token: ['A'.repeat(43), await linkOf(server)],
  };
  const samples: Record<string, unknown[]> = {
    updateAccount: [person],
    createAccount: [person],
    putCart: [
      { version: 1, products: [line('banana', 1)], shippingMethod: pickup() },
      { version: 0, products: [line('manga', 1)] },
    ],
    placeOrder: [],
    pixWebhook: [],
    updateOrder: [
      { userName: 'Marina' },
      { properties: { recipient: { self: true, name: 'Ana', phone: '+5511988887777' } } },
    ],
    setOrderUser: [{ name: 'Ana', phone: '+5511988887777' }],
  };
  const { intent } = await begin(server, client);
  const token = await tokenOf(server, numbers.good);
  Object.assign(samples, {
    tokeniseCard: [{ number: numbers.good, holder: 'MARINA PRADO', expMonth: 12, expYear: 2030, cvv: '123' }],
    confirmCard: [{ clientSecret: intent.clientSecret, token, cvv: '123' }],
    cardWebhook: [
      {
        id: uuid(),
        type: 'payment_intent.succeeded',
        data: { object: { id: intent.id, object: 'payment_intent' } },
      },
    ],
    askAlert: [
      { when: 'OPENS', channel: 'EMAIL', contact: 'marina@exemplo.com' },
      { when: 'ARRIVES', channel: 'SMS', latitude: farHome.latitude, longitude: farHome.longitude },
    ],
    subscribePush: [
      {
        endpoint: 'https://fcm.googleapis.com/fcm/send/x',
        keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      },
    ],
  });
  for (const who of [client, lead]) {
    for (let made = 0; made < 3; made++) {
      const open = await newCart(server, who, [line('banana', 2)]);
      const waiting = await buy(server, who);
      const paid = await buy(server, who);
      const notice = await server.services.pixNotice.noticeFor(tenant, waiting.order.code, uuid());
      samples['pixWebhook']?.push(notice);
      await pay(server, paid.order.code);
      for (const { order } of [waiting, paid]) {
        named['id']?.push(order.id);
        named['code']?.push(order.code);
        named['orderCode']?.push(order.code);
      }
      named['uuid']?.push(open.uuid, waiting.cartUuid);
      named['cartUuid']?.push(open.uuid, waiting.cartUuid);
    }
    for (let made = 0; made < HELD; made++) {
      const lines = [line('tomate', (made % 3) + 1), line('banana', 1)];
      const { uuid: cartUuid } = await newCart(server, who, lines);
      const { json } = await lockCart(server, who, cartUuid);
      samples['placeOrder']?.push(
        orderBody(cartUuid, lines, {
          fence: json.fence,
          price: json.totals.total,
          subTotal: json.totals.subTotal,
          discount: json.totals.discount,
          shippingTotal: json.totals.shipping,
          shippingMethod: pickup(),
        }),
      );
    }
  }
  words.push(...new Set(Object.values(named).flat()));
  return {
    client,
    newcomer,
    lead,
    words,
    named,
    samples,
    faces: [
      { bearer: client.bearer },
      { bearer: client.bearer },
      { bearer: client.bearer },
      { leadSecret: lead.leadSecret },
      { leadSecret: lead.leadSecret },
      { bearer: newcomer.bearer, grant: newcomer.grant },
      {},
    ],
  };
}

/** Calls that move the clock, begin anew or end the person who asks: they would only stop an attack. */
const ENDS = new Set(['setClock', 'resetSandbox', 'deleteAccount', 'becomePersona', 'fillBoard', 'stream']);
/** Nobody of the shop gets past the door of the operator's side (authorisation.test.ts). */
export const attackable = (endpoints: readonly Endpoint[]): Endpoint[] =>
  endpoints.filter(({ name, audience }) => audience !== 'staff' && !ENDS.has(name));
