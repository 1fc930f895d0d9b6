import type { Run } from '#machines/book/run.ts';

/** Where a chart is made: its file, and the name that the file gives it. */
export interface Made {
  id: string;
  file: string;
  exported: string;
}

/** A string as the source of this shop has it. */
const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`;

/** A test that takes a run on the chart and expects it where it ended. */
export const testOf = ({ id, file, exported }: Made, run: Run, end: readonly string[]): string =>
  `import { expect, it } from 'vitest';
import { endOf } from '#flows/simulation/play.ts';
import { ${exported} } from ${quoted(`#${file}`)};

const run = ${JSON.stringify({ input: run.input, steps: run.steps }, null, 2)} as const;

it(${quoted(`takes ${id} to ${end.join(', ')}`)}, () => {
  expect(endOf(${exported}, { input: undefined, ...run })).toEqual([${end.map(quoted).join(', ')}]);
});
`;
