/**
 * The whole bar in one command: `npm test`. With `--quick` (`npm run check`): types, lint and the unit
 * project without the walks.
 * Other arguments filter test files, as in Vitest. Ends with one line, `N passed, N failed`; static checks
 * count as one each. A test that was
 * skipped, a project without tests and an error outside any test count as failures.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { TestModule } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { ensureBuilt } from '#server/commands/build.ts';
import { count, type Tally } from './tally.ts';

const root = path.resolve(import.meta.dirname, '../..');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);
const isQuick = process.argv.includes('--quick');
const asked = process.argv.slice(2).filter((argument) => argument !== '--quick');
/**
 * Walks through whole charts take longer than a person waits; a change of a chart asks for `npm test` or its
 * own file.
 */
const SLOW = new Set(['machines', 'server', 'journeys', 'support', 'bench', 'tools']);
const quickFolders = () =>
  readdirSync(path.join(root, 'tests')).flatMap((name) => (SLOW.has(name) ? [] : [`tests/${name}/`]));
const filters = isQuick && asked.length === 0 ? quickFolders() : asked;
const projects = isQuick ? ['unit'] : ['unit', 'database', 'journeys'];
const begun = performance.now();
const elapsed = () => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;

const checks: { name: string; command: string[] }[] = [
  { name: 'types', command: [bin('tsc'), '--noEmit', '--pretty', 'false'] },
  {
    name: 'types of the service worker',
    command: [bin('tsc'), '--noEmit', '--pretty', 'false', '-p', 'src/tsconfig.sw.json'],
  },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--quiet', '--format=unix'] },
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
  };
  const counter = {
    onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly unknown[]) {
      const counted = count(modules, strayErrors, filters.length > 0 ? [] : projects);
      tally = counted.tally;
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

const tallies = [await staticChecks()];
if (!isQuick) tallies.push(await build());
tallies.push(await tests());
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`\nTook ${elapsed()}.`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
