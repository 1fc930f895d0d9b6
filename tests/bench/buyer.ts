import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { BIG } from './big-shop.ts';

/** A buyer who speaks the API as a program: everything a phone would send, without the phone. */
export interface Buyer {
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<{ status: number; json: unknown }>;
  close(): void;
}

/** One kept connection to one server. */
export function openBuyer(base: string, tenant = BIG): Buyer {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const url = new URL(base);
  return {
    close: () => agent.destroy(),
    call: (method, path, body, headers = {}) =>
      new Promise((resolve, reject) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const sent = request(
          {
            host: url.hostname,
            port: url.port,
            method,
            path,
            agent,
            headers: {
              'X-App': tenant,
              ...(text === undefined
                ? {}
                : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
              ...headers,
            },
          },
          (answer) => {
            const parts: Buffer[] = [];
            answer.on('data', (part: Buffer) => parts.push(part));
            answer.on('end', () => {
              const whole = Buffer.concat(parts).toString('utf8');
              resolve({ status: answer.statusCode ?? 0, json: whole ? JSON.parse(whole) : null });
            });
            answer.on('error', reject);
          },
        );
        sent.on('error', reject);
        sent.end(text);
      }),
  };
}

/** What the shop refused. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, json: unknown, wanted: readonly number[]) {
    super(`expected ${wanted.join(' or ')}, got ${status}: ${JSON.stringify(json).slice(0, 300)}`);
    this.status = status;
    this.code = String((json as { code?: unknown } | null)?.code);
  }
}
export interface Signed {
  authorization: string;
  refresh: string;
}

const home = {
  postalCode: '05435-000',
  address: 'Rua Harmonia',
  streetNumber: '482',
  neighborhood: 'Vila Madalena',
  city: 'São Paulo',
  administrativeArea: 'SP',
  latitude: -23.5536,
  longitude: -46.6904,
  hasNumber: true,
};

async function expectStatus(
  answer: Promise<{ status: number; json: unknown }>,
  ...wanted: number[]
): Promise<never> {
  const { status, json } = await answer;
  if (!wanted.includes(status)) throw new Refused(status, json, wanted);
  return json as never; // read by whoever asked, who knows the call
}

/** CPF with right check digits from a number of nine digits. */
function cpfOf(number: number): string {
  const digits = String(number).padStart(9, '0').split('').map(Number);
  for (const length of [9, 10]) {
    const sum = digits
      .slice(0, length)
      .reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    const rest = 11 - (sum % 11);
    digits.push(rest > 9 ? 0 : rest);
  }
  return digits.join('');
}

/** Signs a new person up: code, sign-in, account. Not part of what is timed. */
export async function signUp({ call }: Buyer, number: number): Promise<Signed> {
  const phone = `+55119${String(80_000_000 + number)}`;
  await expectStatus(call('POST', '/api/users/authenticate/sms', { phone }), 201);
  const [{ code }]: [{ code: string }] = await expectStatus(
    call('GET', `/sandbox/messages?to=${encodeURIComponent(phone)}`),
    200,
  );
  const tokens: { access_token: string; refresh_token: string; signup_grant: string } = await expectStatus(
    call('POST', '/auth/login', { username: phone, password: code }),
    200,
  );
  const authorization = `Bearer ${tokens.access_token}`;
  const { id }: { id: string } = await expectStatus(
    call('GET', '/api/users', undefined, { authorization }),
    200,
  );
  await expectStatus(
    call(
      'POST',
      `/api/accounts/client/user/${id}`,
      { name: `Compradora ${number}`, identification: cpfOf(100_000_000 + number) },
      { 'X-Signup-Grant': tokens.signup_grant },
    ),
    201,
  );
  return { authorization, refresh: tokens.refresh_token };
}

const credentials = ({ authorization }: Signed) => ({ authorization });

interface Wanted {
  id: string;
  campaignId: string;
  quantity: number;
}
export interface Held {
  uuid: string;
  fence: number;
  item: Wanted;
}

/** Four calls: cart, delivery quote, cart with the choice, hold. @throws Refused */
export async function hold({ call }: Buyer, signed: Signed, item: Wanted): Promise<Held> {
  const uuid = randomUUID();
  const products = [{ id: item.id, campaignId: item.campaignId, quantity: item.quantity }];
  const cart: { version: number } = await expectStatus(
    call(
      'PUT',
      `/api/operation/carts/${uuid}`,
      { version: 0, products, location: home },
      credentials(signed),
    ),
    200,
  );
  const quote: { options: { id: string; type: string; windows?: { id: string; left: number }[] }[] } =
    await expectStatus(
      call('GET', `/api/operation/orders/quote/${uuid}`, undefined, credentials(signed)),
      200,
    );
  const option =
    quote.options.find((one) => one.type === 'EXPRESS') ??
    quote.options.find(
      (one) => one.type !== 'PICKUP' && (one.windows?.some((window) => window.left > 0) ?? true),
    );
  if (!option) throw new Error('no delivery has a free window');
  const window = option.windows?.findLast((one) => one.left > 0);
  const shippingMethod = { id: option.id, type: option.type, ...(window ? { windowId: window.id } : {}) };
  await expectStatus(
    call(
      'PUT',
      `/api/operation/carts/${uuid}`,
      { version: cart.version, products, location: home, shippingMethod, paymentMethod: { type: 'PIX' } },
      credentials(signed),
    ),
    200,
  );
  const lock: { fence: number } = await expectStatus(
    call('POST', `/api/operation/orders/lock/${uuid}`, undefined, credentials(signed)),
    200,
  );
  return { uuid, fence: lock.fence, item };
}

/** The fifth: the order. @returns its code @throws Refused */
export async function order(
  { call }: Buyer,
  signed: Signed,
  { uuid, fence, item }: Held,
  key = `${uuid}:${randomUUID()}`,
): Promise<string> {
  const body = {
    items: [{ item: { id: item.id }, quantity: item.quantity, campaignId: item.campaignId }],
    userName: 'Compradora',
    paymentMethod: { type: 'PIX' },
    properties: { cartUuid: uuid, fence },
  };
  const placed: { code: string } = await expectStatus(
    call('POST', '/api/operation/orders/v2/SHIPPING', body, {
      ...credentials(signed),
      'Idempotency-Key': key,
      'Retry-Allowed': 'true',
    }),
    201,
  );
  return placed.code;
}

/** The first thing of the first campaign, enough of it to pass the campaign's least total. */
export async function plentifulItem({ call }: Buyer): Promise<Wanted> {
  // The contract's Campaign and its page of items
  const [campaign] = (await call('GET', '/api/operation/campaigns/public')).json as { slug: string }[];
  const { content } = (
    await call('GET', `/api/operation/catalog/campaign/${campaign?.slug}/items/preview/public`)
  ).json as { content: { id: string; campaignId: string; price: number }[] };
  const [item] = content;
  if (!item) throw new Error('there is nothing to buy');
  return { id: item.id, campaignId: item.campaignId, quantity: Math.ceil(60 / item.price) };
}

/**
 * One whole order in seven separate calls: the five above, Pix code, payment by signed webhook.
 * @throws Refused, Error when any of them fails
 */
export async function buy(buyer: Buyer, signed: Signed, item: Wanted): Promise<void> {
  const code = await order(buyer, signed, await hold(buyer, signed, item));
  await expectStatus(buyer.call('GET', `/api/pix/qrcode?id=${code}`, undefined, credentials(signed)), 200);
  await expectStatus(buyer.call('POST', `/sandbox/pix/${code}/pay`), 202);
}
