/**
 * The whole bar in one command: `npm test`. With `--quick` (`npm run check`): types, lint, format and the
 * unit project without the long walks, which it names at its end; rules that need types are asked of the files
 * that changed since they were last kept.
 * Other arguments filter test files, as in Vitest: those alone, of every project, without the static part.
 * Ends with one line, `N passed, N failed`; static checks count as one each. A test that was skipped, a
 * project without tests and an error outside any test count as failures.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import type { TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { changedSince, stampAt } from './lately.ts';
import { ensureBuilt } from '#server/commands/build.ts';
import { spent } from './spent.ts';
import { count, type Tally } from './tally.ts';

const root = path.resolve(import.meta.dirname, '../..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const isQuick = process.argv.includes('--quick');
const asked = process.argv.slice(2).filter((argument) => argument !== '--quick');
const isWhole = asked.length === 0;
/**
 * Longer than a person waits, seconds of one core each: a change of what they look at asks for `npm test` or
 * for the file itself.
 */
const LONG = new Set(
  'address/address app/app app/composed app/reload cart/cart catalog/campaigns catalog/product checkout/checkout faults login/login notices orders/card orders/orders signup/signup wallets'
    .split(' ')
    .map((name) => `tests/machines/${name}.test.ts`)
    .concat('tests/components/breakable.test.tsx', 'tests/flows/drawing.test.ts'),
);
const unitTests = () =>
  globSync('tests/**/*.test.{ts,tsx}', { cwd: root }).filter(
    (file) => !/^tests\/(?:server|journeys)\//.test(file),
  );
const filters = isQuick && isWhole ? unitTests().filter((file) => !LONG.has(file)) : asked;
const projects = isQuick && isWhole ? ['unit'] : ['unit', 'database', 'heavy', 'journeys', 'alone'];
const begun = performance.now();
const elapsed = () => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;

/** What the compiler knows of the last run: only files that changed, and what they reach, are looked at again. */
const known = path.join(root, '.cache/types.tsbuildinfo');
/** As old as the last lint with types that found nothing. Of all sources it takes longer than all else here. */
const linted = path.join(root, '.cache/linted');
const begunAt = new Date();
const lint = (...asked: string[]) => [bin('oxlint'), '--quiet', '--format=unix', ...asked];
const lately = isQuick && isWhole ? changedSince(root, linted) : [];
const checks: { name: string; command: string[] }[] = [
  {
    name: 'types',
    command: [
      bin('tsc'),
      '--noEmit',
      '--pretty',
      'false',
      ...(isQuick ? ['--incremental', '--tsBuildInfoFile', known] : []),
    ],
  },
  {
    name: 'types of the service worker',
    command: [bin('tsc'), '--noEmit', '--pretty', 'false', '-p', 'src/tsconfig.sw.json'],
  },
  { name: 'lint', command: isQuick ? lint() : lint('--type-aware') },
  ...(lately.length > 0 ? [{ name: 'lint with types', command: lint('--type-aware', ...lately) }] : []),
  {
    name: 'format (npm run format mends it)',
    command: [bin('biome'), 'format', '--colors=off', '--max-diagnostics=50', '.'],
  },
];

function run([program = '', ...rest]: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, rest, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (output += part));
    child.on('error', (fault) => resolve({ code: 1, output: fault.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function staticChecks(): Promise<Tally> {
  const tally: Tally = { passed: 0, failed: 0 };
  const check = async ({ name, command }: (typeof checks)[number]) => {
    const { code, output } = await run(command);
    if (code === 0) tally.passed++;
    else tally.failed++;
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${elapsed()})`);
    if (code !== 0) console.log(output.trimEnd());
  };
  await Promise.all(checks.map(check));
  if (tally.failed === 0) stampAt(linted, begunAt);
  return tally;
}

async function build(): Promise<Tally> {
  try {
    await ensureBuilt();
    console.log(`✓ build (${elapsed()})`);
    return { passed: 1, failed: 0 };
  } catch (fault) {
    console.log(`✗ build (${elapsed()})`);
    console.log(fault instanceof Error ? fault.message : fault);
    return { passed: 0, failed: 1 };
  }
}

async function tests(): Promise<Tally> {
  let tally: Tally = { passed: 0, failed: 1 };
  const options = {
    root,
    config: path.join(root, 'vite.config.ts'),
    watch: false,
    run: true,
    project: projects,
    passWithNoTests: true,
    maxWorkers: '100%',
    // Modules are kept as transformed.
    ...(isQuick ? { fsModuleCache: true } : {}),
  };
  const counter = {
    onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly unknown[]) {
      const counted = count(modules, strayErrors, filters.length > 0 ? [] : projects);
      tally = counted.tally;
      console.log(`\nWhat it spent:\n${spent(modules).join('\n')}`);
      if (counted.complaints.length > 0)
        console.log(`\nNot run:\n${counted.complaints.map((line) => `  ${line}`).join('\n')}`);
    },
  };
  try {
    const vitest = await startVitest('test', filters, { ...options, reporters: ['default', counter] });
    await vitest?.close();
  } catch (fault) {
    console.error(fault);
    tally = { passed: 0, failed: Math.max(1, tally.failed) };
  }
  return tally;
}

const tallies: Tally[] = [];
if (isWhole) tallies.push(await staticChecks());
if (isWhole && !isQuick) tallies.push(await build());
tallies.push(await tests());
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
if (isQuick && isWhole)
  console.log(`
Left out, and run by npm test: the server on both databases (tests/server), the journeys in a browser
(tests/journeys), the build, the lint with types of what did not change, and the long walks:
${[...LONG].map((file) => `  ${file}`).join('\n')}`);
console.log(`\nTook ${elapsed()}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
