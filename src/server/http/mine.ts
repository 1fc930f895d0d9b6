import { getCookie } from 'hono/cookie';
import { ORDERS_PAGE } from '#contract/constants.ts';
import type { Order } from '#contract/order/order.ts';
import type { Account } from '#contract/people/account.ts';
import type { AppContext } from './app-env.ts';
import { standingOf } from '#domain/order/order-standing.ts';
import { isDivided } from '#domain/order/order-family.ts';
import type { Core } from '#server/platform/core.ts';
import type { Client } from '#server/platform/principal.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import { tokenIn } from './routes/session.ts';
import type { Services } from '#server/services/services.ts';
import type { Own, PageInput } from '#shell/render.tsx';
import { visitorKnown } from './visitor-cookie.ts';

type Mine = NonNullable<PageInput['mine']>;

/** What its storage says of the browser: `src/client/storage.ts`. */
const KNOWN = 'vitrine-known';

/**
 * What a page may show of whoever asks for it, by their cookies. These are read and never exchanged, and both
 * must say the same: the one that no script reads, who it was, and the one that the browser's storage keeps,
 * that they are still here. Whoever left without a network has taken only the second away.
 * @returns null for nobody, and for somebody with nothing to show
 */
export const mineReader =
  (core: Core, { account, cart, holder, lead, ...services }: Services) =>
  async (c: AppContext, place: Own): Promise<Mine | null> => {
    const { id: tenantId, intranet } = c.var.tenant;
    const known = getCookie(c, KNOWN);
    // A company's store says nothing before it is certain who is here (SEC-16).
    if (intranet || known === undefined) return null;
    if (known === 'client') {
      const token = tokenIn(c, core.env);
      const person = token === null ? null : await holder(tenantId, token);
      if (!person) return null;
      const client = { kind: 'client', sessionId: '', provedAt: 0, ...person } as const;
      const [theirs, open, orders] = await Promise.all([
        account.get(tenantId, client),
        cart.newest(tenantId, person),
        ordersAt(services, c.var.tenant, client, place),
      ]);
      return {
        owner: { kind: 'client', id: person.userId },
        place: open?.location ?? theirs.addresses[0] ?? null,
        cart: open ?? null,
        ...seenAt(place, seenOf(theirs)),
        ...orders,
      };
    }
    const leadId = visitorKnown(c, core);
    if (leadId === null || leadId !== known) return null;
    const [record, open] = await Promise.all([
      lead.find(tenantId, leadId),
      cart.newest(tenantId, { leadId }),
    ]);
    return (
      record && {
        owner: { kind: 'lead', id: leadId },
        place: open?.location ?? record.addresses[0] ?? null,
        cart: open ?? null,
      }
    );
  };

/** What is seen of an account on its page: nothing of the rest is written into one. */
const seenOf = ({ identification: _cpf, ...account }: Account): Account => ({
  ...account,
  addresses: [],
  properties: {},
});

/** Where it is seen: the cart says nothing of it, and a purchase goes on once it is known who buys. */
function seenAt({ screen }: Own, account: Account): Pick<Mine, 'account' | 'buyer'> {
  if (screen === 'app.cart' || screen === 'app.unauthenticatedCartAccess') return {};
  return screen.startsWith('checkout.') ? { buyer: account } : { account };
}

/** What is seen of an order. */
const seenOrder = ({ properties: { account: _account, ...properties }, ...order }: Order): Order => ({
  ...order,
  properties,
});

/** Of the orders, what is seen at the place. */
async function ordersAt(
  { orderReads: { byCode, children, follow, page }, pixCharge }: Pick<Services, 'orderReads' | 'pixCharge'>,
  tenant: TenantRecord,
  client: Client,
  place: Own,
): Promise<Pick<Mine, 'orders' | 'drawn'>> {
  if (place.screen === 'app.accountDashboard') {
    const { content } = await page(tenant.id, client, { page: 0, size: ORDERS_PAGE });
    return { orders: { orders: content.map(seenOrder), isListed: true } };
  }
  // Whoever has ordered here is offered the short way.
  if (place.screen === 'app.cart') {
    const { content } = await page(tenant.id, client, { page: 0, size: 1 });
    return { orders: { orders: content.map(seenOrder) } };
  }
  if (!('orderCode' in place.params)) return {};
  const code = place.params.orderCode;
  const order = await byCode(tenant.id, client, code);
  const standing = standingOf(order.state);
  const isPayable = place.screen !== 'app.ordersDetails' && standing === 'unpaid';
  const followed = (id: string) => follow(tenant.id, client, id).catch(() => null);
  const partsOf = async () =>
    Promise.all(
      (await children(tenant.id, client, code)).map(async (part) => ({
        order: seenOrder(part),
        follow: await followed(part.id),
      })),
    );
  const [where, parts, charge] = await Promise.all([
    isPayable ? null : followed(order.id),
    place.screen === 'app.ordersDetails' && isDivided(order) ? partsOf() : [],
    isPayable && order.paymentMethod.type === 'PIX' ? pixCharge.newest(tenant, client, code) : null,
  ]);
  return {
    orders: { code, order: seenOrder(order), follow: where, parts },
    // The picture is drawn from the text.
    drawn: { code, standing, ...(charge ? { charge: { ...charge, qrCode: '' } } : {}) },
  };
}
