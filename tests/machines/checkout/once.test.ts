import { describe, expect, it } from 'vitest';
import { type SnapshotFrom, createActor, toPromise } from 'xstate';
import { checkoutActors } from '#actors/checkout.ts';
import type { Credentials } from '#api/credentials.ts';
import type { CheckoutDraft, Order } from '#contract/order/order.ts';
import { ApiProblem, NetworkFault } from '#contract/problem.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import type { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import type { Placing } from '#machines/checkout/facts.ts';
import { storePlacing } from '#machines/checkout/store.ts';
import { readPlacing } from '#machines/stored.ts';
import { client, json } from '#tests/support/api-client.ts';
import { HeldClock } from '#tests/support/browser/held-clock.ts';
import { cardMethod, cartUuid, lock, noon, order, uuid } from '#tests/support/samples.ts';
import { prepare } from '#tests/support/walk.ts';
import { drafts, machine, starting } from './checkout.model.ts';

const wallets = [{ uuid: uuid(7), amount: 12 }];
const card = { type: 'CREDIT_CARD', installments: 2 } as const;
const ways = {
  Pix: drafts.pix,
  'a card': { ...drafts.pix, paymentMethod: card },
  'a saved card': drafts.savedCard,
  'wallets alone': { ...drafts.pix, paymentMethod: { type: 'WALLET' }, wallets },
  'a wallet and Pix': { ...drafts.pix, wallets },
  'a wallet and a card': { ...drafts.pix, paymentMethod: card, wallets },
  'nothing to pay': { ...drafts.pix, paymentMethod: { type: 'FREE' } },
} as const satisfies Record<string, CheckoutDraft>;

const { machine: quiet, trail } = prepare(machine);
type Tab = ReturnType<typeof open>;
function open(input: Parameters<typeof starting>[0], more: Parameters<typeof starting>[2] = {}) {
  const actor = createActor(quiet, {
    input: starting(input, 'checkout.confirmation', more),
    clock: new HeldClock(),
  }).start();
  return actor;
}

/** The server as far as it is looked at here: one order of a key, one of a cart, each with its charge. */
class Books {
  readonly orders = new Map<string, Placing>();
  intents = 0;
  /** @throws ApiProblem ORDERED, KEY_REUSED */
  take(): Order {
    const placing = trail.calls.findLast(({ port }) => port === 'placeOrder')?.input as Placing;
    const known = this.orders.get(placing.key);
    if (!known && this.orders.size > 0) throw new ApiProblem('ORDERED');
    // The same press of another page begins a card of its own: that body is another one.
    if (known && known.clientSecret !== placing.clientSecret) throw new ApiProblem('KEY_REUSED');
    this.orders.set(placing.key, placing);
    return order;
  }
}

const done = (tab: Tab, port: string, output: unknown) =>
  tab.send({ type: `xstate.done.actor.${port}`, output } as never); // an answer, not an event of the chart
const fail = (tab: Tab, port: string, error: unknown) =>
  tab.send({ type: `xstate.error.actor.${port}`, error } as never);
const isByCard = ({ paymentMethod }: CheckoutDraft) => paymentMethod?.type === 'CREDIT_CARD';
/** What is reserved, with what wallets pay of it: all of it where nothing else is to. */
function held(tab: Tab): void {
  const { draft } = tab.getSnapshot().context as { draft: CheckoutDraft };
  const amount = draft.paymentMethod?.type === 'WALLET' ? lock.totals.total : 12;
  const parts = (draft.wallets ?? []).map((one) => ({ ...one, name: 'Crédito', asked: amount, amount }));
  done(tab, 'lock', {
    lock: { ...lock, wallets: parts },
    at: noon,
    ...(isByCard(draft) ? { methods: [cardMethod()] } : {}),
  });
}
const press = (tab: Tab, attempt: number) =>
  tab.send({ type: 'order.submitted', attempt: uuid(attempt), at: noon });
/** A card is begun before its order leaves, once for each press. */
function leave(tab: Tab, books: Books): void {
  if (!tab.getSnapshot().matches({ placing: 'intending' })) return;
  books.intents += 1;
  done(tab, 'beginCard', { clientSecret: `sbx_${books.intents}_secret_0123456789` });
}
function arrive(tab: Tab, books: Books): void {
  leave(tab, books);
  expect(tab.getSnapshot().value).toEqual({ placing: 'posting' });
  try {
    done(tab, 'placeOrder', books.take());
  } catch (refused) {
    fail(tab, 'placeOrder', refused);
    // Whether there is an order is asked then.
    if (tab.getSnapshot().matches('adopting')) done(tab, 'findOrder', order);
  }
}
/** What the browser keeps of it, as another page reads it. */
function kept(tab: Tab, at: number) {
  const stored: unknown = JSON.parse(
    JSON.stringify(storePlacing(tab.getSnapshot() as SnapshotFrom<typeof checkoutMachine>)),
  );
  tab.stop();
  return readPlacing(stored, cartUuid, at);
}
/** What the first press is known by. */
const KEY = `${cartUuid}:${uuid(9)}`;
/** What a sign-in that is over is answered with. */
const signedOut = json(
  { type: 'about:blank', title: 'x', status: 401, code: 'TOKEN_EXPIRED', retryable: false, requestId: 'q' },
  401,
);
/** Sends it as the browser does. @returns each request's key, and what came of it in the end */
async function send(answers: Response[], credentials: Partial<Credentials>) {
  const { client: api, sent } = client(answers, credentials);
  const { placeOrder } = checkoutActors(api, () => noon, {} as never); // of a visitor: none is asked here
  const input = trail.calls.findLast(({ port }) => port === 'placeOrder')?.input as Placing;
  const sending = createActor(placeOrder, { input });
  const settled = toPromise(sending).then(
    (output) => ({ output, error: null }),
    (error: unknown) => ({ output: null, error }),
  );
  sending.start();
  return { ...(await settled), keys: sent.map(({ headers }) => headers.get('Idempotency-Key')) };
}
const refusedBy = (code: ProblemCode) => (tab: Tab, books: Books) => {
  press(tab, 9);
  leave(tab, books);
  fail(tab, 'placeOrder', new ApiProblem(code));
  expect(tab.getSnapshot().output).toMatchObject({ outcome: 'returned', problem: { code } });
  expect(books.orders.size).toBe(0);
  return null;
};

/** Plays what goes wrong. @returns the tab that has the order, or null where there is to be none */
const troubles: Record<
  string,
  (tab: Tab, books: Books, draft: CheckoutDraft) => Tab | null | Promise<Tab | null>
> = {
  nothing: (tab, books) => {
    press(tab, 9);
    arrive(tab, books);
    return tab;
  },
  'two taps': (tab, books) => {
    press(tab, 9);
    press(tab, 10);
    arrive(tab, books);
    return tab;
  },
  'a reload while it is sent': (tab, books, draft) => {
    press(tab, 9);
    leave(tab, books);
    books.take();
    const again = open(draft, { placing: kept(tab, noon + 1_000) });
    arrive(again, books);
    return again;
  },
  'a tab that is killed before it was sent': (tab, books, draft) => {
    press(tab, 9);
    const again = open(draft, { placing: kept(tab, noon + 60_000) });
    arrive(again, books);
    return again;
  },
  'a tab that is killed, and opened when its press is over': (tab, books, draft) => {
    press(tab, 9);
    leave(tab, books);
    const made = books.take();
    expect(kept(tab, noon + 30 * 60_000)).toBeNull();
    const again = open(draft);
    // What became of the cart is what its hold says.
    fail(again, 'lock', new ApiProblem('ORDERED'));
    done(again, 'findOrder', made);
    return again;
  },
  'a second tab': (tab, books, draft) => {
    const other = open(draft);
    held(other);
    press(other, 10);
    arrive(other, books);
    press(tab, 9);
    arrive(tab, books);
    expect(other.getSnapshot().output).toMatchObject({ outcome: 'placed', order });
    return tab;
  },
  'no network at the moment of sending': (tab, books) => {
    press(tab, 9);
    leave(tab, books);
    fail(tab, 'placeOrder', new NetworkFault('offline'));
    tab.send({ type: 'network.restored' });
    arrive(tab, books);
    return tab;
  },
  'an answer that is lost, or does not come within its time': (tab, books) => {
    press(tab, 9);
    leave(tab, books);
    books.take();
    fail(tab, 'placeOrder', new NetworkFault('timeout'));
    tab.send({ type: 'network.restored' });
    arrive(tab, books);
    return tab;
  },
  'a reservation that is lost': (tab, books) => {
    press(tab, 9);
    leave(tab, books);
    fail(tab, 'placeOrder', new ApiProblem('LOCK_LOST'));
    tab.send({ type: 'relock.asked' });
    held(tab);
    press(tab, 10);
    arrive(tab, books);
    return tab;
  },
  'a sign-in that is renewed meanwhile': async (tab, books) => {
    press(tab, 9);
    leave(tab, books);
    const { keys, output } = await send([signedOut.clone(), json(order, 201)], {
      bearer: () => 'old',
      renew: () => Promise.resolve('new'),
    });
    expect(keys).toEqual([KEY, KEY]);
    expect(output).toMatchObject({ code: order.code });
    arrive(tab, books);
    return tab;
  },
  'a sign-in that is lost meanwhile': async (tab, books) => {
    press(tab, 9);
    leave(tab, books);
    const { keys, error } = await send([signedOut.clone()], { bearer: () => 'old' });
    expect(keys).toEqual([KEY]);
    fail(tab, 'placeOrder', error);
    // Nobody is kept where only the way in helps; with a new session the goods are held anew.
    expect(tab.getSnapshot().hasTag('placing')).toBe(false);
    expect(tab.getSnapshot().value).toEqual({ confirmation: 'locking' });
    held(tab);
    press(tab, 10);
    arrive(tab, books);
    return tab;
  },
  'a sign-in that is lost after an answer that was': (tab, books) => {
    press(tab, 9);
    leave(tab, books);
    books.take();
    fail(tab, 'placeOrder', new NetworkFault('timeout'));
    tab.send({ type: 'network.restored' });
    leave(tab, books);
    fail(tab, 'placeOrder', new ApiProblem('TOKEN_REVOKED'));
    // The cart that is held again has become an order.
    fail(tab, 'lock', new ApiProblem('ORDERED'));
    done(tab, 'findOrder', order);
    return tab;
  },
  'a price that changed': refusedBy('PRICE'),
  'goods that are gone': refusedBy('STOCK'),
  'a coupon that ended': refusedBy('COUPON'),
};

describe.each(Object.entries(ways))('one order, and one charge, by %s', (_, draft) => {
  it.each(Object.entries(troubles))('after %s', async (_name, play) => {
    trail.calls = [];
    const books = new Books();
    const tab = open(draft);
    held(tab);
    expect(tab.getSnapshot().value).toEqual({ confirmation: 'reviewing' });
    const last = await play(tab, books, draft);
    expect(books.orders.size).toBe(last ? 1 : 0);
    if (last) expect(last.getSnapshot().output).toMatchObject({ outcome: 'placed', order });
    // What was chosen is what is sent, each time, and a card is charged by the one that its order took.
    const posted = trail.calls
      .filter(({ port }) => port === 'placeOrder')
      .map(({ input }) => input as Placing);
    for (const sent of posted) expect(sent.draft).toEqual(draft);
    for (const taken of books.orders.values()) expect(taken.clientSecret !== null).toBe(isByCard(draft));
    last?.stop();
  });
});
