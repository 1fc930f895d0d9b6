import type { AppMemory } from './stored.ts';

/** What the app keeps, of all it knows. */
export const memoryOf = ({ context: { returnTo, origin, refusal } }: { context: Omit<AppMemory, 'version'> }): AppMemory => ({
  version: 1,
  returnTo,
  origin,
  refusal,
});
