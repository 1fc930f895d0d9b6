import { eq } from 'drizzle-orm';
import { type Cents, reaisOf } from '#contract/money.ts';
import type { CardOutcome } from '#contract/payment/sandbox-card.ts';
import { ApiProblem } from '#contract/problem.ts';
import { sandboxCharge } from '../db/schema/card.ts';
import type { ChargeState, DeclineReason } from '../providers/acquirer.ts';
import { type Token, readToken } from './card-token.ts';
import { type Books, type ChargeRow, chargeOfSecret, newCharge, stateOf, thisCharge } from './charge-row.ts';

type Move = 'confirm' | 'challenge' | 'review';
type Outcome = { status: Exclude<CardOutcome['status'], 'saved'>; reason?: DeclineReason };

/**
 * From which states each move of a buyer or a bank may come; a declined card may be followed by another one.
 */
const movable: Record<Move, readonly ChargeState[]> = {
  confirm: ['open', 'declined'],
  challenge: ['challenge'],
  review: ['review'],
};

const isSaved = (row: ChargeRow): boolean => row.properties['isSaved'] === true;

function outcomeOf(move: Move, card: Token, isRight: boolean): Outcome {
  if (move === 'confirm') return { status: card.outcome, ...(card.reason ? { reason: card.reason } : {}) };
  return isRight
    ? { status: 'authorised' }
    : { status: 'declined', reason: move === 'challenge' ? 'CHALLENGE' : 'FRAUD' };
}

/** How a charge stands, for anybody who has its secret. @throws ApiProblem NOT_FOUND */
export async function readCharge({ db, tenantId, secrets }: Books, clientSecret: string) {
  const [row] = await db.read(tenantId, (tx) =>
    tx.select().from(sandboxCharge).where(chargeOfSecret(tenantId, clientSecret)),
  );
  if (!row || row.kind === 'pix') throw new ApiProblem('NOT_FOUND');
  const kept = isSaved(row) && row.token !== null ? readToken(secrets, row.token) : null;
  return {
    state: row.state,
    amount: reaisOf(row.amount),
    ...(kept ? { card: { brand: kept.brand, last4: kept.last4 } } : {}),
  };
}

/** What the buyer or the bank does with a charge. @throws ApiProblem NOT_FOUND, ILLEGAL_EVENT */
export function actOnCharge(
  { db, tenantId, secrets }: Books,
  by: { clientSecret: string } | { id: string },
  move: Move,
  given: { token?: string | undefined; isRight?: boolean },
): Promise<{ id: string; kind: ChargeRow['kind']; outcome: CardOutcome }> {
  return db.tenant(tenantId, async (tx) => {
    const [row] = await tx
      .select()
      .from(sandboxCharge)
      .where('id' in by ? thisCharge(tenantId, by.id) : chargeOfSecret(tenantId, by.clientSecret))
      .for('update');
    if (!row || row.kind === 'pix') throw new ApiProblem('NOT_FOUND');
    if (!movable[move].includes(stateOf(row))) throw new ApiProblem('ILLEGAL_EVENT');
    const token = isSaved(row) ? row.token : (given.token ?? row.token);
    const outcome = outcomeOf(move, readToken(secrets, token), given.isRight ?? false);
    const isKept = row.kind === 'setup' && ['authorised', 'review'].includes(outcome.status);
    const state: ChargeState = isKept ? 'paid' : outcome.status;
    await tx
      .update(sandboxCharge)
      .set({ state, token, reason: outcome.reason ?? null })
      .where(thisCharge(tenantId, row.id));
    return { id: row.id, kind: row.kind, outcome: state === 'paid' ? { status: 'saved' } : outcome };
  });
}

/** The bank takes a Pix, whose code it may see for the first time. */
export async function payPix(books: Books, txid: string, amount: Cents, endToEndId: string): Promise<void> {
  const paid = { state: 'paid', endToEndId };
  const fresh = newCharge(books, 'pix', txid, { amount, reference: txid, ...paid });
  await books.db.tenant(books.tenantId, (tx) =>
    tx
      .insert(sandboxCharge)
      .values(fresh)
      .onConflictDoUpdate({
        target: [sandboxCharge.tenantId, sandboxCharge.id],
        set: paid,
        setWhere: eq(sandboxCharge.state, 'open'),
      }),
  );
}
