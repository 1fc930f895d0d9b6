/**
 * What the charts promise, alone: their walks, and their replays in a browser. `npm run test:flows`, or of some charts
 * `npm run test:flows -- login checkout`. Ends like `npm test`. The flow book of `npm start` shows
 * the replays then, step by step, until the next build.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { WANTED, boardsOf, listBoards } from '#tests/support/replay/board.ts';

const root = path.resolve(import.meta.dirname, '../..');
const files = globSync('tests/{machines,journeys/replays}/**/*.test.ts', { cwd: root }).sort();
/** A chart's own test, and what stands in the folder of its name. */
const namesOf = (file: string) => [path.basename(file, '.test.ts'), path.basename(path.dirname(file))];
const names = new Set(files.map((file) => path.basename(file, '.test.ts')));

const book = path.join(root, 'dist/flows');
const charts = process.argv.slice(2);
const unknown = charts.filter((chart) => !files.some((file) => namesOf(file).includes(chart)));
if (unknown.length > 0) {
  console.error(`No test of ${unknown.join(', ')}. There are: ${[...names].join(', ')}`);
  process.exit(1);
}
const chosen = files.filter(
  (file) => charts.length === 0 || charts.some((chart) => namesOf(file).includes(chart)),
);
const { status } = spawnSync(process.execPath, [path.join(root, 'tests/tools/run.ts'), ...chosen], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, [WANTED]: boardsOf(book) },
});
if (existsSync(book)) listBoards(book);
process.exit(status ?? 1);
