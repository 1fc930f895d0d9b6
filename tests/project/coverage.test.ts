import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '../tools/coverage/calls.ts';
import { paths, seenByNone, unseen } from '../tools/coverage/paths.ts';
import { brokenClaims, chapters, coverageFile, coverageText } from '../tools/coverage.ts';
import { root, sourceFiles } from '../tools/source.ts';
import { testNamesIn } from '../tools/test-names.ts';

const rows = chapters.flatMap((chapter) => chapter.rows);
const tests = await sourceFiles(['tests/**/*.test.{ts,tsx}']);
const names = new Set(tests.flatMap(testNamesIn));

describe('docs/coverage.md', () => {
  it('has a row for each of the 66 paths and 59 calls', () => {
    expect(paths).toHaveLength(66);
    expect(new Set(paths.map(({ what }) => what.slice(what.indexOf(' /')))).size).toBe(66);
    expect(calls).toHaveLength(59);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('names only files and tests that exist', () => {
    expect(names.size).toBeGreaterThan(10);
    expect(brokenClaims(rows, names, (file) => existsSync(path.join(root, file)))).toEqual([]);
  });

  it('names a test of its own content for every screen but those that wait for one', () => {
    expect(unseen()).toEqual(seenByNone);
  });

  it('is up to date', () => {
    expect(readFileSync(coverageFile, 'utf8'), 'run "npm run coverage"').toBe(coverageText());
  });

  it('would report a test or a file that is gone', () => {
    const row = { id: 'rule.x', spec: '§4', what: 'x', where: 'machines/none.ts#a', test: 'does x' } as const;
    expect(brokenClaims([row], new Set(), () => false)).toEqual([
      'rule.x: no file machines/none.ts#a',
      'rule.x: no test "does x"',
    ]);
    expect(brokenClaims([row], new Set(['does x']), () => true)).toEqual([]);
  });

  it('finds the names of tests however they are made', () => {
    const text =
      'it("a", f); test.each([1])("b %s", f); it(`c ${x}`, f); it.skip("d", f); describe("e", f); it.for([1])("g", f);';
    expect(testNamesIn({ path: 'tests/x.test.ts', text })).toEqual(['a', 'b %s', 'c %s', 'g']);
  });
});
