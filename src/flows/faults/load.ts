import type { FaultMatrix } from './fault-matrix.ts';

/** Written by `npm run charts` from the charts and the models of their tests. */
const written = import.meta.glob<FaultMatrix>('./generated/fault-matrix.json', { import: 'default' });

/** @throws what the import throws, where the file does not come; a build without it has no rows */
export async function faultMatrix(): Promise<FaultMatrix> {
  const [load] = Object.values(written);
  return (await load?.()) ?? {};
}
