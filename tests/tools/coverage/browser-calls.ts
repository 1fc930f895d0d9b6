import { parse, sourceFiles } from '../source.ts';

const rooms = ['api', 'actors', 'client', 'components', 'screens', 'shell'].map((room) => `src/${room}/**/*.{ts,tsx}`);

/**
 * The files of the browser's program that call an endpoint, by its place in the contract:
 * `src/contract/people/session.ts#login`. Whoever calls one imports its descriptor.
 */
export async function browserCalls(): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const file of await sourceFiles([...rooms, 'src/*.ts', 'src/*.tsx']))
    for (const { target, names, isTypeOnly } of parse(file).imports)
      if (target.startsWith('src/contract/') && !isTypeOnly)
        for (const name of names)
          found.set(`${target}#${name}`, [...(found.get(`${target}#${name}`) ?? []), file.path]);
  return found;
}
