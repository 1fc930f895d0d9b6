import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void; // a context made after the flag has it
// The real one, also where a test holds the time.
const { setImmediate } = globalThis;

/** Collects what nobody holds; what was looked at in this turn of the loop is held until its end. */
export async function collectGarbage(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  gc();
}
