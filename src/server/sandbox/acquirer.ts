import { and, eq } from 'drizzle-orm';
import { type Cents, cents, reaisOf } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { CardOutcome } from '#contract/payment/sandbox-card.ts';
import { dynamicPixCode } from '#domain/money/pix.ts';
import type { Core } from '#server/platform/core.ts';
import { rowMaker } from '../db/prepared.ts';
import { sandboxCharge } from '../db/schema/card.ts';
import { randomToken } from '#server/platform/ids.ts';
import {
  type Acquirer,
  AcquirerFault,
  type Charge,
  type ChargeState,
  type DeclineReason,
  type KeptCard,
} from '../providers/acquirer.ts';
import { isNoticeSigned } from '../providers/signature.ts';
import { otherOrigin } from '../providers/other-origin.ts';
import { type TestCard, testCards } from './test-cards.ts';

type Row = typeof sandboxCharge.$inferSelect;
const makeCharge = rowMaker(sandboxCharge);
type Move = 'confirm' | 'challenge' | 'review';
/** What is inside a token: what is printed on the card and what it does, never its number. */
type Token = Omit<KeptCard, 'token'> & TestCard;

/** After how long the sandbox's bank has given money back, in ms. */
const SANDBOX_REFUND = 3_600_000;
/**
 * From which states each move of a buyer or a bank may come; a declined card may be followed by another one.
 */
const movable: Record<Move, readonly ChargeState[]> = {
  confirm: ['open', 'declined'],
  challenge: ['challenge'],
  review: ['review'],
};

/**
 * The embedded acquirer and bank of one tenant: its own state in its own table, asked as a provider is asked.
 * Only in the sandbox. Source: D54; definitions, Sandbox.
 */
export function sandboxAcquirer(
  { db, clock, secrets }: Pick<Core, 'db' | 'clock' | 'secrets'>,
  tenantId: string,
) {
  const thisOne = (id: string) => and(eq(sandboxCharge.tenantId, tenantId), eq(sandboxCharge.id, id));
  const find = (id: string) =>
    db.read(tenantId, async (tx) => (await tx.select().from(sandboxCharge).where(thisOne(id)))[0]);
  const chargeOf = (row: Row): Charge => ({
    state: row.state as ChargeState,
    amount: row.amount,
    currency: 'brl',
    reference: row.reference,
    ...(row.reason ? { reason: row.reason as DeclineReason } : {}),
    ...(row.endToEndId ? { endToEndId: row.endToEndId } : {}), // written here only
  });
  const readToken = (token: string): Token => {
    try {
      return JSON.parse(secrets.open(token)) as Token; // sealed by `tokenise`
    } catch {
      throw new ApiProblem('MALFORMED', {
        fields: [{ field: 'token', message: 'Este cartão não é daqui.' }],
      });
    }
  };

  const chargeRow = (
    kind: Row['kind'],
    id: string,
    fields: Pick<Row, 'amount' | 'reference'> & Partial<Row>,
  ): Row => ({
    tenantId,
    id,
    kind,
    state: 'open',
    secret: `${id}_secret_${randomToken(16)}`,
    token: null,
    reason: null,
    endToEndId: null,
    properties: {},
    createdAt: clock.date(),
    ...fields,
  });

  async function make(
    kind: Row['kind'],
    id: string,
    fields: Parameters<typeof chargeRow>[2],
  ): Promise<{ id: string; clientSecret: string }> {
    const fresh = chargeRow(kind, id, fields);
    const made = await db.tenant(tenantId, (tx) => makeCharge(tx, fresh));
    const row = made.length ? fresh : await find(id);
    if (!row) throw new AcquirerFault('a charge that was there before is gone');
    return { id, clientSecret: row.secret };
  }

  /** Moves a charge when it is in one of these states; answers how it stands. */
  async function move(id: string, from: readonly ChargeState[], to: Partial<Row>): Promise<Charge> {
    const row = await db.tenant(tenantId, async (tx) => {
      const [held] = await tx.select().from(sandboxCharge).where(thisOne(id)).for('update');
      if (!held || !from.includes(held.state as ChargeState)) return held; // written here only
      const [moved] = await tx.update(sandboxCharge).set(to).where(thisOne(id)).returning();
      return moved;
    });
    if (!row) throw new AcquirerFault('there is no such charge');
    return chargeOf(row);
  }

  const acquirer: Acquirer = {
    name: 'sandbox',
    hasInstallments: true,
    fieldAt(host, client) {
      const origin = otherOrigin(host);
      const url = `${origin}/sandbox/acquirer/field?client=${encodeURIComponent(client)}`;
      return origin === null ? null : { url, frames: origin };
    },
    secretOf: async (id) => (await find(id))?.secret ?? null,
    open: ({ reference, amount, installments, saved }) =>
      make('card', `sbx_${reference.replaceAll('-', '')}`, {
        amount,
        reference,
        token: saved?.token ?? null,
        properties: { installments, isSaved: saved !== undefined },
      }),
    async openSetup({ reference, owner, customer }) {
      const opened = await make('setup', `sbx_${reference.replaceAll('-', '')}`, {
        amount: cents(0),
        reference,
      });
      return { ...opened, customer: customer ?? `sbx_${owner}` };
    },
    async kept(setupId) {
      const row = await find(setupId);
      if (row?.state !== 'paid' || row.token === null) return null;
      const { brand, last4, holder, expMonth, expYear } = readToken(row.token);
      return { token: row.token, brand, last4, holder, expMonth, expYear };
    },
    forget: () => Promise.resolve(),
    async openPix({ txid, amount, name, city }) {
      await make('pix', txid, { amount, reference: txid });
      const brCode = dynamicPixCode({ url: `pix.sandbox.invalid/qr/v2/cob/${txid}`, name, city });
      if (!brCode) throw new AcquirerFault('there is no code for this receiver');
      return { id: txid, brCode };
    },
    async status(id) {
      const row = await find(id);
      // A static code is known to its bank once somebody pays it.
      return row ? chargeOf(row) : { state: 'open', amount: cents(0), currency: 'brl', reference: id };
    },
    capture: (id) => move(id, ['authorised'], { state: 'paid' }),
    cancel: (id) =>
      move(id, ['open', 'challenge', 'review', 'authorised', 'declined'], { state: 'canceled' }),
    async refund({ id, at }) {
      if (clock.now() < at.getTime() + SANDBOX_REFUND) return 'pending';
      const row = await find(id);
      if (row?.kind === 'card' && row.token !== null && readToken(row.token).refusesRefund) return 'failed';
      if (row) await move(id, ['open', 'authorised', 'paid'], { state: 'refunded' });
      return 'settled';
    },
    isSigned: (header, raw) =>
      isNoticeSigned(
        secrets.keys('webhook').map(({ key }) => key),
        header('X-Signature'),
        raw,
        clock.now(),
      ),
  };

  return {
    ...acquirer,

    /**
     * A token for a test number; the number is forgotten.
     * @throws ApiProblem MALFORMED for any other number
     */
    tokenise({
      number,
      holder,
      expMonth,
      expYear,
    }: {
      number: string;
      holder: string;
      expMonth: number;
      expYear: number;
    }) {
      const card = testCards[number];
      if (!card)
        throw new ApiProblem('MALFORMED', {
          fields: [{ field: 'number', message: 'Aqui só valem os cartões de teste.' }],
        });
      const face = { brand: card.brand, last4: number.slice(-4), holder, expMonth, expYear };
      return {
        token: secrets.seal(JSON.stringify({ ...card, ...face } satisfies Token)),
        brand: face.brand,
        last4: face.last4,
        expMonth,
        expYear,
      };
    },

    /** How a charge stands, for anybody who has its secret. @throws ApiProblem NOT_FOUND */
    async read(clientSecret: string) {
      const [row] = await db.read(tenantId, (tx) =>
        tx
          .select()
          .from(sandboxCharge)
          .where(and(eq(sandboxCharge.tenantId, tenantId), eq(sandboxCharge.secret, clientSecret))),
      );
      if (!row || row.kind === 'pix') throw new ApiProblem('NOT_FOUND');
      const kept = row.properties['isSaved'] === true && row.token !== null ? readToken(row.token) : null;
      return {
        state: row.state,
        amount: reaisOf(row.amount),
        ...(kept ? { card: { brand: kept.brand, last4: kept.last4 } } : {}),
      };
    },

    /** What the buyer or the bank does with a charge. @throws ApiProblem NOT_FOUND, ILLEGAL_EVENT */
    async act(
      by: { clientSecret: string } | { id: string },
      move_: Move,
      given: { token?: string | undefined; isRight?: boolean },
    ): Promise<{ id: string; kind: Row['kind']; outcome: CardOutcome }> {
      return db.tenant(tenantId, async (tx) => {
        const [row] = await tx
          .select()
          .from(sandboxCharge)
          .where(
            'id' in by
              ? thisOne(by.id)
              : and(eq(sandboxCharge.tenantId, tenantId), eq(sandboxCharge.secret, by.clientSecret)),
          )
          .for('update');
        if (!row || row.kind === 'pix') throw new ApiProblem('NOT_FOUND');
        // Written here only
        if (!movable[move_].includes(row.state as ChargeState)) throw new ApiProblem('ILLEGAL_EVENT');
        const token = row.properties['isSaved'] === true ? row.token : (given.token ?? row.token);
        if (token === null)
          throw new ApiProblem('MALFORMED', { fields: [{ field: 'token', message: 'Falta o cartão.' }] });
        const outcome = outcomeOf(move_, readToken(token), given.isRight ?? false);
        const isSetup = row.kind === 'setup';
        const state: ChargeState =
          isSetup && (outcome.status === 'authorised' || outcome.status === 'review')
            ? 'paid'
            : outcome.status;
        await tx
          .update(sandboxCharge)
          .set({ state, token, reason: outcome.reason ?? null })
          .where(thisOne(row.id));
        return { id: row.id, kind: row.kind, outcome: state === 'paid' ? { status: 'saved' } : outcome };
      });
    },

    /** The bank takes a Pix, whose code it may see for the first time. */
    async payPix(txid: string, amount: Cents, endToEndId: string): Promise<void> {
      const paid = { state: 'paid', endToEndId };
      const fresh = chargeRow('pix', txid, { amount, reference: txid, ...paid });
      await db.tenant(tenantId, (tx) =>
        tx
          .insert(sandboxCharge)
          .values(fresh)
          .onConflictDoUpdate({
            target: [sandboxCharge.tenantId, sandboxCharge.id],
            set: paid,
            setWhere: eq(sandboxCharge.state, 'open'),
          }),
      );
    },
  };
}

type Outcome = { status: Exclude<CardOutcome['status'], 'saved'>; reason?: DeclineReason };
function outcomeOf(move: Move, card: Token, isRight: boolean): Outcome {
  if (move === 'confirm') return { status: card.outcome, ...(card.reason ? { reason: card.reason } : {}) };
  return isRight
    ? { status: 'authorised' }
    : { status: 'declined', reason: move === 'challenge' ? 'CHALLENGE' : 'FRAUD' };
}
