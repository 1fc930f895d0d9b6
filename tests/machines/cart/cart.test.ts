import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { lineKey } from '#domain/cart-line.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { plainLines, storeCart } from '#machines/cart/store.ts';
import { StoredCart, readCart } from '#machines/stored.ts';
import type { CartContext, CartInput } from '#machines/cart/facts.ts';
import { HeldClock, fireTimer } from '#tests/support/browser/held-clock.ts';
import { cartOf, cartUuid, fault, pricedLine, refusal, uuid } from '#tests/support/samples.ts';
import { prepare } from '#tests/support/walk.ts';
import { walkOf } from '#tests/support/walked.ts';
import { held } from './cart.held.ts';
import { machine, model, oracle } from './cart.model.ts';
import { NOW } from '../samples.ts';

const { machine: quiet, trail } = prepare(machine);
function start(input: CartInput = {}) {
  trail.calls = [];
  const clock = new HeldClock();
  const actor = createActor(quiet, { input, clock }).start();
  const quantities = () =>
    actor.getSnapshot().context['lines'].map((line: HeldLine) => line.quantity) as number[];
  const answer = (port: string, output: unknown) => actor.send({ type: `xstate.done.actor.${port}`, output });
  const fail = (port: string, error: unknown) => actor.send({ type: `xstate.error.actor.${port}`, error });
  const settle = () => fireTimer(actor, clock, 'xstate.after.settle.cart.dirty');
  return { actor, quantities, answer, fail, settle };
}
/** A first cart that was asked to go on to the checkout, before the server's word of it. */
function requested() {
  const cart = start();
  const granted: unknown[] = [];
  cart.actor.on('checkout.granted', ({ cartUuid: uuid }) => granted.push(uuid));
  cart.actor.send({ type: 'line.added', line: held(1, 1) });
  cart.actor.send({ type: 'checkout.requested', now: NOW });
  cart.settle();
  cart.answer('drawCart', { uuid: cartUuid });
  cart.answer('ensureLead', { id: uuid(7) });
  return { ...cart, granted };
}
/** A cart in the middle of its write: one of item 1 in the server's cart, one more on its way. */
function writing() {
  const cart = start({
    memory: {
      uuid: cartUuid,
      base: { version: 1, lines: [held(1, 1)], draft: {} },
      edits: [{ kind: 'added', line: held(1, 1) }],
      saved: null,
      leadId: uuid(7),
      isClient: false,
    },
  });
  cart.answer('loadCart', cartOf(1, [pricedLine(1, 1)]));
  cart.settle();
  return cart;
}

const walked = walkOf(machine, model, oracle);

describe('cart', () => {
  it.each(walked.states)('does in %s what its model says', (state) => {
    expect(walked.wrongIn(state)).toEqual([]);
  });
  it('takes every transition without losing a line', () => {
    expect(walked.untaken()).toEqual([]);
  });

  it('lets go on to the checkout once the cart has its number and the word of the server, and not before', () => {
    const { actor, answer, granted } = requested();
    expect(granted).toEqual([]);
    answer('putCart', cartOf(1, [pricedLine(1, 1)]));
    expect(granted).toEqual([cartUuid]);
    actor.send({ type: 'load.retried' });
    expect(granted).toHaveLength(1);
    actor.stop();
  });

  it('does not let go on what the answer stands in the way of', () => {
    const { actor, answer, granted } = requested();
    expect(actor.getSnapshot().context['requestedAt']).toBe(NOW);
    answer('putCart', cartOf(1, [{ ...pricedLine(1, 1), available: 0 }]));
    expect(granted).toEqual([]);
    expect(actor.getSnapshot().context['requestedAt']).toBeNull();
    actor.stop();
  });

  it('goes on without an answer, which the checkout waits for itself, but not after the wish was dropped', () => {
    const { actor, fail } = start({
      memory: {
        uuid: cartUuid,
        base: { version: 1, lines: [held(1, 1)], draft: {} },
        edits: [],
        saved: null,
        leadId: uuid(7),
        isClient: false,
      },
    });
    const granted: unknown[] = [];
    actor.on('checkout.granted', ({ cartUuid: uuid }) => granted.push(uuid));
    actor.send({ type: 'checkout.requested', now: NOW });
    actor.send({ type: 'checkout.withdrawn' });
    fail('loadCart', fault.error);
    expect(granted).toEqual([]);
    actor.send({ type: 'checkout.requested', now: NOW });
    expect(granted).toEqual([cartUuid]);
    actor.stop();
  });

  it('answers a first add at once and queues number, lead and cart', () => {
    const { actor, quantities, answer, settle } = start();
    actor.send({ type: 'line.added', line: held(1, 1) });
    actor.send({ type: 'line.added', line: held(1, 2) });
    expect(quantities()).toEqual([3]);
    settle();
    answer('drawCart', { uuid: cartUuid });
    answer('ensureLead', { id: uuid(7) });
    expect(trail.calls.map(({ port }) => port)).toEqual(['drawCart', 'ensureLead', 'putCart']);
    actor.stop();
  });

  it('rebases its own edits on a cart that changed elsewhere', () => {
    const { actor, quantities, fail } = writing();
    fail('putCart', refusal('VERSION', { current: cartOf(5, [pricedLine(1, 4), pricedLine(2, 1)]) }).error);
    expect(quantities()).toEqual([5, 1]);
    expect(trail.calls.at(-1)).toMatchObject({ port: 'putCart', input: { version: 5 } });
    actor.stop();
  });

  it('does not add twice when a write was taken and its answer lost', () => {
    const { actor, quantities, fail } = writing();
    fail('putCart', fault.error);
    actor.send({ type: 'network.restored' });
    fail('putCart', refusal('VERSION', { current: cartOf(2, [pricedLine(1, 2)]) }).error);
    expect(quantities()).toEqual([2]);
    actor.stop();
  });

  it('keeps what was added while a write was on its way', () => {
    const { actor, quantities, answer } = writing();
    actor.send({ type: 'line.added', line: held(2, 1) });
    answer('putCart', cartOf(2, [pricedLine(1, 2)]));
    expect(quantities()).toEqual([2, 1]);
    expect(actor.getSnapshot().value).toBe('dirty');
    actor.stop();
  });

  const repricedTo = (unitPrice: number) => cartOf(2, [{ ...pricedLine(1, 2), unitPrice }]);
  const pricesIn = (actor: ReturnType<typeof start>['actor']) =>
    (actor.getSnapshot().context['changes'] as { kind: string; before: number; after: number }[]).map(
      ({ kind, before, after }) => [kind, before, after],
    );
  it('tells a price that is not the one that was seen, until it was seen', () => {
    const { actor, answer } = writing();
    answer('putCart', repricedTo(12.5));
    expect(actor.getSnapshot().context['changes']).toEqual([
      {
        kind: 'PRICE',
        reason: 'PRICE',
        before: 10,
        after: 12.5,
        id: uuid(101),
        campaignId: held(1, 1).campaignId,
        name: 'Item 1',
      },
    ]);
    expect(actor.getSnapshot().context['lines']).toMatchObject([{ price: 1_250 }]);
    actor.send({ type: 'cart.corrected', cart: repricedTo(9) });
    expect(pricesIn(actor)).toEqual([['PRICE', 10, 9]]);
    actor.send({ type: 'cart.corrected', cart: repricedTo(10) });
    expect(pricesIn(actor)).toEqual([]);
    // The server says so as well, by what it told last: it is the same price, and said once.
    const { id, campaignId, name } = pricedLine(1, 2);
    const told = [
      { id, campaignId, name, kind: 'PRICE', reason: 'PRICE', before: 10, after: 11 } as const,
      { id, campaignId, name, kind: 'DISCOUNT', reason: 'PRICE', before: 10, after: 5 } as const,
    ];
    actor.send({ type: 'cart.corrected', cart: { ...repricedTo(11), changes: told } });
    expect(pricesIn(actor)).toEqual([
      ['PRICE', 10, 11],
      ['DISCOUNT', 10, 5],
    ]);
    actor.send({ type: 'changes.acknowledged' });
    actor.send({ type: 'cart.corrected', cart: repricedTo(11) });
    expect(pricesIn(actor)).toEqual([]);
    actor.stop();
  });

  it('keeps the cart of an account for its owner when the session was lost, and writes it when they are back', () => {
    const { actor, answer, fail, quantities, settle } = start({
      memory: {
        uuid: cartUuid,
        base: { version: 1, lines: [held(1, 1)], draft: {} },
        edits: [],
        saved: null,
        leadId: null,
        isClient: true,
      },
    });
    fail('loadCart', refusal('UNAUTHENTICATED').error);
    actor.send({ type: 'session.closed', by: 'restore' });
    actor.send({ type: 'line.added', line: held(2, 3) });
    expect(actor.getSnapshot().value).toBe('withoutOwner');
    expect(actor.getSnapshot().context).toMatchObject({ uuid: cartUuid, isClient: true, leadId: null });
    expect(trail.calls.map(({ port }) => port)).toEqual(['loadCart']);
    actor.send({ type: 'session.opened' });
    answer('loadCart', cartOf(1, [pricedLine(1, 1)]));
    expect(quantities()).toEqual([1, 3]);
    settle();
    expect(trail.calls.map(({ port }) => port)).toEqual(['loadCart', 'loadCart', 'putCart']);
    actor.stop();
  });

  it('ends with one cart in two tabs that each drew a number', () => {
    const tabs = [uuid(11), uuid(12)].map((drawn, index) => {
      const tab = start();
      tab.actor.send({ type: 'line.added', line: held(index + 1, 1) });
      tab.settle();
      tab.answer('drawCart', { uuid: drawn });
      return tab;
    });
    tabs[0]?.actor.send({ type: 'cart.changed.elsewhere', uuid: uuid(12), version: 0 });
    tabs[1]?.actor.send({ type: 'cart.changed.elsewhere', uuid: uuid(11), version: 0 });
    expect(tabs.map(({ actor }) => actor.getSnapshot().context['uuid'])).toEqual([uuid(11), uuid(11)]);
    expect(tabs.map(({ quantities }) => quantities())).toEqual([[1], [1]]);
    for (const { actor } of tabs) actor.stop();
  });

  it('keeps over a reload what the server changed and nobody has seen', () => {
    const change = {
      id: held(1, 1).id,
      campaignId: held(1, 1).campaignId,
      name: 'Item 1',
      kind: 'PRICE',
      reason: 'PRICE',
      before: 10,
      after: 12,
    } as const;
    const first = start({ memory: { ...readCart(null, [held(1, 1)]), changes: [change] } });
    // As above
    const kept = JSON.parse(JSON.stringify(storeCart(first.actor.getSnapshot().context as never))) as unknown;
    first.actor.stop();
    const second = start({ memory: readCart(kept, null) });
    expect(second.actor.getSnapshot().context['changes']).toEqual([change]);
    second.actor.send({ type: 'changes.acknowledged' });
    expect(storeCart(second.actor.getSnapshot().context as never).changes).toEqual([]); // as above
    second.actor.stop();
  });

  it('keeps over a reload what the merge at a sign-in changed, and nobody has seen', () => {
    const first = start({ memory: { ...readCart(null, [held(1, 98)]) } });
    first.actor.send({ type: 'session.opened' });
    first.answer('loadSavedCart', cartOf(4, [pricedLine(1, 3)], { uuid: uuid(8) }));
    const { merged } = first.actor.getSnapshot().context as unknown as CartContext; // as above
    expect(merged).toMatchObject([{ name: 'Item 1', wanted: 101, to: 99 }]);
    // As above
    const kept = JSON.parse(JSON.stringify(storeCart(first.actor.getSnapshot().context as never))) as unknown;
    first.actor.stop();
    const second = start({ memory: readCart(kept, null) });
    expect(second.actor.getSnapshot().context['merged']).toEqual(merged);
    second.actor.stop();
  });

  it('keeps every readable line of 500 torn snapshots', () => {
    const { actor } = writing();
    // The prepared chart forgets its context type
    const whole = JSON.stringify(storeCart(actor.getSnapshot().context as never));
    const lines = plainLines(actor.getSnapshot().context as never); // as above
    actor.stop();
    expect(readCart(JSON.parse(whole), null).edits).toMatchObject([{ kind: 'set', line: { quantity: 2 } }]);
    const torn = fc.oneof(
      fc.anything(),
      fc.integer({ min: 0, max: whole.length - 1 }).map((end) => whole.slice(0, end)),
      fc
        .dictionary(
          fc.constantFrom('version', 'uuid', 'base', 'edits', 'saved', 'leadId', 'isClient'),
          fc.jsonValue(),
        )
        .map((change) => ({ ...(JSON.parse(whole) as object), ...change })),
    );
    fc.assert(
      fc.property(torn, (stored) => {
        const tab = start({ memory: readCart(stored, [...lines, { torn: true }, null]) });
        const kept = tab.actor.getSnapshot().context['lines'] as HeldLine[];
        tab.actor.stop();
        // A snapshot that is still fit is believed; anything else leaves the lines stored apart.
        return (
          v.is(StoredCart, stored) ||
          (lines.length === 1 &&
            lines.every((line) =>
              kept.some(
                (present) => lineKey(present) === lineKey(line) && present.quantity === line.quantity,
              ),
            ))
        );
      }),
      { numRuns: 500, seed: 1 },
    );
  });
});
