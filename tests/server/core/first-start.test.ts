import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { compiled, quickly } from '#tests/support/store/processes.ts';

const scratch = mkdtempSync(join(tmpdir(), 'vitrine-first-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const script = resolve(import.meta.dirname, '../../support/store/upgrade-fixture.ts');
/** Directories, each of them killed in so many times, later each time; two are worked on at once. */
const [CHAINS, LINKS, LANES] = [4, 5, 2];

/**
 * A start in a process of its own.
 * @param at before how many things are done to its files it kills itself; 0 for never
 */
function start(
  DATA_DIR: string,
  at: number,
): Promise<{ ended: NodeJS.Signals | number | null; steps: number; said: string }> {
  const child = fork(script, [DATA_DIR, String(at), 'writes'], {
    env: { ...process.env, ...compiled },
    execArgv: quickly,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let [steps, said] = [0, ''];
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (said += text));
  child.once('message', (told) => (steps = (told as { steps: number }).steps)); // what upgraded.ts says
  return new Promise((done) =>
    child.once('exit', (code, signal) => done({ ended: signal ?? code, steps, said })),
  );
}
const dirOf = (name: string) => {
  const DATA_DIR = join(scratch, name);
  mkdirSync(DATA_DIR, { mode: 0o700 });
  return DATA_DIR;
};

describe('a first start', () => {
  it(`OPS-03 is killed ${CHAINS * LINKS} times while it makes the database, and each next start gets further on what was left, to a whole one`, async () => {
    const begun = performance.now();
    const { ended, steps } = await start(dirOf('whole'), 0);
    expect([ended, steps > 2_000]).toEqual([0, true]);
    const waiting = Array.from({ length: CHAINS }, (_, chain) => chain).values();
    const outcomes: unknown[] = [];
    const left = new Set<string>();
    const lane = async () => {
      for (const chain of waiting) {
        const DATA_DIR = dirOf(`killed-${chain}`);
        // The lock and its neighbours first, the last when the database has its name already; closer together
        // where the engine lays out its files, which is also cheaper.
        const places = Array.from({ length: LINKS }, (_, link) =>
          link === 0
            ? chain + 1
            : Math.round(((link * CHAINS + chain) / (LINKS * CHAINS - 1)) ** 2 * (steps - 2)),
        );
        for (const at of places) {
          const killed = await start(DATA_DIR, at);
          left.add(
            readdirSync(DATA_DIR)
              .filter((name) => !name.startsWith('database.lock'))
              .sort()
              .join('+'),
          );
          if (killed.ended !== 'SIGKILL') outcomes.push([chain, at, killed]);
        }
        const last = await start(DATA_DIR, 0);
        outcomes.push([
          chain,
          last.ended,
          last.said,
          readdirSync(DATA_DIR).filter((name) => !/^database\.lock\.\d+$/.test(name)),
        ]);
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    expect(outcomes.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual(
      Array.from({ length: CHAINS }, (_, chain) => [chain, 0, '', ['database']]),
    );
    // Nothing, half of a database, and a whole one.
    expect([...left].sort()).toEqual(['', 'database', 'database.making']);
    console.log(
      `OPS-03 ${CHAINS * LINKS} kills among ${steps} steps of a first start, ${CHAINS} directories whole after them, in ${Math.round(performance.now() - begun)} ms`,
    );
  });
});
