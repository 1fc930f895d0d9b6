import type { CartContext, CartInput } from './facts.ts';
import { adopted } from './setup.ts';

/**
 * What is kept here with the word of the server that came with the page, where it is of the same cart and not
 * older, or where nothing is kept. What was done since is done again on it.
 */
export function seeded({ seed, isClient = false }: CartInput, kept: CartContext): CartContext {
  const isBlank = kept.uuid === null && kept.edits.length === 0;
  const isSame = seed?.uuid === kept.uuid && seed.version >= kept.base.version;
  if (!seed || !(isBlank || isSame)) return kept;
  return { ...kept, ...adopted(kept, seed, kept.edits), isClient: isBlank ? isClient : kept.isClient };
}
