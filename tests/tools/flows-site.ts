/**
 * `npm run flows:build [-- folder] [--since <revision>] [--pictures] [--before <folder>]`: the flow book as files, for
 * any plain file server. With `--since` it says what changed in the charts since that revision, with `--pictures` its
 * map shows each screen, as it was met in a store of its own, and its paths show the replays in a browser. With
 * `--before` the replays stand beside those of another book, built with its pictures, where they look different.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { BASE, addressOf } from '#flows/address.ts';
import { bookPages } from '#machines/book/book.machine.ts';
import { FORMER } from '#flows/former.ts';
import { PLAYED_BEFORE } from '#flows/paths/compared.ts';
import { PICTURES } from '#flows/pictures.ts';
import { WANTED, picturesIn } from '#tests/support/browser/screen-pictures.ts';
import { WANTED as BOARDS, boardsOf, keepFormerBoards, listBoards } from '#tests/support/replay/board.ts';
import { allCharts } from './charts.ts';
import { chartsAt } from './former-charts.ts';
import { root } from './source.ts';

/** No server of files tells addresses apart: each chart's has a page of its own, which is the same one. */
const page = 'index.html';

/** @param since a revision of git @throws Error for one that has no charts */
export async function buildSite(folder: string, since?: string): Promise<void> {
  const book = path.join(folder, BASE);
  await build({
    configFile: path.join(root, 'vite.flows.config.ts'),
    logLevel: 'warn',
    build: { outDir: book, emptyOutDir: true },
  });
  const charts = (await allCharts()).map(({ machine }) => addressOf({ chart: machine.id, state: '' }));
  const pages = bookPages.map((one) => addressOf({ chart: null, page: one }));
  for (const address of [...charts, ...pages]) {
    const own = path.join(folder, decodeURIComponent(address));
    mkdirSync(own, { recursive: true });
    cpSync(path.join(book, page), path.join(own, page));
  }
  writeFileSync(path.join(book, PICTURES), '{}');
  writeFileSync(path.join(book, PLAYED_BEFORE), 'null');
  listBoards(book);
  const former = since === undefined ? null : { since, charts: chartsAt(since) };
  writeFileSync(path.join(book, FORMER), JSON.stringify(former));
  writeFileSync(
    path.join(folder, page),
    `<!doctype html><title>Livro de fluxos</title><meta http-equiv="refresh" content="0; url=.${BASE}">`,
  );
}

/** Runs journeys for what they leave in a folder. @returns whether all went well */
function journeys(wanted: Record<string, string>, ...files: string[]): boolean {
  const run = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'vite.config.ts',
    '--project',
    'journeys',
  ];
  const env = { ...process.env, ...wanted };
  return spawnSync(process.execPath, [...run, ...files], { cwd: root, stdio: 'inherit', env }).status === 0;
}

/** Walks through every screen of the store, as the journeys do. @returns how many screens have a picture */
function takePictures(book: string): number {
  const folder = path.join(book, 'pictures');
  const walk = ['-t', 'on a phone', 'tests/journeys/pages/every-screen.test.ts'];
  if (!journeys({ [WANTED]: folder }, ...walk) || !existsSync(folder))
    throw new Error('The walk through the screens did not come to its end.');
  const files = picturesIn(folder);
  writeFileSync(path.join(book, PICTURES), JSON.stringify(files));
  return Object.keys(files).length;
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      since: { type: 'string' },
      pictures: { type: 'boolean', default: false },
      before: { type: 'string' },
    },
  });
  const folder = path.resolve(positionals[0] ?? path.join(root, 'dist-flows'));
  try {
    await buildSite(folder, values.since);
    if (values.pictures) {
      const book = path.join(folder, BASE);
      console.log(`${takePictures(book)} screens have a picture.`);
      // What does not agree is shown too.
      journeys({ [BOARDS]: boardsOf(book) }, 'tests/journeys/replays');
      listBoards(book);
    }
    if (values.before !== undefined)
      keepFormerBoards(path.join(folder, BASE), path.join(path.resolve(values.before), BASE));
    console.log(`The book is in ${folder}: serve that folder as it is.`);
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault);
    process.exitCode = 1;
  }
}
