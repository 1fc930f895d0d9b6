import {
  cardWebhook,
  createCardIntent,
  createIntent,
  deleteCard,
  listCards,
  saveCard,
} from '#contract/card.ts';
import { getCart, getQuote, lockCart, newestCart, putCart, unlockCart } from '#contract/cart.ts';
import { applyCoupon } from '#contract/coupon.ts';
import {
  cancelOrder,
  followOrder,
  getOrder,
  listLeadOrders,
  listOpenOrders,
  listOrders,
  orderByCode,
  pageOrders,
  placeOrder,
  publicOrder,
  sendOrderEvent,
} from '#contract/order.ts';
import { listOrderChildren, setOrderUser, updateOrder } from '#contract/order-change.ts';
import { getReturnPhoto, sendReturnPhoto } from '#contract/return-photo.ts';
import { listPaymentMethods, pixCode, pixWebhook } from '#contract/payment.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { buyerOf, clientOf, visitorOf } from '#server/platform/principal.ts';
import { serve } from '#server/http/serve.ts';
import type { CartOwner } from '#server/services/cart/cart-row.ts';
import type { Services } from '#server/services/services.ts';

/** Carts, holds, orders and their payment. */
export function orderRoutes(app: App, services: Services): void {
  const {
    authenticator,
    card,
    cardNotice,
    cart,
    coupon,
    lock,
    order,
    orderChange,
    orderReturn,
    orderReads,
    payment,
    paymentMethods,
    returnPhoto,
  } = services;

  /**
   * The caller, and the visitor whose cart came along. A client without an account yet is still that visitor.
   */
  const ownerOf = async (c: AppContext): Promise<CartOwner> => {
    const buyer = buyerOf(c);
    const secret = c.req.header('X-Lead-Secret');
    if (buyer.kind === 'lead') return { buyer, leadId: buyer.leadId };
    const visitor =
      secret === undefined ? null : await authenticator.lead(c.var.tenant.id, secret).catch(noneIfUnfit);
    return { buyer: buyer.accountId === null && visitor ? visitor : buyer, leadId: visitor?.leadId ?? null };
  };

  /** A secret that opens nothing any more is like none. */
  const noneIfUnfit = (error: unknown) => {
    if (isProblem(error, 'NOT_FOUND')) return null;
    throw error;
  };

  serve(app, newestCart, async (_, c) => {
    const { accountId } = clientOf(c);
    return accountId === null ? undefined : cart.newest(c.var.tenant.id, accountId);
  });
  serve(app, getCart, async ({ params }, c) => cart.get(c.var.tenant.id, params.uuid, await ownerOf(c)));
  serve(app, putCart, async ({ params, body }, c) =>
    cart.put(c.var.tenant.id, params.uuid, body, await ownerOf(c), c.var.ip),
  );
  serve(app, getQuote, async ({ params }, c) => {
    const quoted = await cart.quote(c.var.tenant.id, params.id, await ownerOf(c)).catch(noneIfUnfit);
    // The same call for an order that is rescheduled (D41).
    return quoted ?? orderChange.quote(c.var.tenant.id, buyerOf(c), params.id);
  });
  serve(app, lockCart, async ({ params }, c) =>
    lock.lock(c.var.tenant.id, params.cartUuid, await ownerOf(c)),
  );
  serve(app, unlockCart, async ({ params }, c) => {
    await lock.unlock(c.var.tenant.id, params.cartUuid, await ownerOf(c));
    return undefined;
  });

  serve(app, applyCoupon, async ({ query, body }, c) =>
    coupon.apply(c.var.tenant.id, query.code, body, await ownerOf(c), c.var.ip),
  );

  serve(app, placeOrder, async ({ params, body }, c) => {
    const { cartUuid } = body.properties;
    const key = c.req.header('Idempotency-Key') ?? cartUuid;
    const isFit =
      key.length <= 255 && key.slice(0, 36).toLowerCase() === cartUuid && /^(:.+)?$/.test(key.slice(36));
    if (!isFit)
      throw new ApiProblem('MALFORMED', {
        fields: [
          {
            field: 'Idempotency-Key',
            message: 'A chave começa pelo número do carrinho e tem até 255 letras.',
          },
        ],
      });
    const placed = await order.place(c.var.tenant, params.type, body, await ownerOf(c), key);
    return placed.replayed ? c.body(placed.body, 201, { 'Content-Type': 'application/json' }) : placed.order;
  });
  serve(app, cancelOrder, async ({ params, query }, c) => {
    await orderReads.cancel(c.var.tenant.id, buyerOf(c), params.id, query.reason);
    return undefined;
  });
  serve(app, sendOrderEvent, ({ params, body }, c) => {
    if (body.type === 'return.requested')
      return orderReturn.request(c.var.tenant.id, buyerOf(c), params.id, body);
    if (body.type === 'delivery.rescheduled')
      return orderChange.sendAgain(c.var.tenant.id, buyerOf(c), params.id);
    return orderReads.ask(c.var.tenant, buyerOf(c), params.id, body.type, body);
  });
  serve(app, sendReturnPhoto, ({ params, body }, c) =>
    returnPhoto.add(c.var.tenant.id, buyerOf(c), params.id, body.photo),
  );
  serve(app, getReturnPhoto, async ({ params }, c) => {
    const { type, bytes } = await returnPhoto.read(c.var.tenant.id, buyerOf(c), params.id, params.photoId);
    // A picture and nothing else, whatever is inside of it.
    return c.body(bytes, 200, {
      'Content-Type': type,
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    });
  });
  serve(app, updateOrder, ({ params, body }, c) =>
    orderChange.update(c.var.tenant.id, buyerOf(c), params.id, body),
  );
  serve(app, listOrderChildren, ({ params }, c) =>
    orderReads.children(c.var.tenant.id, buyerOf(c), params.code),
  );
  serve(app, setOrderUser, ({ params, body }, c) =>
    orderChange.setUser(c.var.tenant.id, buyerOf(c), params.code, body),
  );
  serve(app, getOrder, ({ params }, c) => orderReads.byId(c.var.tenant.id, buyerOf(c), params.id));
  serve(app, listOrders, (_, c) => orderReads.list(c.var.tenant.id, buyerOf(c)));
  serve(app, listLeadOrders, ({ params }, c) =>
    orderReads.list(c.var.tenant.id, visitorOf(c, params.leadId)),
  );
  serve(app, listOpenOrders, (_, c) => orderReads.listOpen(c.var.tenant.id, buyerOf(c)));
  serve(app, pageOrders, ({ query }, c) => orderReads.page(c.var.tenant.id, buyerOf(c), query));
  serve(app, orderByCode, ({ params }, c) => orderReads.byCode(c.var.tenant.id, buyerOf(c), params.code));
  serve(app, publicOrder, ({ params }, c) => orderReads.public(c.var.tenant.id, params.code, c.var.ip));
  serve(app, followOrder, ({ params }, c) => orderReads.follow(c.var.tenant.id, buyerOf(c), params.id));

  serve(app, listPaymentMethods, async ({ query }, c) =>
    paymentMethods.list(c.var.tenant, query.cartUuid, await ownerOf(c), query.walletAmount),
  );
  serve(app, createIntent, async ({ body }, c) => card.intend(c.var.tenant, await ownerOf(c), body));
  serve(app, listCards, (_, c) => card.list(c.var.tenant, clientOf(c)));
  serve(app, createCardIntent, (_, c) => card.intendCard(c.var.tenant, clientOf(c)));
  serve(app, saveCard, ({ body }, c) =>
    card.save(c.var.tenant, clientOf(c), body.clientSecret, body.default),
  );
  serve(app, deleteCard, async ({ params }, c) => {
    await card.remove(c.var.tenant, clientOf(c), params.id);
    return undefined;
  });
  serve(app, cardWebhook, async ({ body }, c) => {
    cardNotice.verify(c.var.tenant, (name) => c.req.header(name), c.var.rawBody ?? new Uint8Array());
    await cardNotice.take(c.var.tenant, body);
    return c.body(null, 202);
  });
  serve(app, pixCode, ({ query }, c) => payment.pix(c.var.tenant, buyerOf(c), query.id));
  serve(app, pixWebhook, async ({ body }, c) => {
    payment.verify(c.req.header('X-Signature'), c.var.rawBody ?? new Uint8Array());
    await payment.take(c.var.tenant, body);
    return c.body(null, 202);
  });
}
