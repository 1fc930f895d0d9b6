import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type ViteDevServer, createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, PHONE, launchBrowser } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { heading, seen } from '#tests/support/people.ts';
import { notes } from '../../src/build/notes/notes.ts';
import book from '../../vite.flows.config.ts';

const NOTES = '**/flows/notes.json';

describe('notes in the flow book', () => {
  let above: string;
  let folder: string;
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  const lost: string[] = [];
  beforeAll(async () => {
    above = mkdtempSync(path.join(os.tmpdir(), 'vitrine-notes-'));
    folder = path.join(above, 'notes');
    // `npm run flows` with another folder: the first that answers does.
    server = await createServer({
      ...book,
      configFile: false,
      logLevel: 'warn',
      cacheDir: path.join(above, 'vite'),
      plugins: [notes(folder), ...(book.plugins ?? [])],
      server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
    });
    await server.listen();
    browser = await launchBrowser();
    const baseURL = server.resolvedUrls?.local[0] ?? '';
    page = await (await browser.newContext({ baseURL, viewport: DESKTOP })).newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', ({ message }) => lost.push(message));
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(above, { recursive: true, force: true });
  });
  const panel = (state: string) => page.getByRole('region', { name: `Estado ${state}`, exact: true });
  const said = (words: string) => page.getByRole('status').filter({ hasText: words });

  it('are left on a state and on a transition, are files, and are there after a reload', async () => {
    await page.goto('/flows/pix#waiting');
    // By keyboard alone: the list opens, the fields follow.
    const summary = panel('waiting').getByText('Anotações (0)', { exact: true });
    await summary.focus();
    await page.keyboard.press('Enter');
    await seen(panel('waiting').getByLabel('Anotação'));
    await page.keyboard.press('Tab');
    await page.keyboard.type('O código some ao girar o celular.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await seen(page.getByText('Diga quem escreve.'));
    await page.keyboard.type('Ana QA');
    await page.keyboard.press('Enter');
    await said('Anotação salva.').waitFor({ state: 'attached' });
    await seen(panel('waiting').getByText('Anotações (1)', { exact: true }));
    const [name = ''] = readdirSync(folder);
    expect(name).toMatch(/^[\d-]{10}-pix-o-codigo-some-ao-girar-o-celular\.md$/);
    expect(readFileSync(path.join(folder, name), 'utf8')).toMatch(
      /^---\nchart: pix\nstate: waiting\nauthor: "Ana QA"\ndate: [^\n]+\n---\n\nO código some ao girar o celular\.\n$/,
    );
    // An arrow has its own.
    const step = panel('waiting').locator('ol > li').first();
    await step.getByText('Anotar').click();
    await step.getByLabel('Anotação').fill('Sem teste de uso.');
    await step.getByRole('button', { name: 'Deixar anotação' }).click();
    await seen(step.getByText('Sem teste de uso.').and(page.locator('p')));
    expect(await seriousFaults(page)).toEqual([]);
    await page.reload();
    await seen(panel('waiting').getByText('O código some ao girar o celular.'));
    await seen(page.getByRole('button', { name: 'waiting 2 anotações abertas' }));
    await page.getByRole('button', { name: 'Anotações 2 anotações abertas' }).click();
    await seen(heading(page, 'Anotações'));
    expect(await page.evaluate(() => location.pathname)).toBe('/flows/all-notes');
    await seen(page.getByText('2 anotações abertas', { exact: true }).and(page.getByRole('status')));
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
    await page.setViewportSize(DESKTOP);
    await page.getByRole('main').getByRole('button', { name: 'pix › waiting' }).first().click();
    await seen(panel('waiting'));
  });

  it('are left at a step of a storyboard, and stand at the state that it brings', async () => {
    await page.goto('/flows/walked-paths#chart=pix&state=refused&event=');
    const board = page.getByRole('region', { name: /^Caminho \d+$/ }).first();
    const step = board
      .getByRole('listitem')
      .filter({ hasText: 'Não há mais como fazer outro código' })
      .first();
    await step.getByText('Anotar').click();
    await step.getByLabel('Anotação').fill('A pessoa entende o que fazer aqui?');
    await step.getByLabel('Quem escreve').fill('Lu');
    await step.getByRole('button', { name: 'Deixar anotação' }).click();
    await seen(step.getByText('A pessoa entende o que fazer aqui?').and(page.locator('p')));
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows/pix#refused');
    await seen(panel('refused').getByText('A pessoa entende o que fazer aqui?'));
    // Of a step it is read when it is opened, as often as a path comes there.
    await page.goto('/flows/walked-paths#chart=pix&state=refused&event=');
    await seen(step.getByText('Anotações (1) no passo', { exact: false }));
    expect(await step.getByLabel('Anotação').count()).toBe(0);
  });

  it('keep what was typed when they cannot be saved, and save it when they can', async () => {
    await page.goto('/flows/pix#expired');
    await panel('expired').getByText('Anotações (0)', { exact: true }).click();
    await panel('expired').getByLabel('Anotação').fill('Falta dizer o prazo.');
    await panel('expired').getByLabel('Quem escreve').fill('Rui');
    await page.route(NOTES, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await panel('expired').getByRole('button', { name: 'Deixar anotação' }).click();
    const alert = panel('expired').getByRole('alert');
    await seen(alert.getByText('Não foi possível salvar.', { exact: false }));
    expect(await seriousFaults(page)).toEqual([]);
    // Also on the way to another state and back.
    const list = page.getByRole('navigation');
    await list.getByRole('button', { name: /^waiting/ }).click();
    await seen(panel('waiting'));
    await list.getByRole('button', { name: 'expired', exact: true }).click();
    await panel('expired').getByText('Anotações (0)', { exact: true }).click();
    await expect
      .poll(() => panel('expired').getByLabel('Anotação').inputValue())
      .toBe('Falta dizer o prazo.');
    await page.unroute(NOTES);
    await alert.getByRole('button', { name: 'Tentar de novo' }).click();
    await seen(panel('expired').getByText('Anotações (1)', { exact: true }));
    expect(await panel('expired').getByLabel('Anotação').inputValue()).toBe('');
    expect(readdirSync(folder).filter((name) => name.endsWith('falta-dizer-o-prazo.md'))).toHaveLength(1);
  });

  it('are resolved, opened again and removed; a file that is none is named; a list that fails is read again', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, '2026-11-01-quebrada.md'), 'nada');
    const file = '2026-11-02-pix-sem-prazo.md';
    writeFileSync(
      path.join(folder, file),
      '---\nchart: pix\nstate: long.gone\nauthor: Rui\ndate: 2026-11-02T12:00:00Z\n---\n\nSem prazo.\n',
    );
    await page.route(NOTES, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/flows/all-notes');
    await seen(page.getByRole('alert').getByText('Não foi possível ler as anotações.'));
    await page.unroute(NOTES);
    await page.getByRole('button', { name: 'Ler de novo' }).click();
    await seen(
      page
        .getByRole('listitem')
        .filter({ hasText: '2026-11-01-quebrada.md' })
        .getByText('cabeçalho', { exact: false }),
    );
    const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sem prazo.' });
    await seen(card.getByText('Este estado não existe mais no gráfico.'));
    await card.getByRole('button', { name: 'Resolver' }).click();
    await card.waitFor({ state: 'detached' });
    expect(readFileSync(path.join(folder, file), 'utf8')).toMatch(/^resolved: /m);
    await page.getByRole('switch', { name: /^Também as resolvidas/ }).click();
    await seen(card.getByText('Resolvida'));
    await card.getByRole('button', { name: 'Reabrir' }).click();
    await seen(card.getByRole('button', { name: 'Resolver' }));
    await card.getByRole('button', { name: 'Apagar' }).click();
    await card.getByRole('button', { name: 'Apagar o arquivo' }).click();
    await card.waitFor({ state: 'detached' });
    expect(readdirSync(folder)).not.toContain(file);
    // The focus is where the list begins, not at the top of the page.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Anotações');
    expect(lost).toEqual([]);
  });
});
