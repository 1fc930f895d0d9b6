import type { Client } from '#api/client.ts';
import {
  type CardCharge,
  cardCharge,
  createCardIntent,
  createIntent,
  saveCard,
} from '#contract/payment/card.ts';
import { orderByCode, sendOrderEvent } from '#contract/order/order-calls.ts';
import type { Order } from '#contract/order/order.ts';
import type { CardNews, FieldEvent, FieldInput, PayAgain } from '#machines/orders/card-setup.ts';
import { type AnyActorRef, type EventObject, fromCallback, fromPromise } from 'xstate';

/** As far as it is looked at here. */
interface OrdersKnown {
  context: { order: Pick<Order, 'code' | 'state' | 'version'> | null };
}
interface Loaded {
  charge: CardCharge;
  nonce: string;
}
type Say = (event: FieldEvent) => void;
/** Where a card's number is typed: told to `confirm`, to `keep` the card, to `look` how the payment stands. */
interface CardField {
  tell: (event: EventObject) => void;
  close: () => void;
}
const said = ['ready', 'kept', 'unkept', 'sized', 'submitted', 'refused', 'challenged', 'answered', 'lost'];

/** What the field says, as the chart hears it; null for what no field says. */
function heard(data: unknown): FieldEvent | null {
  if (typeof data !== 'object' || data === null || !('type' in data) || !said.includes(String(data.type)))
    return null;
  if (data.type === 'ready')
    return { type: 'field.ready', isSaved: 'isSaved' in data && data.isSaved === true };
  if (data.type !== 'sized') return { type: `field.${String(data.type)}` } as FieldEvent; // one of the list above
  const height = 'height' in data ? Number(data.height) : NaN;
  return Number.isFinite(height) && height > 0
    ? { type: 'field.sized', height: Math.min(height, 2_000) }
    : null;
}

/**
 * A page of the provider's in a frame. It is heard only from its own origin and with the nonce that it was opened
 * with, and spoken to only there.
 */
function framed({ field, nonce, clientSecret }: FieldInput, say: Say): CardField {
  const { origin } = new URL(field);
  let frame: MessageEventSource | null = null;
  const tell = (type: string, more: object = {}) =>
    frame?.postMessage({ nonce, type, ...more }, { targetOrigin: origin });
  const hear = ({ data, source, origin: from }: MessageEvent<unknown>) => {
    if (from !== origin || typeof data !== 'object' || data === null) return;
    if (!('nonce' in data) || data.nonce !== nonce || !('type' in data)) return;
    if (data.type === 'loaded') {
      frame = source;
      return tell('open', { clientSecret });
    }
    const event = source === frame ? heard(data) : null;
    if (event) say(event);
  };
  addEventListener('message', hear);
  return {
    tell: ({ type, ...more }) => tell(type, more),
    close: () => removeEventListener('message', hear),
  };
}

/** One that the provider's script makes; what speaks with it comes where a shop has it (decision 114). */
function made(input: FieldInput, say: Say): CardField {
  const over = new AbortController();
  const coming = import('./stripe-field.ts').then(({ openStripe }) => openStripe(input, say, over.signal));
  coming.catch(() => over.signal.aborted || say({ type: 'field.failed' }));
  return {
    tell: (event) => void coming.then((tell) => tell(event)),
    close: () => over.abort(),
  };
}

/** Ports of the card chart. */
export const cardActors = (api: Client) => ({
  loadCard: fromPromise<Loaded, { orderCode: string }>(async ({ input, signal }) => ({
    charge: await api.call(cardCharge, { query: { id: input.orderCode }, signal }),
    nonce: crypto.randomUUID(),
  })),
  /** Begins to keep a card: its provider takes it, then the shop does (D54). */
  beginKeeping: fromPromise<{ clientSecret: string }, Record<string, never>>(({ signal }) =>
    api.call(createCardIntent, { signal }),
  ),
  saveCard: fromPromise<void, { clientSecret: string }>(async ({ input, signal }) => {
    await api.call(saveCard, { body: input, signal });
  }),
  /** Another charge of the same order (D54): a card is begun for it first. */
  payAgain: fromPromise<void, PayAgain>(async ({ input, signal }) => {
    const { orderCode, method, installments, cardId } = input;
    const { id } = await api.call(orderByCode, { params: { code: orderCode }, signal });
    const paymentMethod =
      method === 'PIX'
        ? { type: method }
        : {
            type: method,
            installments,
            clientSecret: (
              await api.call(createIntent, {
                body: { orderCode, installments, ...(cardId === null ? {} : { cardId }) },
                signal,
              })
            ).clientSecret,
          };
    await api.call(sendOrderEvent, {
      params: { id },
      body: { type: 'payment.requested', paymentMethod },
      signal,
    });
  }),
  /** The order as the orders of this browser have it, and the page's coming and going. */
  news: fromCallback<EventObject, { orderCode: string }, CardNews>(({ input, sendBack, system }) => {
    const over = new AbortController();
    const on = (target: EventTarget, name: string, act: (event: Event) => void) =>
      target.addEventListener(name, act, { signal: over.signal });
    on(window, 'online', () => sendBack({ type: 'network.restored' }));
    on(document, 'visibilitychange', () => document.hidden || sendBack({ type: 'page.shown' }));
    on(window, 'pageshow', (event) => {
      if (event instanceof PageTransitionEvent && event.persisted) sendBack({ type: 'restored' });
    });
    const orders = system.get('orders') as AnyActorRef | undefined; // systems have no list of their members
    const orderIn = (snapshot: OrdersKnown | undefined) =>
      snapshot?.context.order?.code === input.orderCode ? snapshot.context.order : null;
    let known = orderIn(orders?.getSnapshot() as OrdersKnown | undefined);
    const heard = orders?.subscribe((snapshot: OrdersKnown) => {
      const order = orderIn(snapshot);
      if (!order || order.version === known?.version) return;
      known = order;
      sendBack({ type: 'order.changed', code: order.code, state: order.state });
    });
    return () => {
      over.abort();
      heard?.unsubscribe();
    };
  }),
  field: fromCallback<EventObject, FieldInput, FieldEvent>(({ input, sendBack, receive }) => {
    const field = input.publishableKey === undefined ? framed(input, sendBack) : made(input, sendBack);
    receive(field.tell);
    return field.close;
  }),
});
