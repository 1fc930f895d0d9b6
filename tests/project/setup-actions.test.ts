import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { handedOut, withoutHandedOut } from '../../src/build/setup-actions.ts';
import { sourceFiles } from '../tools/source.ts';

const library = path.join(
  path.dirname(createRequire(import.meta.url).resolve('xstate/package.json')),
  'dist/xstate.esm.js',
);
const resultOf = (code: string) => /\n {2}return \{\n {4}assign,[^:]*/.exec(code)?.[0] ?? '';

describe("actions that the charts' library hands out from setup", () => {
  it('are left out of the build where charts import them by name', () => {
    const code = readFileSync(library, 'utf8');
    const built = withoutHandedOut(code);
    for (const name of handedOut) {
      expect(resultOf(code)).toContain(`    ${name},`);
      expect(resultOf(built)).not.toContain(`    ${name},`);
    }
    expect(resultOf(built)).toContain('    assign,');
    expect(() => withoutHandedOut(built)).toThrow('no longer hands out log from setup');
  });
  it('are taken from setup by no chart', async () => {
    const files = await sourceFiles(['machines/**/*.ts', 'src/**/*.ts', 'src/**/*.tsx']);
    const taken = new RegExp(String.raw`[sS]etup(?:\([^)]*\))?\s*\.(?:${handedOut.join('|')})\b`);
    expect(files.length).toBeGreaterThan(400);
    expect(files.filter(({ text }) => taken.test(text)).map(({ path: file }) => file)).toEqual([]);
    expect(taken.test('cartSetup.log(')).toBe(true);
  });
});
