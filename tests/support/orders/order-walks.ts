import fc from 'fast-check';
import { OrderEvent } from '#contract/order/order.ts';
import type { CardKind, Step } from './order-model.ts';

/** Random walks of an order: what the shop, the buyer, the banks and the clock may do, each as often as it should. */

/** Steps of a walk. */
export const EVENTS = 25;

// A shop that confirms payments by hand would take money that no notice tells of; a bank does that here.
const byShop = OrderEvent.options
  .filter((type) => type !== 'payment.confirmed')
  .map((type): Step => ({ by: 'shop', type }));
const byBuyer: Step[] = [
  ...(['payment.requested', 'cancellation.requested', 'return.requested', 'cancel'] as const).map(
    (type): Step => ({ by: 'buyer', type }),
  ),
  { by: 'buyer', type: 'payment.requested', way: 'CARD' },
];
const kinds: CardKind[] = ['good', 'stingy', 'challenge', 'review', 'declined'];
const isTold = fc.integer({ min: 0, max: 4 }).map((n) => n > 0);
const byBank = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Step>({ by: 'bank' }) },
  {
    weight: 3,
    arbitrary: fc.record({ by: fc.constant('card' as const), kind: fc.constantFrom(...kinds), isTold }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constantFrom('challenge' as const, 'review' as const),
      isPassed: fc.boolean(),
      isTold,
    }),
  },
);
/** What happens while the clock stands. */
export const still = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...byShop) },
  { weight: 2, arbitrary: fc.constantFrom(...byBuyer) },
  { weight: 3, arbitrary: byBank },
);
/** The same, with time that passes. */
export const timed = fc.oneof(
  { weight: 3, arbitrary: still },
  {
    weight: 1,
    arbitrary: fc.constantFrom(5, 31, 61, 24 * 60 + 31).map((minutes): Step => ({ by: 'time', minutes })),
  },
);
/** Mostly what is legal, or orders would rarely come far. */
interface Move {
  step: Step;
  legal: number;
  kind: CardKind;
}
export interface Walk {
  way: 'PIX' | 'CARD';
  /** how many pay a part of it */ wallets: number;
  moves: Move[];
}
/** A new order, paid in one of the ways, and what happens to it. */
export const walksOf = (step: fc.Arbitrary<Step>): fc.Arbitrary<Walk> =>
  fc.record({
    way: fc.constantFrom('PIX' as const, 'CARD' as const),
    wallets: fc.integer({ min: 0, max: 5 }).map((n) => (n > 2 ? 0 : n)),
    moves: fc.array(
      fc.record({ step, legal: fc.integer({ min: 0, max: 2_000 }), kind: fc.constantFrom(...kinds) }),
      { minLength: EVENTS, maxLength: EVENTS },
    ),
  });
export const wordsOf = (step: Step) => Object.values(step).join(' ');
