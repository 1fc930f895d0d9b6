import { getCookie } from 'hono/cookie';
import { ORDERS_PAGE } from '#contract/constants.ts';
import type { Order } from '#contract/order.ts';
import type { Account } from '#contract/people/account.ts';
import type { AppContext } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import type { Client } from '#server/platform/principal.ts';
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
  (core: Core, { account, cart, holder, lead, orderReads }: Services) =>
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
        ordersAt(orderReads, tenantId, client, place),
      ]);
      return {
        owner: { kind: 'client', id: person.userId },
        place: open?.location ?? theirs.addresses[0] ?? null,
        cart: open ?? null,
        ...(place.screen === 'app.cart' ? {} : { account: seenOf(theirs), orders }),
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

/** The same of an order. */
const seenOrder = ({ properties: { account: _account, ...properties }, ...order }: Order): Order => ({
  ...order,
  properties,
});

async function ordersAt(
  { byCode, follow, page }: Services['orderReads'],
  tenantId: string,
  client: Client,
  place: Own,
): Promise<NonNullable<Mine['orders']>> {
  switch (place.screen) {
    case 'app.cart':
      return {};
    case 'app.accountDashboard': {
      const { content } = await page(tenantId, client, { page: 0, size: ORDERS_PAGE });
      return { orders: content.map(seenOrder) };
    }
    case 'app.ordersDetails': {
      const order = await byCode(tenantId, client, place.params.orderCode);
      return {
        code: place.params.orderCode,
        order: seenOrder(order),
        follow: await follow(tenantId, client, order.id).catch(() => null),
      };
    }
  }
}
