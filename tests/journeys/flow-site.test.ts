import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartFacts } from '#flows/facts.ts';
import { PICTURES } from '#flows/pictures.ts';
import { PHONE, launchBrowser } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { picturesIn } from '#tests/support/browser/screen-pictures.ts';
import { heading, seen } from '#tests/support/people.ts';
import { Board, boardsOf, keepFormerBoards, listBoards } from '#tests/support/replay/board.ts';
import { buildSite } from '../tools/flows-site.ts';
import { root } from '../tools/source.ts';

const kinds: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.jpg': 'image/jpeg',
};
/** A plain server of files: a folder is its index, and nothing else is known. */
function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files');
    const asked = path.join(folder, path.normalize(pathname));
    const isFolder = existsSync(asked) && statSync(asked).isDirectory();
    if (isFolder && !pathname.endsWith('/'))
      return response.writeHead(301, { Location: `${pathname}/` }).end();
    const file = isFolder ? path.join(asked, 'index.html') : asked;
    if (!existsSync(file)) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'Content-Type': kinds[path.extname(file)] ?? '' })
      .end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}
const known = (): ChartFacts[] =>
  JSON.parse(readFileSync(path.join(root, 'docs/charts/charts.json'), 'utf8')) as ChartFacts[]; // of this project

describe('the flow book as files', () => {
  let folder: string;
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-book-'));
    await buildSite(folder);
    server = await serve(folder);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = async (address: string) => {
    const { port } = server.address() as AddressInfo;
    const page = await browser.newPage({ baseURL: `http://127.0.0.1:${port}` });
    const lost: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && lost.push(answer.url()));
    page.on('pageerror', ({ message }) => lost.push(message));
    await page.goto(address);
    return { page, lost };
  };

  it('opens at its front and at every state, without anything that a server would have to know', async () => {
    const { page, lost } = await open('/');
    await seen(heading(page, 'Mapa das telas'));
    await page.getByRole('button', { name: 'O que acontece se o Pix vencer?' }).click();
    await seen(page.getByRole('region', { name: 'Estado expired', exact: true }));
    // What the walk through the screens puts beside the book.
    mkdirSync(path.join(folder, 'flows/pictures'));
    writeFileSync(path.join(folder, 'flows/pictures/app.cart.jpg'), await page.screenshot({ type: 'jpeg' }));
    writeFileSync(
      path.join(folder, 'flows', PICTURES),
      JSON.stringify(picturesIn(path.join(folder, 'flows/pictures'))),
    );
    await page.goto('/');
    const picture = page.getByRole('button', { name: /^Carrinho/ }).locator('img');
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(await page.locator('main img').count()).toBe(1);
    // Who may stand where, as the gates of the charts have it.
    await page.getByText('Visitante', { exact: true }).click();
    await seen(page.getByRole('button', { name: /^Carteira \/wallets .* Não entra\. Entre para continuar/ }));
    expect(await page.getByRole('button', { name: /^Carrinho .* Não entra/ }).count()).toBe(0);
    // A text of a screen has its picture beside it.
    await page.goto('/flows/copy-desk/');
    await page.getByLabel('Tela', { exact: true }).selectOption('app.cart');
    const beside = page.getByRole('list', { name: 'Textos' }).locator('img').first();
    await beside.scrollIntoViewIfNeeded();
    await expect.poll(() => beside.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    // Without its development server notes are for reading.
    await page.goto('/flows/all-notes/');
    await seen(page.getByText('Aqui as anotações são só lidas.', { exact: false }));
    await page.goto('/flows/checkout#payment');
    await seen(heading(page, 'checkout'));
    await page
      .getByText(/^Anotações \(/)
      .first()
      .click();
    await seen(page.getByText('Aqui as anotações são só lidas.', { exact: false }));
    expect(await page.getByLabel('Anotação', { exact: true }).count()).toBe(0);
    await seen(page.getByRole('region', { name: 'Estado payment', exact: true }));
    await page.reload();
    await seen(page.getByRole('region', { name: 'Estado payment', exact: true }));
    expect(lost).toEqual([]);
    await page.close();
  });

  it('says what changed since the revision of the build, and since any file of charts', async () => {
    const charts = known();
    const before = charts
      .filter(({ id }) => id !== 'pix')
      .map((chart) =>
        chart.id === 'wallets'
          ? { ...chart, states: chart.states.map((one) => ({ ...one, tags: ['worn', ...(one.tags ?? [])] })) }
          : chart,
      );
    writeFileSync(
      path.join(folder, 'flows/before.json'),
      JSON.stringify({ since: 'ontem', charts: [...before, { ...charts[0], id: 'gone' }] }),
    );
    const { page, lost } = await open('/flows/what-changed/');
    await seen(page.getByText('Desde ontem mudaram 3 gráficos.'));
    await seen(page.getByRole('region', { name: 'pix' }).getByText('gráfico novo, com', { exact: false }));
    await seen(page.getByRole('region', { name: 'gone' }).getByText('este gráfico não existe mais.'));
    const wallets = page.getByRole('region', { name: 'wallets' }).getByRole('listitem');
    await seen(wallets.filter({ hasText: 'Fora: ' }).filter({ hasText: 'perdeu a marca worn' }));
    const file = page.getByLabel('Abrir gráficos de antes');
    const given = (name: string, text: string) =>
      file.setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await given('lista.json', '[{"id":1}]');
    await seen(page.getByText('“lista.json” não tem gráficos', { exact: false }));
    await given('charts.json', JSON.stringify(charts));
    await seen(page.getByText('Nada mudou desde charts.json.'));
    await given('charts.json', JSON.stringify(before));
    await page.getByRole('region', { name: 'pix' }).getByRole('button', { name: 'pix' }).click();
    await seen(heading(page, 'pix'));
    expect(lost).toEqual([]);
    await page.close();
  });

  it('shows the replays beside those of another book where they look different, and where', async () => {
    const drawn = await browser.newPage({ viewport: PHONE });
    const other = mkdtempSync(path.join(os.tmpdir(), 'vitrine-other-book-'));
    const book = path.join(folder, 'flows');
    const play = async (into: string, ...letters: string[]) => {
      const tour = new Board('pix', 2, {}, boardsOf(into)).tour();
      for (const [at, letter] of letters.entries()) {
        await drawn.setContent(`<h1>Pix</h1><p style="margin-top: 300px; font-size: 40px">${letter}</p>`);
        await tour.step(drawn, {
          happens: at === 0 ? '' : `passo ${at}`,
          hears: [],
          states: ['waiting.resting'],
          path: '/order/1/pending',
          title: 'Pix',
          server: [],
        });
      }
      tour.end({ run: '', fault: '' });
      listBoards(into);
    };
    await play(other, 'A', 'B', 'C');
    await play(book, 'A', 'X', 'C');
    keepFormerBoards(book, other);
    rmSync(other, { recursive: true, force: true });
    await drawn.close();
    const { page, lost } = await open('/flows/what-changed/');
    await page.setViewportSize(PHONE);
    const boards = page.getByRole('region', { name: 'Percursos lado a lado' });
    await seen(boards.getByText('3 passos comparados, 1 com outra imagem.'));
    const pair = boards.getByRole('listitem');
    await seen(pair.getByText('passo 1', { exact: true }));
    expect(await pair.count()).toBe(1);
    for (const named of ['Antes', 'Agora']) {
      const figure = pair.getByRole('figure', { name: named });
      const [frame, area] = await Promise.all([
        figure.locator('img').boundingBox(),
        figure.locator('[data-area]').boundingBox(),
      ]);
      // The letter alone is marked: it stands under the heading, at the left.
      const part = ((area?.y ?? 0) - (frame?.y ?? 0)) / (frame?.height ?? 1);
      expect(part).toBeGreaterThan(0.35);
      expect((area?.width ?? 0) / (frame?.width ?? 1)).toBeLessThan(0.2);
    }
    expect(await hindering(page)).toEqual([]);
    expect(lost).toEqual([]);
    await page.close();
  });
});
