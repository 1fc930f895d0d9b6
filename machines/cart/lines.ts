import type { CartLine, PricedLine } from '#contract/cart.ts';
import { inCents } from '#contract/money.ts';
import type { CheckoutDraft } from '#contract/order.ts';
import type { LineLimits } from '#domain/cart-limits.ts';
import { addLine, lineKey, removeLine } from '#domain/cart-line.ts';
import type { Base, Edit, HeldLine } from './held-line.ts';

export type { Base, Edit, HeldLine } from './held-line.ts';

/** The cart as the server has it before it has one. */
export const emptyBase: Base = { version: 0, lines: [], draft: {} };

const MOST = 999; // of one line: contract, Quantity
const capped = (line: HeldLine): HeldLine => (line.quantity > MOST ? { ...line, quantity: MOST } : line);

function applied(lines: HeldLine[], edit: Edit): HeldLine[] {
  if (edit.kind === 'added') return addLine(lines, edit.line).map(capped);
  if (edit.kind === 'removed') return removeLine(lines, edit.key);
  if (edit.kind === 'drafted') return lines;
  const key = lineKey(edit.line);
  const isThere = lines.some((line) => lineKey(line) === key);
  // Removed elsewhere, wanted here: it comes back.
  return isThere
    ? lines.map((line) => (lineKey(line) === key ? { ...line, quantity: capped(edit.line).quantity } : line))
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
 * The same edits as quantities that may be set twice: for a write whose answer never came, because it may
 * have been taken.
 */
export function absolute(base: Base, edits: Edit[]): Edit[] {
  const { lines } = rebased(base, edits);
  const touched = new Set(
    edits.flatMap((edit) =>
      edit.kind === 'drafted' ? [] : [edit.kind === 'removed' ? edit.key : lineKey(edit.line)],
    ),
  );
  const drafted = edits.filter((edit) => edit.kind === 'drafted');
  return [...touched]
    .map((key): Edit => {
      const line = lines.find((present) => lineKey(present) === key);
      return line ? { kind: 'set', line } : { kind: 'removed', key };
    })
    .concat(drafted);
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
export const sentLine = ({ id, quantity, campaignId, packageId, selection }: HeldLine): CartLine => ({
  id,
  quantity,
  campaignId,
  ...(packageId === undefined ? {} : { packageId }),
  ...(selection === undefined ? {} : { selection }),
});
export const limitsOf = ({ stock, max, units }: HeldLine): LineLimits => ({ stock, max, units });
