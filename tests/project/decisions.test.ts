import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = 'docs/decisions';
const decisions = await Promise.all(
  (await readdir(folder)).map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
);

describe('decisions', () => {
  it('have a number of their own, in the name of the file and in its heading', () => {
    expect(decisions.length).toBeGreaterThan(20);
    const numbers = decisions.map(({ name }) => Number(/^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1]));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, at) => at + 1));
    expect(
      decisions.filter(({ text }, at) => !text.startsWith(`# ${numbers[at]}. `)).map(({ name }) => name),
    ).toEqual([]);
  });

  it('are one each, dated, and at most a page', () => {
    const unfit = decisions.filter(
      ({ text }) =>
        !/^Date: \d{4}-\d{2}-\d{2}\. Status: /m.test(text) ||
        (text.match(/^(?:# |\*\*)/gm) ?? []).length > 1 ||
        text.length > 3_000,
    );
    expect(unfit.map(({ name }) => name)).toEqual([]);
  });
});
