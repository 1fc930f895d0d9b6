import { fromEvent } from '#machines/port.ts';
import { checkoutBlocker } from './checkout-blocker.ts';
import type { CartContext } from './facts.ts';

/** Whether the server has spoken of what was ordered again, or cannot be asked. */
export const isRepeatAnswered = ({ repeatedAt, uuid, priced, problem, edits }: CartContext): boolean =>
  repeatedAt !== null && (problem !== null || (uuid !== null && priced !== null && edits.length === 0));
/** Nothing of it is gone, fewer or in the way: what costs something else now is named by the review as well. */
export const canReview = ({ problem, changes, ...cart }: CartContext): boolean =>
  cart.repeatedAt !== null &&
  problem === null &&
  cart.isClient &&
  cart.lines.length > 0 &&
  cart.merged.length === 0 &&
  changes.every(({ kind }) => kind === 'PRICE') &&
  checkoutBlocker(cart, cart.repeatedAt) === null;

/** What was ordered goes into the cart; where to go on is said once the server has spoken of it, or at once. */
export const repeat = [
  'acknowledge',
  { type: 'addLines', params: fromEvent },
  { type: 'awaitRepeat', params: fromEvent },
] as const;
export const repeatBeside = [{ type: 'addLines', params: fromEvent }, 'notifyRepeated'] as const;
