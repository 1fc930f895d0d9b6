import * as v from 'valibot';
import { type Base, Base as BaseSchema, Edit, HeldLine, absolute, emptyBase } from './cart-lines.ts';
import { readAs } from './flow-problem.ts';

/** A cart as it outlives the page. A snapshot that is unfit is dropped; the lines are stored apart as plain data and stay. Source: REL-14. */
export const StoredCart = v.object({
  version: v.literal(1),
  uuid: v.nullable(v.string()),
  base: BaseSchema,
  edits: v.array(Edit),
  saved: v.nullable(v.array(HeldLine)),
  leadId: v.nullable(v.string()),
  isClient: v.boolean(),
});
export type StoredCart = v.InferOutput<typeof StoredCart>;

interface Storable extends Omit<StoredCart, 'version'> {
  lines: HeldLine[];
  /** edits that are on their way */
  sent: number;
}

/** What to store. Edits on their way are stored as wishes that may be applied twice, since their answer may never be seen. */
export function storeCart({ uuid, base, edits, sent, saved, leadId, isClient }: Storable): StoredCart {
  return { version: 1, uuid, base, edits: [...absolute(base, edits.slice(0, sent)), ...edits.slice(sent)], saved, leadId, isClient };
}
/** The lines as plain data, to be stored under a key of their own. */
export const plainLines = ({ lines }: Pick<Storable, 'lines'>): HeldLine[] => lines;

/** Lines from plain data; each readable one is kept, whatever the others are. */
function readLines(stored: unknown): HeldLine[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((line: unknown): HeldLine[] => {
    const held = readAs(HeldLine, line);
    return held ? [held] : [];
  });
}

/** A stored cart, or what can be saved of it. */
export function readCart(
  stored: unknown,
  lines: unknown,
): { uuid: string | null; base: Base; edits: Edit[]; saved: HeldLine[] | null; leadId: string | null; isClient: boolean } {
  const cart = readAs(StoredCart, stored);
  if (cart) return cart;
  return {
    uuid: null,
    base: emptyBase,
    edits: readLines(lines).map((line): Edit => ({ kind: 'added', line })),
    saved: null,
    leadId: null,
    isClient: false,
  };
}
