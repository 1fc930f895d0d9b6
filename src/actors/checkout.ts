import type { Client } from '#api/client.ts';
import { createIntent, deleteCard, preferCard } from '#contract/payment/card.ts';
import { type Quote, getCart, getQuote } from '#contract/cart.ts';
import { type Lock, lockCart, unlockCart } from '#contract/order/lock.ts';
import type { Account } from '#contract/people/account.ts';
import { orderByCode, pageOrders, placeOrder } from '#contract/order/order-calls.ts';
import type { Guest } from '#domain/person/guest.ts';
import { type CheckoutDraft, type NewOrder, type Order } from '#contract/order/order.ts';
import { hasScreen } from '#domain/money/payment-method.ts';
import { type PaymentMethod, listPaymentMethods } from '#contract/payment/payment.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import { totalsOf } from '#domain/money/statement.ts';
import { buildOrder, orderTypeOf } from '#domain/order/order.ts';
import type { ordersMachine } from '#machines/orders/orders.machine.ts';
import {
  type ActorRefFrom,
  type ActorSystem,
  type ActorSystemInfo,
  type EventObject,
  fromCallback,
  fromPromise,
} from 'xstate';
import type { LeadRecord } from './person/lead.ts';
import { networkHere, settledCart } from './settled-cart.ts';

interface CardPayment {
  cartUuid: string;
  installments: number;
  /** what wallets pay of it, in reais */ walletAmount: number;
  cardId?: string;
}
interface Placing {
  key: string;
  cartUuid: string;
  draft: CheckoutDraft;
  account: Account | null;
  /** who buys without one */
  guest: Guest | null;
  /** null when the page was left before its answer came: then there is nothing to place */
  lock: Lock | null;
  /** of the card payment that was begun; null for any other way */
  clientSecret: string | null;
  /** the campaign asks for no address (D29) */
  ignoreShippingAddress: boolean;
}

/**
 * The order of a locked cart: lines and amounts are the lock's, so that what a person saw is what is compared
 * (PRICE).
 */
function orderOf({
  cartUuid,
  draft,
  account,
  guest,
  lock,
  clientSecret,
  ignoreShippingAddress,
}: Placing): NewOrder {
  if (!lock) throw new ApiProblem('LOCK_LOST');
  const { name, phone, email, identification } = account ?? {
    name: guest?.name,
    phone: guest?.phone,
    email: undefined,
    identification: guest?.cpf,
  };
  const body = buildOrder(
    {
      uuid: cartUuid,
      campaignId: lock.lines[0]?.campaignId,
      lines: lock.lines,
      totals: totalsOf(lock.totals),
    },
    {
      ...draft,
      paymentMethod: draft.paymentMethod && {
        ...draft.paymentMethod,
        ...(clientSecret === null ? {} : { clientSecret }),
        ...walletsOf(lock),
      },
      ignoreShippingAddress: ignoreShippingAddress || undefined,
      userName: name ?? draft.recipient?.name,
      userPhone: phone ?? draft.recipient?.phone,
      email,
      cpf: identification,
      privacyVersion: account ? undefined : guest?.privacyVersion,
      fence: lock.fence,
    },
  );
  if (!body) throw new Error('an order was placed before it was complete');
  return body;
}

/** The wallets' parts as the lock has them: what a person saw is what is asked of each. */
function walletsOf({ wallets = [] }: Lock): Pick<NewOrder['paymentMethod'], 'wallets'> {
  const parts = wallets.filter(({ amount }) => amount > 0);
  return parts.length > 0 ? { wallets: parts.map(({ uuid, amount }) => ({ uuid, amount })) } : {};
}
/** Ways to pay that can be gone to their end here. */
const methodsOf = async (api: Client, cartUuid: string, signal: AbortSignal): Promise<PaymentMethod[]> =>
  (await api.call(listPaymentMethods, { query: { cartUuid }, signal })).filter(hasScreen);

/** The newest of the orders that are known here; null where none is, which may be because nobody asked. */
function newestKnown(system: Pick<ActorSystem<ActorSystemInfo>, 'get'>): Order | null {
  const orders = system.get('orders') as ActorRefFrom<typeof ordersMachine> | undefined; // as the cart's
  return orders?.getSnapshot().context.orders[0] ?? null;
}

/** Ports of the checkout chart. @param now the server's clock, epoch ms @param record of this browser's visitor */
export const checkoutActors = (api: Client, now: () => number, record: LeadRecord) => {
  /** The lock is being given back: another of the same cart, held meanwhile, would be given back in its place. */
  let givenBack: Promise<void> = Promise.resolve();
  return {
    quote: fromPromise<Quote, { cartUuid: string }>(async ({ input, system, signal }) => {
      await settledCart(system, { isAwaited: true });
      return api.call(getQuote, { params: { id: input.cartUuid }, query: {}, signal });
    }),
    /**
     * For words only: without it the screen says less, and nothing else is held up. Without a network it waits
     * for one.
     */
    recallQuote: fromPromise<Quote | null, { cartUuid: string; isNeeded: boolean }>(
      async ({ input, system, signal }) => {
        if (!input.isNeeded) return null;
        await networkHere(system, signal);
        await settledCart(system);
        return api.call(getQuote, { params: { id: input.cartUuid }, query: {}, signal });
      },
    ),
    paymentMethods: fromPromise<PaymentMethod[], { cartUuid: string }>(async ({ input, system, signal }) => {
      await settledCart(system, { isAwaited: true });
      return methodsOf(api, input.cartUuid, signal);
    }),
    /** With the ways to pay the sum that it fixed, where parcels of it are to be said. */
    lock: fromPromise<
      { lock: Lock; at: number; methods?: PaymentMethod[] },
      { cartUuid: string; needsPlans: boolean }
    >(async ({ input: { cartUuid, needsPlans }, system, signal }) => {
      await settledCart(system, { isAwaited: true });
      await givenBack;
      const lock = await api.call(lockCart, { params: { cartUuid }, signal });
      const at = now();
      return { lock, at, ...(needsPlans ? { methods: await methodsOf(api, cartUuid, signal) } : {}) };
    }),
    /** Begins a card payment of the held cart: nothing is charged by it. */
    beginCard: fromPromise<{ clientSecret: string }, CardPayment>(({ input, signal }) =>
      api.call(createIntent, { body: input, signal }),
    ),
    changeCard: fromPromise<void, { id: string; change: 'removed' | 'preferred' }>(
      async ({ input: { id, change }, signal }) => {
        if (change === 'removed') await api.call(deleteCard, { params: { id }, signal });
        else await api.call(preferCard, { params: { id }, body: { default: true }, signal });
      },
    ),
    /**
     * Gives the stock back when the chart says that the lock was released. Lives as long as the checkout; a
     * lock that is not given back ends by itself.
     */
    keepLock: fromCallback<EventObject, { cartUuid: string }, { type: 'lock.released' }>(
      ({ input, receive }) => {
        receive(() => {
          givenBack = api.call(unlockCart, { params: { cartUuid: input.cartUuid } }).catch(() => undefined);
        });
      },
    ),
    placeOrder: fromPromise<Order, Placing>(async ({ input, signal }) =>
      api.call(placeOrder, {
        params: { type: orderTypeOf({ ...input.draft, ignoreShippingAddress: input.ignoreShippingAddress }) },
        body: orderOf(input),
        headers: { 'Idempotency-Key': input.key, 'Retry-Allowed': 'true' },
        signal,
      }),
    ),
    keepGuest: fromPromise<{ id: string }, { guest: Guest | null }>(async ({ input, system, signal }) => {
      if (!input.guest) throw new Error('nobody is kept before they said who they are');
      // The first write of the cart makes the record, and only one is made.
      await settledCart(system, { isAwaited: true });
      return record.identify(input.guest, signal);
    }),
    /** What this person ordered last in this store; null where they never did. Known where their orders are. */
    lastOrder: fromPromise<Order | null, { cartUuid: string }>(
      async ({ system, signal }) =>
        newestKnown(system) ??
        (await api.call(pageOrders, { query: { page: '0', size: '1' }, signal })).content[0] ??
        null,
    ),
    /** The order that a cart has become, when the answer to its placing was lost. */
    findOrder: fromPromise<Order | null, { cartUuid: string }>(async ({ input, signal }) => {
      const cart = await api
        .call(getCart, { params: { uuid: input.cartUuid }, signal })
        .catch((fault: unknown) => {
          if (isProblem(fault, 'NOT_FOUND')) return null;
          throw fault;
        });
      return cart?.orderCode ? api.call(orderByCode, { params: { code: cart.orderCode }, signal }) : null;
    }),
  };
};
