/**
 * Whether what failed is nothing that a person asked for: whoever has no code on its way begins anew, and whoever does
 * not know the time may ask for a code and hears from the store whether it is too early.
 */
export const isUnheard = ({ type }: { type: string }): boolean =>
  /^xstate\.error\.actor\.(?:clock|recall\w+)$/.test(type);
