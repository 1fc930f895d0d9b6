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
} from '#contract/order/order-calls.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { App } from '#server/http/app-env.ts';
import { cartOwnerOf } from '#server/http/cart-owner.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf, visitorOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

export function orderRoutes(app: App, services: Services): void {
  const { authenticator, order, orderCommands, orderReads, orderReschedule, orderReturn } = services;
  const ownerOf = cartOwnerOf(authenticator);
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
    await orderCommands.cancel(c.var.tenant.id, buyerOf(c), params.id, query.reason);
    return undefined;
  });
  serve(app, sendOrderEvent, ({ params, body }, c) => {
    if (body.type === 'return.requested')
      return orderReturn.request(c.var.tenant.id, buyerOf(c), params.id, body);
    if (body.type === 'delivery.rescheduled')
      return orderReschedule.sendAgain(c.var.tenant.id, buyerOf(c), params.id);
    return orderCommands.ask(c.var.tenant, buyerOf(c), params.id, body.type, body);
  });
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
}
