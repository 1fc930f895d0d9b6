import * as v from 'valibot';

/**
 * What whoever packs an order does when a thing is missing: something alike instead, without it, or ask first.
 * Kept with the line, in the order too; no part of the line's identity.
 */
export const IfMissing = v.picklist(['SIMILAR', 'REMOVE', 'ASK']);
export type IfMissing = v.InferOutput<typeof IfMissing>;
