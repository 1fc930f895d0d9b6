import { fromPromise } from 'xstate';

type Call = (args: unknown) => Promise<unknown>;
type Ports = Record<string, object>;

/**
 * Ports whose code comes with their first call: the shop window is drawn without what only a buyer needs.
 * @param load gives the real ports @param names all of them, said again because they are not here yet
 */
export function late<P extends Ports>(load: () => Promise<P>, names: readonly (keyof P & string)[]): P {
  const ports = names.map(
    (name) => [name, fromPromise(async (args) => (Reflect.get((await load())[name] ?? {}, 'config') as Call)(args))] as const,
  ); // the function that made the logic
  return Object.fromEntries(ports) as unknown as P; // fromEntries forgets its keys
}
