import { absolute } from './lines.ts';
import type { HeldLine } from './held-line.ts';
import type { StoredCart } from '#machines/stored.ts';

interface Storable extends Omit<StoredCart, 'version'> {
  lines: HeldLine[];
  /** edits that are on their way */
  sent: number;
}

/**
 * What to store. Edits on their way are stored as quantities that may be set twice, since their answer may
 * never be seen.
 */
export function storeCart({
  uuid,
  base,
  edits,
  sent,
  saved,
  changes,
  merged,
  leadId,
  isClient,
}: Storable): StoredCart {
  return {
    version: 1,
    uuid,
    base,
    edits: [...absolute(base, edits.slice(0, sent)), ...edits.slice(sent)],
    saved,
    changes,
    merged,
    leadId,
    isClient,
  };
}
/** The lines as plain data, to be stored under a key of their own. */
export const plainLines = ({ lines }: Pick<Storable, 'lines'>): HeldLine[] => lines;
