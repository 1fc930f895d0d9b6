import { cartSlot } from '#machines/app/late-roots.ts';
import { factsOfCart } from '#machines/app/facts.ts';
import { cartMachine } from '#machines/cart/cart.machine.ts';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';

describe('the empty place of the cart chart', () => {
  const begun = (chart: typeof cartMachine, leadId: string | null) => {
    const actor = createActor(chart, { input: { leadId } }).start();
    const snapshot = actor.getSnapshot();
    actor.stop();
    return snapshot;
  };

  it.each([null, 'lead'])('says what the chart says of a cart with nothing in it, lead %s', (leadId) => {
    const slot = begun(cartSlot, leadId);
    const chart = begun(cartMachine, leadId);
    expect(slot.context).toEqual(chart.context);
    expect(factsOfCart(slot)).toEqual(factsOfCart(chart));
    for (const tag of ['busy', 'settled', 'offline', 'failed'] as const)
      expect(slot.hasTag(tag), tag).toBe(chart.hasTag(tag));
  });

  it('shows the very lines that the chart begins with, so that nobody is drawn again when it comes', () => {
    expect(begun(cartSlot, null).context.lines).toBe(begun(cartMachine, null).context.lines);
    expect(begun(cartSlot, null).context.draft).toBe(begun(cartMachine, null).context.draft);
  });
});
