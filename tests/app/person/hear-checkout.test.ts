import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { assign, createActor, setup } from 'xstate';
import { Measured } from '#contract/measurement.ts';
import { hearCheckout } from '#shell/page/person/hear-checkout.ts';

/** A shop around a checkout with a state that is passed, one that holds others, and an end. */
const checkout = setup({}).createMachine({
  id: 'checkout',
  initial: 'opening',
  context: { secret: '12345678909' },
  states: {
    opening: { always: 'shipping' },
    shipping: {
      initial: 'quoting',
      on: { 'payment.asked': 'payment' },
      states: { quoting: { on: { quoted: 'ready' } }, ready: { on: { renamed: { actions: assign({}) } } } },
    },
    payment: { on: { submitted: 'placed' } },
    placed: { type: 'final' },
  },
});
const shop = setup({ actors: { checkout } }).createMachine({
  id: 'app',
  initial: 'window',
  states: {
    window: { on: { bought: 'buying' } },
    buying: { on: { left: 'window' }, invoke: { id: 'checkout', src: 'checkout', onDone: 'window' } },
  },
});
type Told = Extract<Measured, { name: 'checkout' }>;

/** The window of a browser, as far as a page says in it that it goes and comes. */
const target = new EventTarget();
beforeEach(() => {
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target));
});
afterEach(() => vi.unstubAllGlobals());

function heard(isBegun = false) {
  const app = createActor(shop).start();
  if (isBegun) app.send({ type: 'bought' });
  const told: Told[] = [];
  const clock = { now: 0 };
  const stop = hearCheckout(
    app,
    (one) => told.push(one),
    () => clock.now,
  );
  const send = (type: string, after = 0) => {
    clock.now += after;
    app.getSnapshot().children.checkout?.send({ type } as never);
  };
  return { app, told, send, stop };
}
const lines = (told: readonly Told[]) =>
  told.map(
    ({ event, left, entered }) =>
      `${event}: ${left.map(({ state, stood }) => `${state} ${stood}`).join(', ')} > ${entered.join(', ')}`,
  );

describe('what is heard of the checkout', () => {
  it('is each state that is stood in, what it is left by and after how long, and nothing of anybody', () => {
    const { app, told, send, stop } = heard();
    app.send({ type: 'bought' });
    send('quoted', 3_000);
    send('renamed', 60_000);
    send('payment.asked', 1_000);
    send('submitted', 20_000);
    app.send({ type: 'bought' });
    expect(lines(told)).toEqual([
      'xstate.init:  > shipping, shipping.quoting',
      'quoted: shipping.quoting 2 > shipping.ready',
      'payment.asked: shipping 7, shipping.ready 7 > payment',
      'submitted: payment 5 > placed',
      // A purchase that ended was not left.
      'xstate.init:  > shipping, shipping.quoting',
    ]);
    for (const one of told) expect(v.parse(Measured, one)).toEqual(one);
    expect(JSON.stringify(told)).not.toContain('12345678909');
    stop();
  });
  it('tells who goes to another part of the shop, who closes the page, and who comes back to it', () => {
    const { app, told, send, stop } = heard(true);
    send('quoted');
    app.send({ type: 'left' });
    app.send({ type: 'bought' });
    target.dispatchEvent(new Event('pagehide'));
    target.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(lines(told)).toEqual([
      'xstate.init:  > shipping, shipping.quoting',
      'quoted: shipping.quoting 0 > shipping.ready',
      'flow.left: shipping 0, shipping.ready 0 > ',
      'xstate.init:  > shipping, shipping.quoting',
      'page.left: shipping 0, shipping.quoting 0 > ',
      'xstate.init:  > shipping, shipping.quoting',
    ]);
    stop();
  });
  it('is nothing any more once it ends', () => {
    const { app, told, send, stop } = heard(true);
    stop();
    told.length = 0;
    send('quoted');
    app.send({ type: 'left' });
    target.dispatchEvent(new Event('pagehide'));
    expect(told).toEqual([]);
  });
});
