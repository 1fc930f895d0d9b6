/** The tints a product picture may lie on. Data of the product, not of the brand. */
export const tints = ['leaf', 'sun', 'clay', 'rose', 'sky', 'sand'] as const;
export type Tint = (typeof tints)[number];

/**
 * The tint called `name`, or a stable one made from the text, so that a product without one always looks the
 * same.
 */
export function tintOf(name: unknown): Tint {
  const text = typeof name === 'string' ? name : '';
  const known = tints.find((tint) => tint === text);
  if (known) return known;
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return tints[sum % tints.length] ?? 'sand';
}
