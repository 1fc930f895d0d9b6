import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { KeptCard } from '../providers/acquirer.ts';
import { type TestCard, testCards } from './test-cards.ts';

type Secrets = Core['secrets'];
/** What is inside a token: what is printed on the card and what it does, never its number. */
export type Token = Omit<KeptCard, 'token'> & TestCard;

interface TypedCard {
  number: string;
  holder: string;
  expMonth: number;
  expYear: number;
}

const malformed = (field: string, message: string) =>
  new ApiProblem('MALFORMED', { fields: [{ field, message }] });

/** @throws ApiProblem MALFORMED for one that is not sealed here, and for none */
export function readToken(secrets: Secrets, token: string | null): Token {
  if (token === null) throw malformed('token', 'Falta o cartão.');
  try {
    return JSON.parse(secrets.open(token)) as Token; // sealed by `sealToken`
  } catch {
    throw malformed('token', 'Este cartão não é daqui.');
  }
}

/**
 * A token for a test number; the number is forgotten.
 * @throws ApiProblem MALFORMED for any other number
 */
export function sealToken(secrets: Secrets, { number, holder, expMonth, expYear }: TypedCard) {
  const card = testCards[number];
  if (!card) throw malformed('number', 'Aqui só valem os cartões de teste.');
  const face = { brand: card.brand, last4: number.slice(-4), holder, expMonth, expYear };
  return {
    token: secrets.seal(JSON.stringify({ ...card, ...face } satisfies Token)),
    brand: face.brand,
    last4: face.last4,
    expMonth,
    expYear,
  };
}
