import { cents } from '#contract/money.ts';
import { dynamicPixCode } from '#domain/money/pix.ts';
import type { Core } from '#server/platform/core.ts';
import { type Acquirer, AcquirerFault } from '../providers/acquirer.ts';
import { isNoticeSigned } from '../providers/signature.ts';
import { otherOrigin } from '../providers/other-origin.ts';
import { readToken, sealToken } from './card-token.ts';
import { actOnCharge, payPix, readCharge } from './charge-acts.ts';
import { type Books, chargeOf, findCharge, moveCharge, openCharge } from './charge-row.ts';

/** After how long the sandbox's bank has given money back, in ms. */
const SANDBOX_REFUND = 3_600_000;

const cardId = (reference: string) => `sbx_${reference.replaceAll('-', '')}`;

/** What the shop asks of the sandbox's bank, in the form that every provider has. */
const asProvider = (books: Books): Acquirer => ({
  name: 'sandbox',
  hasInstallments: true,
  fieldAt(host, client) {
    const origin = otherOrigin(host);
    const url = `${origin}/sandbox/acquirer/field?client=${encodeURIComponent(client)}`;
    return origin === null ? null : { url, frames: origin };
  },
  secretOf: async (id) => (await findCharge(books, id))?.secret ?? null,
  open: ({ reference, amount, installments, saved }) =>
    openCharge(books, 'card', cardId(reference), {
      amount,
      reference,
      token: saved?.token ?? null,
      properties: { installments, isSaved: saved !== undefined },
    }),
  async openSetup({ reference, owner, customer }) {
    const opened = await openCharge(books, 'setup', cardId(reference), { amount: cents(0), reference });
    return { ...opened, customer: customer ?? `sbx_${owner}` };
  },
  async kept(setupId) {
    const row = await findCharge(books, setupId);
    if (row?.state !== 'paid' || row.token === null) return null;
    const { brand, last4, holder, expMonth, expYear } = readToken(books.secrets, row.token);
    return { token: row.token, brand, last4, holder, expMonth, expYear };
  },
  forget: () => Promise.resolve(),
  async openPix({ txid, amount, name, city }) {
    await openCharge(books, 'pix', txid, { amount, reference: txid });
    const brCode = dynamicPixCode({ url: `pix.sandbox.invalid/qr/v2/cob/${txid}`, name, city });
    if (!brCode) throw new AcquirerFault('there is no code for this receiver');
    return { id: txid, brCode };
  },
  async status(id) {
    const row = await findCharge(books, id);
    // A static code is known to its bank once somebody pays it.
    return row ? chargeOf(row) : { state: 'open', amount: cents(0), currency: 'brl', reference: id };
  },
  capture: (id) => moveCharge(books, id, ['authorised'], { state: 'paid' }),
  cancel: (id) =>
    moveCharge(books, id, ['open', 'challenge', 'review', 'authorised', 'declined'], { state: 'canceled' }),
  async refund({ id, at }) {
    if (books.clock.now() < at.getTime() + SANDBOX_REFUND) return 'pending';
    const row = await findCharge(books, id);
    if (row?.kind === 'card' && row.token !== null && readToken(books.secrets, row.token).refusesRefund)
      return 'failed';
    if (row) await moveCharge(books, id, ['open', 'authorised', 'paid'], { state: 'refunded' });
    return 'settled';
  },
  isSigned: (header, raw) =>
    isNoticeSigned(
      books.secrets.keys('webhook').map(({ key }) => key),
      header('X-Signature'),
      raw,
      books.clock.now(),
    ),
});

/**
 * The embedded acquirer and bank of one tenant: its own state in its own table, asked as a provider is asked.
 * Only in the sandbox. Source: D54; definitions, Sandbox.
 */
export function sandboxAcquirer(
  { db, clock, secrets }: Pick<Core, 'db' | 'clock' | 'secrets'>,
  tenantId: string,
) {
  const books: Books = { db, clock, secrets, tenantId };
  return {
    ...asProvider(books),
    tokenise: sealToken.bind(null, secrets),
    read: readCharge.bind(null, books),
    act: actOnCharge.bind(null, books),
    payPix: payPix.bind(null, books),
  };
}
