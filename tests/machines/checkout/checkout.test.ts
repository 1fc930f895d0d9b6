import { describe, expect, it } from 'vitest';
import { type SnapshotFrom, createActor, fromCallback, fromPromise } from 'xstate';
import { storePlacing } from '#machines/checkout/store.ts';
import { readPlacing } from '#machines/stored.ts';
import { checkoutMachine } from '#machines/checkout/checkout.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { HeldClock, fireTimer, timersOf } from '#tests/support/browser/held-clock.ts';
import { account, cartUuid, fault, lock, noon, order, quote, refusal, uuid } from '#tests/support/samples.ts';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { askingModel, askingOracle } from './checkout.asking.ts';
import { guestModel, guestOracle } from './checkout.guest.ts';
import { recallModel, reviewModel } from './checkout.review.ts';
import { reviewOracle } from './checkout.review-oracle.ts';
import { drafts, machine, model, oracle, placing, starting } from './checkout.model.ts';

const { machine: quiet, trail } = prepare(machine);
const posted = () =>
  trail.calls.filter(({ port }) => port === 'placeOrder').map(({ input }) => input as { key: string });
function reviewing() {
  trail.calls = [];
  const clock = new HeldClock();
  const actor = createActor(quiet, { input: starting(drafts.pix), clock }).start();
  actor.send({ type: 'xstate.done.actor.lock', output: { lock, at: noon } });
  const fail = (port: string, error: unknown) => actor.send({ type: `xstate.error.actor.${port}`, error });
  return { actor, clock, fail };
}

const walked = walkOf(machine, model, oracle);
const asking = walkOf(machine, askingModel, askingOracle);
const guests = walkOf(machine, guestModel, guestOracle);
const recalls = walkOf(machine, recallModel, reviewOracle);
const reviews = walkOf(machine, reviewModel, reviewOracle);

describe('checkout', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('asks what the campaigns ask, of whoever buys, before anything is paid', () => {
    expect(asking.states.flatMap((state) => asking.wrongIn(state))).toEqual([]);
  });
  it('asks whoever is not signed in who they are, and keeps it', () => {
    expect(guests.states.flatMap((state) => guests.wrongIn(state))).toEqual([]);
  });
  it('takes over from the last order what still holds, and leads to the step of what does not', () => {
    expect(recalls.states.flatMap((state) => recalls.wrongIn(state))).toEqual([]);
  });
  it('places from the review what was seen there, by the one confirmation, and leads back what is changed', () => {
    expect(reviews.states.flatMap((state) => reviews.wrongIn(state))).toEqual([]);
  });
  it('takes every transition, with the money safe on each path', () => {
    const others = [asking, guests, recalls, reviews].map((other) => new Set(other.untaken()));
    expect(walked.untaken().filter((transition) => others.every((one) => one.has(transition)))).toEqual([]);
  });

  it('sends the same key again when no answer came', () => {
    const { actor, clock, fail } = reviewing();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    fail('placeOrder', fault.error);
    expect(actor.getSnapshot().value).toEqual({ placing: 'waiting' });
    fireTimer(actor, clock, 'xstate.after.backOff.checkout.placing.waiting');
    fail('placeOrder', refusal('IN_FLIGHT', { retryAfter: 7 }).error);
    expect(timersOf(actor, clock).map(({ delay }) => delay)).toEqual([30 * 60_000, 7_000]);
    actor.send({ type: 'network.restored' });
    expect(posted().map(({ key }) => key)).toEqual(Array(3).fill(`${cartUuid}:${uuid(9)}`));
    actor.stop();
  });

  it('is not sent any more after half an hour without a connection, and never twice', () => {
    const { actor, clock, fail } = reviewing();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    fail('placeOrder', fault.error);
    expect(timersOf(actor, clock).map(({ delay }) => delay)).toContain(30 * 60_000);
    fireTimer(actor, clock, 'xstate.after.untilStale.checkout.placing');
    expect(actor.getSnapshot().value).toEqual({ adopting: 'finding' });
    actor.send({ type: 'xstate.done.actor.findOrder', output: null });
    expect(actor.getSnapshot().value).toEqual({ confirmation: 'locking' });
    expect(actor.getSnapshot().context).toMatchObject({
      key: null,
      quote: null,
      refusal: { reason: 'order.expired' },
    });
    expect(posted()).toHaveLength(1);
    actor.stop();
  });

  it('adopts an order that was taken while its answer was waited for', () => {
    const { actor, fail } = reviewing();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    fail('placeOrder', fault.error);
    actor.send({ type: 'restored', now: noon + 30 * 60_000 });
    actor.send({ type: 'xstate.done.actor.findOrder', output: order });
    expect(actor.getSnapshot().output).toEqual({ outcome: 'placed', order });
  });

  it('recalls the words of a choice that was made before a reload, and decides nothing by them', () => {
    trail.calls = [];
    const actor = createActor(quiet, { input: starting(drafts.pix) }).start();
    const asked = () => trail.calls.filter(({ port }) => port === 'recallQuote').map(({ input }) => input);
    expect(asked()).toEqual([{ cartUuid, isNeeded: true }]);
    const gone = { ...quote, options: [] };
    actor.send({ type: 'xstate.done.actor.recallQuote', output: gone });
    expect(actor.getSnapshot().value).toEqual({ confirmation: 'locking' });
    expect(actor.getSnapshot().context).toMatchObject({ quote: null, recalled: gone });
    actor.stop();
    createActor(quiet, { input: starting(drafts.pix, 'checkout.shipping') })
      .start()
      .stop();
    createActor(quiet, { input: starting(drafts.addressed) })
      .start()
      .stop();
    expect(asked().slice(1)).toEqual(Array(2).fill({ cartUuid, isNeeded: false }));
  });

  it('places an order without an address where the campaign asks for none, also after the tab was killed', () => {
    trail.calls = [];
    const inside = { ...quote, ignoreShippingAddress: true };
    const actor = createActor(quiet, {
      input: starting({ paymentMethod: { type: 'PIX' } }, 'checkout.shipping'),
    }).start();
    actor.send({ type: 'xstate.done.actor.quote', output: inside });
    actor.send({ type: 'shipping.chosen', choice: { id: 'pickup', type: 'PICKUP' } });
    actor.send({ type: 'shipping.chosen', choice: { id: 'express', type: 'EXPRESS' } });
    actor.send({ type: 'shipping.submitted' });
    expect(actor.getSnapshot().matches('payment')).toBe(true);
    actor.stop();
    const reloaded = createActor(quiet, { input: starting(drafts.pix) }).start();
    reloaded.send({ type: 'xstate.done.actor.recallQuote', output: inside });
    reloaded.send({ type: 'xstate.done.actor.lock', output: { lock, at: noon } });
    reloaded.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    const kept = readPlacing(storePlacing(reloaded.getSnapshot()), cartUuid, noon);
    reloaded.stop();
    createActor(quiet, { input: starting({}, 'checkout.confirmation', { placing: kept }) })
      .start()
      .stop();
    expect(posted()).toMatchObject([{ ignoreShippingAddress: true }, { ignoreShippingAddress: true }]);
  });

  it('makes a new attempt only after a refusal', () => {
    const { actor, fail } = reviewing();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    fail('placeOrder', refusal('LOCK_LOST').error);
    expect(actor.getSnapshot().value).toEqual({ confirmation: 'lockExpired' });
    actor.send({ type: 'relock.asked' });
    actor.send({ type: 'xstate.done.actor.lock', output: { lock, at: noon } });
    actor.send({ type: 'order.submitted', attempt: uuid(10), at: noon });
    expect(posted().map(({ key }) => key)).toEqual([`${cartUuid}:${uuid(9)}`, `${cartUuid}:${uuid(10)}`]);
    actor.stop();
  });

  it('holds the goods anew and asks, where the reservation ended while the order waited to be sent', () => {
    const { actor, fail } = reviewing();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    fail('placeOrder', fault.error);
    actor.send({ type: 'network.restored' });
    fail('placeOrder', refusal('LOCK_LOST').error);
    expect(actor.getSnapshot().value).toEqual({ confirmation: 'locking' });
    actor.send({ type: 'xstate.done.actor.lock', output: { lock, at: noon } });
    expect(actor.getSnapshot().value).toEqual({ confirmation: 'reviewing' });
    expect(actor.getSnapshot().context).toMatchObject({ key: null, refusal: { reason: 'order.expired' } });
    expect(posted()).toHaveLength(2);
    actor.stop();
  });

  it('ends the review with the lock', () => {
    const { actor, clock } = reviewing();
    expect(timersOf(actor, clock).map(({ delay }) => delay)).toEqual([15 * 60_000]);
    fireTimer(actor, clock, 'xstate.after.untilLockEnds.checkout.confirmation.reviewing');
    expect(actor.getSnapshot().value).toEqual({ confirmation: 'lockExpired' });
    actor.stop();
  });

  it('gives the lock back when somebody goes back, and keeps it for the order', () => {
    const released: string[] = [];
    const keepLock = fromCallback(({ receive }) => receive(({ type }) => void released.push(type)));
    const silent = fromPromise(() => new Promise<never>(() => {}));
    const wired = checkoutMachine.provide({
      actors: { keepLock, lock: silent, quote: silent, placeOrder: silent } as never,
    }); // answers are sent by hand
    for (const event of [
      ask('checkout.shipping', { cartUuid }),
      { type: 'order.submitted', attempt: uuid(9), at: noon } as const,
    ]) {
      const actor = createActor(wired, { input: starting(drafts.pix) }).start();
      const answered = { type: 'xstate.done.actor.lock', output: { lock, at: noon } };
      actor.send(answered as never); // an answer, not an event of the chart
      actor.send(event);
      actor.stop();
    }
    expect(released).toEqual(['lock.released']);
  });

  it('adopts the order that the cart has become', () => {
    const { actor, fail } = reviewing();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    fail('placeOrder', refusal('ORDERED').error);
    actor.send({ type: 'xstate.done.actor.findOrder', output: order });
    expect(actor.getSnapshot().output).toEqual({ outcome: 'placed', order });
  });

  it('goes back to the cart with what the lock refused', () => {
    trail.calls = [];
    const actor = createActor(quiet, { input: starting(drafts.pix) }).start();
    actor.send({ type: 'xstate.error.actor.lock', error: refusal('LOCK', { detail: 'STOCK' }).error });
    expect(actor.getSnapshot().output).toMatchObject({
      outcome: 'returned',
      problem: { code: 'LOCK', detail: 'STOCK' },
    });
  });

  it('resumes placing with the stored key, and stores nothing without one', () => {
    const { actor } = reviewing();
    expect(storePlacing(actor.getSnapshot() as SnapshotFrom<typeof checkoutMachine>)).toBeNull();
    actor.send({ type: 'order.submitted', attempt: uuid(9), at: noon });
    const stored: unknown = JSON.parse(
      JSON.stringify(storePlacing(actor.getSnapshot() as SnapshotFrom<typeof checkoutMachine>)),
    );
    actor.stop();
    expect(stored).toEqual(placing);
    trail.calls = [];
    const resumed = createActor(quiet, {
      input: starting({}, 'checkout.shipping', { account, placing: readPlacing(stored, cartUuid, noon) }),
    }).start();
    expect(resumed.getSnapshot().value).toEqual({ placing: 'posting' });
    expect(posted().map(({ key }) => key)).toEqual([`${cartUuid}:${uuid(9)}`]);
    resumed.stop();
    for (const key of ['', ':', `${cartUuid}:`, null])
      expect(readPlacing({ ...placing, key }, cartUuid, noon)).toBeNull();
    expect(readPlacing(stored, uuid(2), noon)).toBeNull();
    expect(readPlacing(stored, cartUuid, noon + 30 * 60_000 - 1)).not.toBeNull();
    expect(readPlacing(stored, cartUuid, noon + 30 * 60_000)).toBeNull();
  });
});
