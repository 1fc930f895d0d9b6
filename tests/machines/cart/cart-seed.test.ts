import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import type { CartInput } from '#machines/cart/facts.ts';
import { emptyBase } from '#machines/cart/empty-base.ts';
import type { CartMemory } from '#machines/stored.ts';
import { held } from './cart.held.ts';
import { cartOf, cartUuid, pricedLine, uuid } from '#tests/support/samples.ts';

const seed = cartOf(5, [pricedLine(1, 2), pricedLine(2, 1)]);
const memory = (more: Partial<CartMemory>): CartMemory => ({
  uuid: cartUuid,
  base: { version: 4, lines: [held(1, 1)], draft: {} },
  edits: [],
  saved: null,
  leadId: null,
  isClient: false,
  ...more,
});
/** What a page begins with, that came with a cart. */
const born = (input: CartInput) => {
  const actor = createActor(cartMachine, { input: { seed, ...input } }).start();
  const { lines, base, isClient, edits } = actor.getSnapshot().context;
  actor.stop();
  return {
    lines: lines.map(({ name, quantity }) => `${quantity} ${name}`),
    version: base.version,
    isClient,
    edits: edits.length,
  };
};

describe('a cart that came with the page', () => {
  it('is the cart of a browser that keeps none', () => {
    expect(born({ isClient: true })).toEqual({
      lines: ['2 Item 1', '1 Item 2'],
      version: 5,
      isClient: true,
      edits: 0,
    });
  });
  it('counts before an older one that is kept, and what was done since is done on it', () => {
    const edits: CartMemory['edits'] = [
      { kind: 'added', line: held(3, 4) },
      { kind: 'removed', key: `${memory({}).base.lines[0]?.campaignId}:nothing` },
    ];
    expect(born({ memory: memory({ edits }) })).toMatchObject({
      lines: ['2 Item 1', '1 Item 2', '4 Item 3'],
      version: 5,
      edits: 2,
    });
  });
  it('does not take back an edit that it has already, nor do it twice', () => {
    const edits: CartMemory['edits'] = [{ kind: 'set', line: held(1, 2), before: 1 }];
    expect(born({ memory: memory({ edits }) }).lines).toEqual(['2 Item 1', '1 Item 2']);
  });
  it('gives way to a newer one, to another one, and to taps that nobody has written', () => {
    const newer = memory({ base: { version: 6, lines: [held(7, 1)], draft: {} } });
    expect(born({ memory: newer })).toMatchObject({ lines: ['1 Item 7'], version: 6 });
    expect(born({ memory: memory({ uuid: uuid(9) }) })).toMatchObject({ lines: ['1 Item 1'], version: 4 });
    const taps = memory({ uuid: null, base: emptyBase, edits: [{ kind: 'added', line: held(4, 1) }] });
    expect(born({ memory: taps })).toMatchObject({ lines: ['1 Item 4'], version: 0 });
  });
  it('does not make a visitor’s cart a client’s: that is joined at the sign-in', () => {
    expect(born({ memory: memory({}), isClient: true }).isClient).toBe(false);
  });
});
