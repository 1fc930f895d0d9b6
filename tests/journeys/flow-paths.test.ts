import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { shippedChart } from '#flows/charts.ts';
import { factsOf } from '#flows/facts.ts';
import { loginMachine } from '#machines/login/login.machine.ts';
import { oracle } from '#tests/machines/login/login.oracle.ts';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, PHONE, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { heading, seen } from '#tests/support/people.ts';
import { inBook } from '#tests/support/replay/in-book.ts';
import { acts, atOnce, key, starts } from '#tests/support/replay/login/acts.ts';
import { toursThrough } from '#tests/support/replay/tours.ts';

const TABLET = { width: 768, height: 1024 };
const hrefOf = (page: Page) => page.evaluate(() => location.pathname + location.hash);
const paths = (page: Page) => page.getByRole('region', { name: /^Caminho \d+$/ });
const found = (page: Page, words: RegExp) => seen(page.getByRole('status').filter({ hasText: words }));

describe('the paths of the flow book', () => {
  test('are found for a chart, filtered by state and event in the address, and followed into the simulation', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows');
    await page.getByRole('button', { name: 'Caminhos gerados' }).click();
    await seen(heading(page, 'Caminhos gerados'));
    await expect.poll(() => hrefOf(page)).toBe('/flows/walked-paths');
    await page.getByLabel('Gráfico', { exact: true }).selectOption('pix');
    await found(page, /^\d+ caminhos\.$/);
    // No more than twenty are drawn at once.
    const said = await page.getByRole('status').filter({ hasText: 'caminhos.' }).innerText();
    const all = Number.parseInt(said, 10);
    expect(await paths(page).count()).toBe(Math.min(all, 20));
    const table = page.getByRole('table', { name: 'Cobertura de pix' });
    expect(await table.getByRole('row', { name: /100 %$/ }).count()).toBe(3);
    await seen(page.getByText('Os caminhos mostram tudo o que este gráfico faz.'));
    // The boards say what happens, and what each state says of itself.
    await page.getByLabel('Que passam pelo estado').selectOption('renewing');
    await page.getByLabel('Em que acontece').fill('recusado: STOCK');
    const few = new RegExp(`^[1-3] de ${all} caminhos\\.$`);
    await found(page, few);
    await expect
      .poll(() => hrefOf(page))
      .toBe('/flows/walked-paths#chart=pix&state=renewing&event=recusado%3A+STOCK');
    await page.reload();
    await found(page, few);
    const board = paths(page).first();
    await seen(board.getByText('a criação de um novo código Pix falhou, recusado: STOCK'));
    const last = board.getByRole('listitem').last();
    const end = (await board.getByRole('heading').innerText()).replace(/^.* até /, '');
    expect(end).not.toBe('');
    expect(await last.innerText()).toContain(end);
    await board.getByRole('button', { name: 'Percorrer na simulação' }).click();
    await seen(heading(page, 'pix'));
    const panel = page.getByRole('region', { name: 'Simular' });
    await seen(panel.getByRole('status').filter({ hasText: end }));
    await seen(panel.getByText('a criação de um novo código Pix falhou, recusado: STOCK'));
    await page.locator(`[data-state="${end}"][data-life="active"]`).waitFor();
    await page.goBack();
    await found(page, few);
  });

  test('name what none of them shows, with the screens of the steps, and scroll in their own box', async ({
    page,
    expect,
  }) => {
    await page.goto('/flows');
    await seen(heading(page, 'Mapa das telas'));
    const picture = await page.screenshot({ type: 'jpeg' });
    const file = 'pictures/login.codeSent.jpg';
    await page.route('**/flows/pictures.json', (route) =>
      route.fulfill({ json: { 'login.codeSent': file } }),
    );
    await page.route(`**/flows/${file}`, (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: picture }),
    );
    await page.goto('/flows/campaign-status');
    await page.goto('/flows/walked-paths#chart=login&state=codeSent&event=clock+falhou');
    await found(page, /^\d+ de \d+ caminhos\.$/);
    await seen(page.getByText('Não alcançadas: 1', { exact: true }));
    await seen(page.getByText(', porque a condição sempre valeu com os dados de exemplo'));
    await seen(page.getByText('A busca parou porque', { exact: false }));
    await seen(page.getByText('/$type/$channel/verification').first());
    // Where there is a picture of the screen it stands in place of its name.
    const shown = page.locator('main img').first();
    await shown.scrollIntoViewIfNeeded();
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(await page.getByText('/$type/$channel/activation').count()).toBe(0);
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
    await page.setViewportSize(DESKTOP);
    const row = page.getByRole('group', { name: /^Passos: Caminho/ }).last();
    await row.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => row.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  });

  test('are shown on the drawing: what none of them takes is dotted, and said', async ({ page, expect }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows/campaigns');
    await page.locator('[data-state]').first().waitFor();
    expect(await page.locator('path[data-untaken]').count()).toBe(0);
    await page.getByRole('switch', { name: 'Cobertura' }).click();
    await found(page, /^Pontilhadas: 1 seta por onde nenhum caminho passa\.$/);
    const arrow = page.locator('path[data-untaken]');
    await expect.poll(() => arrow.count()).toBe(1);
    expect(await arrow.evaluate((one) => getComputedStyle(one).strokeDasharray)).toBe('0.1px, 7px');
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Caminhos deste gráfico' }).click();
    await seen(page.getByRole('table', { name: 'Cobertura de campaigns' }));
    await expect.poll(() => hrefOf(page)).toBe('/flows/walked-paths#chart=campaigns');
    await seen(page.getByText('list.ready: sempre que se isShut', { exact: false }));
  });

  test('show what was replayed in a browser: what does not agree first, with its pictures and its run', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows');
    await seen(heading(page, 'Mapa das telas'));
    const picture = await page.screenshot({ type: 'jpeg' });
    const { tours } = toursThrough(loginMachine, { starts, acts, key, atOnce, oracle });
    const [tour] = tours;
    if (!tour) throw new Error('the sign-in has no tour');
    const run = (await inBook(loginMachine, tour, atOnce).run(1)) ?? '';
    const step = { hears: [], path: '/login', title: 'Entrar', server: ['Códigos enviados: 0'], picture: '' };
    const begun = { ...step, happens: '', states: ['options'], picture: 'played/login-1-0.jpg' };
    const asked = {
      ...step,
      happens: 'escolhe o celular',
      hears: ['asked.login.request'],
      states: ['request.idle'],
    };
    const played = [
      {
        chart: 'login',
        at: '2026-11-27T15:00:00.000Z',
        all: 56,
        taken: 55,
        never: [{ what: 'login · code.reset → (stays)', why: 'o caminho de volta é um link' }],
        tours: [
          { steps: [begun, asked], run, fault: '' },
          {
            steps: [begun, { ...asked, happens: 'pede o código' }],
            run: '',
            fault: 'o título da tela de antes',
          },
        ],
      },
    ];
    await page.route('**/flows/played.json', (route) =>
      route.fulfill({ json: played, headers: { 'Content-Encoding': 'identity' } }),
    );
    await page.route('**/flows/played/login-1-0.jpg', (route) =>
      route.fulfill({ contentType: 'image/jpeg', body: picture }),
    );
    const chart = factsOf(shippedChart('login'));
    const states = chart.states.map((one) => (one.path === 'codeSent' ? { ...one, tags: ['worn'] } : one));
    await page.route('**/flows/before.json', (route) =>
      route.fulfill({
        json: { since: 'ontem', charts: [{ ...chart, states }] },
        headers: { 'Content-Encoding': 'identity' },
      }),
    );
    await page.goto('/flows/campaign-status');
    await page.goto('/flows/walked-paths#chart=login');
    const part = page.getByRole('region', { name: 'No navegador', exact: true });
    await seen(
      part.getByText('55 de 56 transições, em 2 percursos, dos quais 1 não confere.', { exact: false }),
    );
    await part.getByText('Ninguém provoca: 1').click();
    await seen(part.getByText('login · code.reset → (fica)'));
    const boards = part.getByRole('region', { name: /^No navegador \d$/ });
    const names = () => boards.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    expect(await names()).toEqual(['No navegador 2', 'No navegador 1']);
    await seen(
      boards.first().getByRole('alert').filter({ hasText: 'Não confere: o título da tela de antes' }),
    );
    const shown = boards.first().locator('img');
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
    expect(await seriousFaults(page)).toEqual([]);
    for (const size of [TABLET, PHONE, DESKTOP]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
    await part.getByRole('switch', { name: 'Só o que não confere' }).click();
    expect(await names()).toEqual(['No navegador 2']);
    await part.getByRole('switch', { name: 'Só o que não confere' }).click();
    const changed = page.getByRole('switch', { name: 'Só os que passam pelo que mudou desde ontem' });
    await changed.click();
    await seen(part.getByText('Nenhum percurso passa por aí.'));
    await found(page, /^\d+ de \d+ caminhos\.$/);
    await changed.click();
    await page.getByLabel('Em que acontece').fill('asked.login.request');
    await expect.poll(names).toEqual(['No navegador 2', 'No navegador 1']);
    await page.getByLabel('Em que acontece').fill('escolhe');
    await expect.poll(names).toEqual(['No navegador 1']);
    await boards.getByText('Códigos enviados: 0').first().waitFor();
    await boards.getByRole('button', { name: 'Percorrer na simulação' }).click();
    await seen(heading(page, 'login'));
    await page.locator('[data-state="request.idle"][data-life="active"]').waitFor();
  });
});

describe('the failures of the flow book', () => {
  test('say of every call where each leads, of one chart and one failure too, and lead to the state', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/flows');
    await page.getByRole('button', { name: 'Quando falha' }).click();
    await seen(heading(page, 'Quando falha'));
    await expect.poll(() => hrefOf(page)).toBe('/flows/when-it-fails');
    await found(page, /^\d{3} chamadas em \d+ gráficos, 7 falhas de cada\.$/);
    expect(await page.getByRole('table').count()).toBeGreaterThan(50);
    await page.getByLabel('Gráfico', { exact: true }).selectOption('pix');
    expect(await page.getByRole('table').count()).toBe(1);
    expect(await hindering(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
    expect(await hindering(page)).toEqual([]);
    await page.getByLabel('Falha', { exact: true }).selectOption({ label: 'erro do servidor (500)' });
    await expect.poll(() => hrefOf(page)).toMatch(/^\/flows\/when-it-fails#chart=pix&event=\w+$/);
    await page.reload();
    const renewing = page.getByRole('row', { name: /^a criação de um novo código Pix renew / });
    await seen(renewing.getByText('erro do servidor (500)', { exact: false }));
    const to = renewing.getByRole('cell').nth(1).getByRole('button');
    const state = await to.innerText();
    await to.click();
    await seen(heading(page, 'pix'));
    await expect.poll(() => hrefOf(page)).toBe(`/flows/pix#${state}`);
  });
});
