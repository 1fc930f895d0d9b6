import { NetworkFault } from '#contract/fault.ts';
import { fromPromise } from 'xstate';
import { afterPaint } from './yield-to-main.ts';

type Call = (args: unknown) => Promise<unknown>;
type Ports = Record<string, object>;

/** Loads once, however often it is asked; after a failure the next one who asks tries again. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let coming: Promise<T> | undefined;
  return () => {
    coming ??= load().catch((fault: unknown) => {
      coming = undefined;
      throw fault;
    });
    return coming;
  };
}

/**
 * Ports whose code comes with their first call: the shop window is drawn without what only a buyer needs.
 * @param load gives the real ports @param names all of them, said again because they are not here yet
 * @param isAsked false where a call stays without an answer
 */
export function late<P extends Ports>(
  load: () => Promise<P>,
  names: readonly (keyof P & string)[],
  isAsked = true,
): P {
  let isHere = false;
  const ports = names.map(
    (name) =>
      [
        name,
        fromPromise(async (args) => {
          if (!isAsked) return new Promise(() => undefined);
          if (!isHere) await afterPaint();
          const there = await load().catch((cause: unknown) => {
            throw new NetworkFault(`${name} could not be loaded`, { cause });
          });
          isHere = true;
          return (Reflect.get(there[name] ?? {}, 'config') as Call)(args); // the function that made the logic
        }),
      ] as const,
  );
  return Object.fromEntries(ports) as unknown as P; // fromEntries forgets its keys
}
