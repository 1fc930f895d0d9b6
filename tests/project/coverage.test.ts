import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '../tools/coverage/calls.ts';
import { decisions } from '../tools/coverage/decisions.ts';
import { entities } from '../tools/coverage/entities.ts';
import { paths, unseen } from '../tools/coverage/paths.ts';
import { brokenClaims, chapters, coverageFile, coverageText } from '../tools/coverage.ts';
import { root, sourceFiles } from '../tools/source.ts';
import { testNamesIn } from '../tools/test-names.ts';

const rows = chapters.flatMap((chapter) => chapter.rows);
const tests = await sourceFiles(['tests/**/*.test.{ts,tsx}']);
const names = new Set(tests.flatMap((file) => testNamesIn(file).map((name) => `${file.path}: ${name}`)));

describe('docs/coverage.md', () => {
  it('has a row for each of the 66 paths, 59 calls, 22 entities and 95 decisions', () => {
    expect(paths).toHaveLength(66);
    expect(new Set(paths.map(({ what }) => what.slice(what.indexOf(' /')))).size).toBe(66);
    expect(calls).toHaveLength(59);
    expect(entities).toHaveLength(22);
    expect(decisions.map(({ id, spec }) => [id, spec])).toEqual(
      Array.from({ length: 95 }, (_, at) => [`D${at + 1}`, `D${at + 1}`]),
    );
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  });

  it('names only files and tests that exist', () => {
    expect(names.size).toBeGreaterThan(10);
    expect(brokenClaims(rows, names, (file) => existsSync(path.join(root, file)))).toEqual([]);
  });

  it('names a test of its own content for every screen', () => {
    expect(unseen(), 'files that are missing').toEqual([]);
  });

  it('reads from the browser’s program which calls it makes', () => {
    const browser = Object.fromEntries(calls.map((row) => [row.id, row.browser]));
    expect(browser['call.logout']).toEqual(['src/actors/person/session.ts']);
    expect(browser['call.orderList']).toEqual([]);
    // Whoever names an endpoint says where the contract has it.
    expect(
      calls.filter(({ where = [] }) => ![where].flat().some((place) => /contract.*#/.test(place))),
    ).toMatchObject([{ id: 'call.pixGenerator' }]);
  });

  it('is up to date', () => {
    expect(readFileSync(coverageFile, 'utf8'), 'run "npm run coverage"').toBe(coverageText());
  });

  it('would report a test or a file that is gone', () => {
    const row = {
      id: 'rule.x',
      spec: '§4',
      what: 'x',
      where: 'machines/none.ts#a',
      test: 'tests/a.test.ts: does x',
    } as const;
    expect(brokenClaims([row], new Set(), () => false)).toEqual([
      'rule.x: no file machines/none.ts#a',
      'rule.x: no test "tests/a.test.ts: does x"',
    ]);
    expect(brokenClaims([row], new Set(['tests/b.test.ts: does x']), () => true)).toHaveLength(1);
    expect(brokenClaims([row], new Set(['tests/a.test.ts: does x']), () => true)).toEqual([]);
  });

  it('finds the names of tests however they are made', () => {
    const text =
      'it("a", f); test.each([1])("b %s", f); it(`c ${x}`, f); it.skip("d", f); describe("e", f); it.for([1])("g", f);';
    expect(testNamesIn({ path: 'tests/x.test.ts', text })).toEqual(['a', 'b %s', 'c %s', 'g']);
  });
});
