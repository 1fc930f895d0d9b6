import { line, orderBody, pickup, uuid } from '../buyers.ts';
import { type Rows, buyers, everybody, owners, signedIn } from './row.ts';
import type { Things } from './things.ts';

/** Carts, orders, payments. */
export const orderRows = (things: Things): Rows => ({
  getCart: { path: () => `/api/operation/carts/${things.cart}`, ...owners(200) },
  newestCart: { path: () => '/api/operation/carts', ...signedIn(204), owner: 200 },
  putCart: {
    path: () => `/api/operation/carts/${things.cart}`,
    body: () => ({ version: things.cartVersion++, products: [line('banana', 1)], shippingMethod: pickup() }),
    ...owners(200),
  },
  getQuote: { path: () => `/api/operation/orders/quote/${things.cart}`, ...owners(200) },
  lockCart: { path: () => `/api/operation/orders/lock/${things.cart}`, ...owners(200) },
  unlockCart: { path: () => `/api/operation/orders/lock/${things.otherCart}`, ...owners(204) },
  placeOrder: {
    path: () => '/api/operation/orders/v2/PICKUP',
    body: () => orderBody(things.order.cartUuid, [line('tomate', 1)]),
    ...owners('ORDERED'),
  },
  sendOrderEvent: {
    path: () => `/api/operation/orders/order/${things.order.id}/events`,
    body: () => ({ type: 'cancellation.requested' }),
    ...owners('ILLEGAL_EVENT'),
  },
  applyCoupon: {
    path: () => '/api/operation/orders/coupon/apply?code=NADA',
    body: () => ({ uuid: things.cart }),
    ...owners('COUPON_REFUSED'),
  },
  updateOrder: {
    path: () => `/api/operation/orders/order/${things.order.id}`,
    body: () => ({ userName: 'Marina' }),
    ...owners(200),
  },
  listOrderChildren: { path: () => `/api/operation/orders/code/${things.order.code}/child`, ...owners(200) },
  setOrderUser: {
    path: () => `/api/operation/orders/code/${things.order.code}/user`,
    body: () => ({ name: 'Marina' }),
    ...owners(201),
  },
  listWallets: { path: () => '/api/operation/wallets', ...signedIn(200) },
  walletBalance: {
    path: () => `/api/operation/wallets/${things.wallet}/balance`,
    ...owners(200),
    lead: 'UNAUTHENTICATED',
  },
  walletStatement: {
    path: () => `/api/operation/wallets/${things.wallet}/statement`,
    ...owners(200),
    lead: 'UNAUTHENTICATED',
  },
  getOrder: { path: () => `/api/operation/orders/order/${things.order.id}`, ...owners(200) },
  listLeadOrders: {
    path: () => `/api/operation/orders/lead/${things.lead.leadId}`,
    ...everybody('NOT_FOUND'),
    lead: 200,
  },
  sendReturnPhoto: {
    path: () => `/api/operation/orders/order/${things.order.id}/photos`,
    body: () => ({ photo: 'A'.repeat(16) }),
    ...owners('ILLEGAL_EVENT'),
  },
  getReturnPhoto: {
    path: () => `/api/operation/orders/order/${things.order.id}/photos/${things.photo}`,
    ...owners(200),
  },
  removeReturnPhoto: {
    path: () => `/api/operation/orders/order/${things.order.id}/photos/${things.removedPhoto}`,
    ...owners(204),
  },
  getPickup: { path: () => `/api/operation/orders/order/${things.order.id}/pickup`, ...owners(200) },
  getReturnable: { path: () => `/api/operation/orders/order/${things.order.id}/returnable`, ...owners(200) },
  sendPhoto: {
    path: () => '/api/operation/photos',
    body: () => ({ photo: 'A'.repeat(16) }),
    ...buyers('MALFORMED'),
  },
  getPhoto: { path: () => `/api/operation/photos/${things.answerPhotos.read}`, ...owners(200) },
  removePhoto: { path: () => `/api/operation/photos/${things.answerPhotos.removed}`, ...owners(204) },
  listOrders: { path: () => '/api/operation/orders', ...buyers(200) },
  listOpenOrders: { path: () => '/api/operation/orders/filtered', ...buyers(200) },
  pageOrders: { path: () => '/api/operation/orders/pageable', ...buyers(200) },
  orderByCode: { path: () => `/api/operation/orders/code/${things.order.code}`, ...owners(200) },
  publicOrder: { path: () => `/api/operation/orders/code/${things.order.code}/public`, ...everybody(200) },
  sendOrderProof: {
    path: () => `/api/operation/orders/code/${things.order.code}/proof`,
    body: () => ({ key: 'EMAIL' }),
    ...everybody('TOO_MANY_CODES'),
    anonymous: 201,
  },
  openOrder: {
    path: () => `/api/operation/orders/code/${things.order.code}/open`,
    body: () => ({ code: '000000' }),
    ...everybody('EXPIRED_CODE'),
  },
  readOpenedOrder: {
    path: () => `/api/operation/orders/code/${things.order.code}/opened`,
    body: () => ({ proof: 'P.1.x' }),
    ...everybody('FRESH_PROOF'),
  },
  followOrder: { path: () => `/api/operation/orders/follow/${things.order.id}`, ...owners(200) },
  listPaymentMethods: { path: () => `/api/payments/methods?cartUuid=${things.cart}`, ...owners(200) },
  createIntent: {
    path: () => '/api/payments/intents',
    body: () => ({ orderCode: things.order.code }),
    ...owners('ILLEGAL_EVENT'),
  },
  listCards: { path: () => '/api/payments/cards', ...signedIn(200) },
  createCardIntent: { path: () => '/api/payments/cards/intents', ...signedIn(201) },
  saveCard: {
    path: () => '/api/payments/cards',
    body: () => ({ clientSecret: 'x'.repeat(40) }),
    ...signedIn('NOT_FOUND'),
  },
  preferCard: {
    path: () => `/api/payments/cards/${things.card}`,
    body: () => ({ default: true }),
    ...owners(200),
    lead: 'UNAUTHENTICATED',
  },
  deleteCard: { path: () => `/api/payments/cards/${things.card}`, ...owners(204), lead: 'UNAUTHENTICATED' },
  cardCharge: { path: () => `/api/payments/card?id=${things.order.code}`, ...owners('NOT_FOUND') },
  pixCode: { path: () => `/api/pix/qrcode?id=${things.order.code}`, ...owners(200) },
  payerLink: { path: () => `/api/pix/link?id=${things.order.code}`, ...owners(200) },
  payerCharge: { path: () => `/api/pix/link/${'A'.repeat(44)}`, ...everybody('NOT_FOUND') },
  // Last of the writes: after it the order is canceled.
  cancelOrder: { path: () => `/api/operation/orders/cancel/${things.order.id}`, ...owners(204) },
  pixWebhook: {
    path: () => '/api/webhooks/pix',
    body: () => ({
      id: uuid(),
      type: 'pix.paid',
      txid: 'x',
      endToEndId: 'x',
      amount: 1,
      receiver: 'x',
      at: '2026-01-01T00:00:00.000Z',
    }),
    ...everybody('UNAUTHENTICATED'),
  },
  cardWebhook: {
    path: () => '/api/webhooks/card',
    body: () => ({ id: 'x', type: 'x', data: { object: { id: 'x' } } }),
    ...everybody('UNAUTHENTICATED'),
  },
  // Not answered here: it does not end. tests/server/stream.test.ts has its own rows.
  stream: { path: () => '', ...everybody(200) },
});
