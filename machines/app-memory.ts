import * as v from 'valibot';
import { placeOf } from './place.ts';
import { type ReasonCode, reasons } from './refusal.ts';
import { type Place, isScreen } from './screens.ts';

/** A place of this version's table with all its parameters; anything else is not a place any more. */
const StoredPlace = v.pipe(
  v.object({ screen: v.string(), params: v.record(v.string(), v.string()), search: v.record(v.string(), v.unknown()) }),
  v.rawTransform(({ dataset, addIssue, NEVER }): Place => {
    const { screen, params, search } = dataset.value;
    try {
      if (isScreen(screen)) return placeOf(screen, params, search);
    } catch {
      // A parameter is missing: said below, as for a screen that is gone.
    }
    addIssue({ message: `${screen} is no place` });
    return NEVER;
  }),
);
const StoredRefusal = v.object({
  reason: v.picklist(Object.keys(reasons) as [ReasonCode, ...ReasonCode[]]),
  asked: v.nullable(StoredPlace),
}); // the keys of a literal object

/**
 * What the app keeps over a reload: where to go after signing in or choosing an address, and a refusal not yet seen.
 * The place itself is the address of the page, the draft lies with the cart, tokens are never stored.
 */
export const AppMemory = v.object({
  version: v.literal(1),
  returnTo: v.nullable(StoredPlace),
  origin: v.nullable(StoredPlace),
  refusal: v.nullable(StoredRefusal),
});
export type AppMemory = v.InferOutput<typeof AppMemory>;

/** The stored memory, or null when it is of another version or broken. */
export function readMemory(stored: unknown): AppMemory | null {
  const read = v.safeParse(AppMemory, stored);
  return read.success ? read.output : null;
}
export const memoryOf = ({ context: { returnTo, origin, refusal } }: { context: Omit<AppMemory, 'version'> }): AppMemory => ({
  version: 1,
  returnTo,
  origin,
  refusal,
});
