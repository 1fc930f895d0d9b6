import { couponActors, watchCart } from '#actors/coupon.ts';
import { NetworkFault } from '#contract/problem.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import type { CouponEvent } from '#machines/cart/coupon-facts.ts';
import { readCart } from '#machines/stored.ts';
import { held } from '#tests/machines/cart/cart.held.ts';
import { apiOf } from '#tests/support/store/ports.ts';
import { cartUuid } from '#tests/support/samples.ts';
import { describe, expect, it, vi } from 'vitest';
import { type fromCallback, createActor, fromPromise, setup, spawnChild, toPromise } from 'xstate';

const path = 'POST /api/operation/orders/coupon/apply';
const memory = readCart(
  {
    version: 1,
    uuid: cartUuid,
    base: { version: 3, lines: [held(1, 2)], draft: { coupon: 'FEIRA10' } },
    edits: [],
    saved: null,
    leadId: null,
    isClient: false,
  },
  undefined,
);
/** A cart that its server answers no more, with somebody beside it. */
const beside = <L extends Parameters<typeof createActor>[0]>(logic: L, input: unknown) => {
  const cart = cartMachine.provide({
    actors: { loadCart: fromPromise(() => Promise.reject(new TypeError('bug'))) },
  });
  const heard: CouponEvent[] = [];
  const shop = createActor(
    setup({ actors: { cart, logic } }).createMachine({
      invoke: [
        { src: 'cart', systemId: 'cart', input: { memory } },
        { src: 'logic', id: 'logic', input, onError: {} },
      ] as never, // an actor of any kind beside the cart
      on: { '*': { actions: ({ event }) => void heard.push(event as never) } },
    }),
  ).start();
  return { shop, heard };
};
const tried = async (answer: unknown) => {
  const { api, asked, sent } = apiOf({ [path]: answer });
  const { shop } = beside(couponActors(api).applyCoupon, { code: 'FEIRA10' });
  const port = shop.getSnapshot().children['logic'];
  if (!port) throw new Error('nobody asks');
  const verdict = await toPromise(port as never).catch((fault: unknown) => fault);
  return { verdict, asked, body: (await sent[0]?.json()) as unknown };
};
const refusal = (status: number, code: string, more: object) =>
  Response.json(
    { type: 'about:blank', title: 'x', status, code, retryable: false, requestId: 'q', ...more },
    { status },
  );

describe('the coupon port', () => {
  it('asks what a code does to the cart as the server has it', async () => {
    const value = { code: 'FEIRA10', type: 'PERCENT', value: 10, discount: 2, message: 'Cupom aplicado.' };
    expect(await tried(value)).toEqual({
      verdict: { value, refusal: null },
      asked: [`${path}?code=FEIRA10`],
      body: { uuid: cartUuid },
    });
  });
  it('has what was added a moment ago written at once: somebody waits for the answer', async () => {
    vi.useFakeTimers();
    const { api, asked } = apiOf({ [path]: {} });
    const written = fromPromise(() => {
      asked.push('PUT');
      return new Promise<never>(() => undefined);
    });
    const cart = cartMachine.provide({ actors: { drawCart: written as never } });
    const shop = createActor(
      setup({ actors: { cart, apply: couponActors(api).applyCoupon } }).createMachine({
        invoke: { src: 'cart', id: 'cart', systemId: 'cart', input: {} },
        on: { asked: { actions: spawnChild('apply', { input: { code: 'FEIRA10' } }) } } as never,
      }),
    ).start();
    shop.system.get('cart')?.send({ type: 'line.added', line: held(2, 1) });
    expect(asked).toEqual([]);
    shop.send({ type: 'asked' });
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['PUT']);
    vi.useRealTimers();
    shop.stop();
  });
  it('has null and the reason for a refusal that the contract names, with the terms of a known code', async () => {
    const terms = { type: 'FIXED', value: 5, minTotal: 30 };
    const { verdict } = await tried(refusal(422, 'COUPON_REFUSED', { detail: 'MIN_TOTAL', current: terms }));
    expect(verdict).toEqual({ value: null, refusal: { reason: 'MIN_TOTAL', terms } });
    expect((await tried(refusal(422, 'COUPON_REFUSED', { detail: 'new' }))).verdict).toEqual({
      value: null,
      refusal: { reason: 'UNKNOWN' },
    });
    expect((await tried(refusal(429, 'TOO_MANY_REQUESTS', { retryAfter: 90 }))).verdict).toEqual({
      value: null,
      refusal: { reason: 'TOO_MANY', retryAfter: 90 },
    });
  });
  it('throws whatever says nothing of the code', async () => {
    expect((await tried(new TypeError('down'))).verdict).toBeInstanceOf(NetworkFault);
    expect((await tried(refusal(401, 'UNAUTHENTICATED', {}))).verdict).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
  it('tells what the cart says of itself, each thing once', () => {
    const { shop, heard } = beside(watchCart, {});
    const last = () => heard.at(-1);
    const now = { code: 'FEIRA10', count: 2, version: 3, isSettled: false, isUnknown: false };
    expect(heard).toEqual([{ type: 'cart.told', cart: now }]);
    const cart = shop.system.get('cart');
    cart.send({ type: 'changes.acknowledged' });
    expect(heard).toHaveLength(1);
    cart.send({ type: 'line.added', line: held(1, 1) });
    expect(last()).toEqual({ type: 'cart.told', cart: { ...now, count: 3 } });
    cart.send({ type: 'coupon.decided', code: '' });
    expect(last()).toEqual({ type: 'cart.told', cart: { ...now, count: 3, code: '' } });
  });
  it('tells nothing where there is no cart', () => {
    const actor = createActor(watchCart as ReturnType<typeof fromCallback>, { input: {} }).start();
    expect(actor.getSnapshot().status).toBe('active');
  });
});
