import type { DeclineReason } from '../providers/acquirer.ts';

/** What a test card does when it pays. */
export interface TestCard {
  brand: string;
  outcome: 'authorised' | 'challenge' | 'review' | 'declined';
  reason?: DeclineReason;
  /** Its bank takes no money back. */
  refusesRefund?: true;
}

/**
 * The only numbers that the embedded acquirer takes; nobody's card is among them. Source: docs/how-to.md,
 * "Test cards".
 */
export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', outcome: 'authorised' },
  '5555555555554444': { brand: 'mastercard', outcome: 'authorised' },
  '378282246310005': { brand: 'amex', outcome: 'authorised' },
  '36227206271667': { brand: 'diners', outcome: 'authorised' },
  '6362970000457013': { brand: 'elo', outcome: 'authorised' },
  '6062826786276634': { brand: 'hipercard', outcome: 'authorised' },
  '6011111111111117': { brand: 'discover', outcome: 'authorised' },
  '4000002760003184': { brand: 'visa', outcome: 'challenge' },
  '4000000000009235': { brand: 'visa', outcome: 'review' },
  '4000000000005126': { brand: 'visa', outcome: 'authorised', refusesRefund: true },
  '4000000000000002': { brand: 'visa', outcome: 'declined', reason: 'DECLINED' },
  '4000000000009995': { brand: 'visa', outcome: 'declined', reason: 'FUNDS' },
  '4000000000000069': { brand: 'visa', outcome: 'declined', reason: 'EXPIRED' },
  '4000000000000127': { brand: 'visa', outcome: 'declined', reason: 'CVV' },
  '4100000000000019': { brand: 'visa', outcome: 'declined', reason: 'FRAUD' },
};
