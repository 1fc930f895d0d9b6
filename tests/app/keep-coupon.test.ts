import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { couponMachine } from '#machines/cart/coupon.machine.ts';
import { couponSlot } from '#machines/app/late-roots.ts';
import { type CouponStore, keepCoupon } from '#shell/wiring/keep-coupon.ts';
import { prepare } from '../support/walk.ts';

const told = (count: number, version = 1) => ({
  type: 'cart.told',
  cart: { code: '', count, version, isSettled: true, isUnknown: false },
});
/** A page of a browser that keeps things. */
function open(store: CouponStore, offered?: string, chart = couponMachine) {
  const coupon = createActor(prepare(chart).machine as typeof couponMachine).start();
  keepCoupon(coupon, store, offered);
  const state = () => [coupon.getSnapshot().value, coupon.getSnapshot().context.code];
  return { send: (event: object) => coupon.send(event as never), state };
}
function memory(kept?: unknown): CouponStore {
  let last = kept;
  return { read: () => last, write: (coupon) => void (last = coupon ?? undefined) };
}

describe('a coupon that is kept', () => {
  it('outlives the page until it is judged', () => {
    const storage = memory();
    const link = open(storage, 'feira10');
    link.send(told(0));
    expect(link.state()).toEqual(['waiting', 'FEIRA10']);
    const later = open(storage);
    expect(later.state()).toEqual(['waiting', 'FEIRA10']);
    later.send(told(1));
    expect(later.state()).toEqual(['applying', 'FEIRA10']);
    // A reload in the middle of the question.
    const again = open(storage);
    again.send(told(1));
    expect(again.state()).toEqual(['applying', 'FEIRA10']);
    again.send({
      type: 'xstate.done.actor.applyCoupon',
      output: { value: null, refusal: { reason: 'MIN_TOTAL' } },
    });
    expect(open(storage).state()).toEqual(['waiting', 'FEIRA10']);
    again.send(told(2, 2));
    again.send({
      type: 'xstate.done.actor.applyCoupon',
      output: { value: null, refusal: { reason: 'ENDED' } },
    });
    expect(storage.read()).toBeUndefined();
    expect(open(storage).state()).toEqual(['idle', '']);
  });
  it('is given up at a word, and gives way to the one of a new link', () => {
    const storage = memory();
    open(storage, 'FEIRA10');
    const page = open(storage, 'DOCE8');
    page.send(told(0));
    expect(storage.read()).toEqual({ code: 'DOCE8', isOffered: true });
    page.send({ type: 'coupon.forgotten' });
    expect(storage.read()).toBeUndefined();
  });
  it('stays while the code of its chart is on its way', () => {
    const storage = memory();
    const page = open(storage, 'FEIRA10', couponSlot);
    page.send({ type: 'restored' });
    expect(storage.read()).toEqual({ code: 'FEIRA10', isOffered: true });
  });
  it('is nothing where what is stored has no shape', () => {
    for (const kept of [null, 'FEIRA10', { code: 7 }, []]) {
      expect(open(memory(kept)).state()).toEqual(['idle', '']);
    }
  });
});
