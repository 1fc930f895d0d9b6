import type { Cart, CartLine, PricedLine } from '#contract/cart.ts';
import { inCents } from '#contract/money.ts';
import type { CheckoutDraft } from '#contract/order/order.ts';
import type { LineLimits } from '#domain/line-limits.ts';
import { addLine, lineKey, removeLine } from '#domain/cart-line.ts';
import type { Base, Edit, HeldLine } from './held-line.ts';

export type { Base, Edit, HeldLine } from './held-line.ts';

const MOST = 999; // of one line: contract, Quantity
const capped = (line: HeldLine): HeldLine => (line.quantity > MOST ? { ...line, quantity: MOST } : line);

const lineOf = (lines: HeldLine[], key: string) => lines.find((line) => lineKey(line) === key);

function applied(lines: HeldLine[], edit: Edit): HeldLine[] {
  if (edit.kind === 'added') return addLine(lines, edit.line).map(capped);
  if (edit.kind === 'drafted') return lines;
  const key = edit.kind === 'removed' ? edit.key : lineKey(edit.line);
  const present = lineOf(lines, key);
  // Not what the edit was made on: it is in there already, with what was done after it.
  if (present && present.quantity !== (edit.before ?? present.quantity)) return lines;
  if (edit.kind === 'removed') return removeLine(lines, key);
  // Removed elsewhere, wanted here: it comes back.
  const { quantity, ifMissing = present?.ifMissing } = capped(edit.line);
  return present
    ? lines.map((line) =>
        lineKey(line) === key ? { ...line, quantity, ...(ifMissing ? { ifMissing } : {}) } : line,
      )
    : [...lines, capped(edit.line)];
}

/** The cart a person sees: what the server has, and on it everything done since. */
export function rebased(
  base: Base,
  edits: Edit[],
): { base: Base; edits: Edit[]; lines: HeldLine[]; draft: CheckoutDraft } {
  const draft = edits.reduce<CheckoutDraft>(
    (known, edit) => (edit.kind === 'drafted' ? { ...known, ...edit.patch } : known),
    base.draft,
  );
  return { base, edits, lines: edits.reduce(applied, base.lines), draft };
}

/**
 * The same edits, one for one, as quantities that may be set twice: for those that may be written already,
 * because an answer never came or another tab read them.
 */
export function absolute(base: Base, edits: Edit[]): Edit[] {
  let { lines } = base;
  return edits.map((edit): Edit => {
    if (edit.kind === 'drafted') return edit;
    const key = edit.kind === 'removed' ? edit.key : lineKey(edit.line);
    const before = lineOf(lines, key)?.quantity ?? 0;
    lines = applied(lines, edit);
    const line = lineOf(lines, key);
    return line ? { kind: 'set', line, before } : { kind: 'removed', key, before };
  });
}

/** What the lines hold beyond those the server had: what is left to buy once those were ordered. */
export function additions(base: Base, lines: HeldLine[]): Edit[] {
  const had = new Map(base.lines.map((line) => [lineKey(line), line.quantity]));
  return lines.flatMap((line): Edit[] => {
    const more = line.quantity - (had.get(lineKey(line)) ?? 0);
    return more > 0 ? [{ kind: 'added', line: { ...line, quantity: more } }] : [];
  });
}

/** A line of the server's answer. */
export function heldLine(line: PricedLine): HeldLine {
  const {
    unitPrice,
    listPrice,
    available,
    discount: _discount,
    percent: _percent,
    total: _total,
    ...rest
  } = line;
  return {
    ...rest,
    price: inCents(unitPrice),
    stock: available,
    ...(listPrice === undefined ? {} : { listPrice: inCents(listPrice) }),
  };
}
/** What is sent of a line; everything else the server knows better. */
export const sentLine = ({
  id,
  quantity,
  campaignId,
  packageId,
  selection,
  ifMissing,
}: HeldLine): CartLine => ({
  id,
  quantity,
  campaignId,
  ...(packageId === undefined ? {} : { packageId }),
  ...(selection === undefined ? {} : { selection }),
  ...(ifMissing === undefined ? {} : { ifMissing }),
});
export const limitsOf = ({ stock, max, units }: HeldLine): LineLimits => ({ stock, max, units });
/** The server's answer, as what is done here is done on. */
export const baseOf = ({
  version,
  products,
  location,
  shippingMethod,
  recipient,
  extra,
  paymentMethod,
  coupon,
  wallets,
}: Cart): Base => ({
  version,
  lines: products.map(heldLine),
  draft: JSON.parse(
    JSON.stringify({ location, shippingMethod, recipient, extra, paymentMethod, coupon, wallets }),
  ) as CheckoutDraft, // drops what is undefined
});
