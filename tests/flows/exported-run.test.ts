import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkMachine } from '#machines/network.machine.ts';
import type { Run } from '#machines/book/run.ts';
import { testOf } from '#flows/simulation/as-test.ts';
import { endOf } from '#flows/simulation/play.ts';
import { root } from '#tests/tools/source.ts';

const file = 'machines/network.machine.ts';
const run: Run = {
  input: { online: true, "it's": '"x"' },
  steps: [{ do: 'send', event: { type: 'network.lost' } }],
};
const text = testOf({ id: 'network', file, exported: 'networkMachine' }, run, endOf(networkMachine, run));

/** Runs a file of tests by itself. @returns what it said, and whether it was green */
async function ran(files: Record<string, string>): Promise<{ isGreen: boolean; said: string }> {
  mkdirSync(path.join(root, '.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, '.cache/exported-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  writeFileSync(
    path.join(folder, 'vitest.config.js'),
    "export default { test: { include: ['*.test.ts'] } };\n",
  );
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder]);
    return { isGreen: true, said: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // of a program that ended so
    return { isGreen: false, said: stdout + stderr };
  }
}

describe('a run as a test', () => {
  it('is green on the chart that it was made on', async () => {
    const { isGreen, said } = await ran({ 'run.test.ts': text });
    expect(said).toContain('1 passed');
    expect(isGreen).toBe(true);
  });

  it('is red once the chart ends elsewhere', async () => {
    const chart = readFileSync(path.join(root, file), 'utf8');
    const lost = "'network.lost': { target: 'offline'";
    expect(chart).toContain(lost);
    const { isGreen, said } = await ran({
      'run.test.ts': text.replace(`#${file}`, './changed.machine.ts'),
      'changed.machine.ts': chart
        .replace(lost, "'network.lost': { target: 'online'")
        .replaceAll("'./", "'#machines/"),
    });
    expect(isGreen).toBe(false);
    expect(said).toMatch(/takes network to offline[^]*online/);
  });
});
