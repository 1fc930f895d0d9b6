import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requirements } from '../tools/coverage/requirements.ts';
import { requirementsFile, requirementsText, testsById } from '../tools/requirements.ts';
import { sourceFiles } from '../tools/source.ts';

const files = await sourceFiles(['tests/**/*.test.{ts,tsx}']);
const tests = testsById(files);

describe('docs/requirements.md', () => {
  it('has a row for each of the 73 requirements', () => {
    const numbers = (kind: string, most: number) =>
      Array.from({ length: most }, (_, at) => `${kind}-${String(at + 1).padStart(2, '0')}`);
    expect(requirements.map(({ id }) => id)).toEqual([
      ...numbers('SEC', 36),
      ...numbers('REL', 22),
      ...numbers('OPS', 10),
      ...numbers('PRV', 5),
    ]);
  });

  it('knows every ID that a test carries', () => {
    const known = new Set<string>(requirements.map(({ id }) => id));
    expect(tests.size).toBeGreaterThan(30);
    expect([...tests.keys()].filter((id) => !known.has(id))).toEqual([]);
  });

  it('claims a figure only where a test carries the ID', () => {
    expect(
      requirements.filter(({ id, reached }) => reached !== undefined && !tests.has(id)).map(({ id }) => id),
    ).toEqual([]);
  });

  it('is up to date', () => {
    expect(readFileSync(requirementsFile, 'utf8'), 'run "npm run coverage"').toBe(requirementsText(files));
  });

  it('finds IDs in the names of tests and of their groups, and in none that is skipped', () => {
    const text =
      'describe("a (OPS-06)", () => { it("REL-01 and SEC-34 b", f); it.skip("REL-02 c", f); it.each([1])("REL-03 %s", f); });';
    expect([...testsById([{ path: 'tests/x.test.ts', text }]).keys()]).toEqual([
      'OPS-06',
      'REL-01',
      'SEC-34',
      'REL-03',
    ]);
  });
});
