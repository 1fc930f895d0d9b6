import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<true>();

/** Runs `work` marked as being inside a transaction. */
export const withinTransaction = <T>(work: () => Promise<T>): Promise<T> => inside.run(true, work);

/**
 * Stops a call that would wait for the transaction it is part of.
 * @throws Error naming the mistake, on both engines, so that the test on either one finds it
 */
export function refuseInside(what: string): void {
  if (inside.getStore())
    throw new Error(`${what} inside a transaction: pass the transaction on, or do it after`);
}
