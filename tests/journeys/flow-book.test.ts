import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, PHONE, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { add, alive, become, fillCart, heading, seen } from '#tests/support/people.ts';
import { root } from '#tests/tools/source.ts';

const TABLET = { width: 820, height: 1180 };
const hrefOf = (page: Page) => page.evaluate(() => location.pathname + location.hash);
/** Presses a button of the book and reads what it puts among the downloads. */
async function saved(page: Page, kind: string): Promise<{ name: string; text: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: kind, exact: true }).click(),
  ]);
  const bytes = readFileSync(await file.path());
  return { name: file.suggestedFilename(), text: bytes.toString('utf8'), bytes };
}

describe('the flow book', () => {
  test('leads from the map of screens to a state, says what it does, and keeps it in the address', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows');
    await seen(heading(page, 'Mapa das telas'));
    await page.getByRole('button', { name: /^Pagamento/ }).click();
    const panel = page.getByRole('region', { name: 'Estado payment' });
    await seen(panel.getByText('/cart/$cartUuid/payment'));
    await seen(panel.getByText('A pessoa escolhe como pagar'));
    await page.locator('[data-state="payment"]').waitFor();
    await expect.poll(() => hrefOf(page)).toBe('/flows/checkout#payment');
    // What leads on from there is followed.
    await panel.getByRole('button', { name: 'shipping', exact: true }).first().click();
    await seen(page.getByRole('region', { name: 'Estado shipping' }));
    await expect.poll(() => hrefOf(page)).toBe('/flows/checkout#shipping');
    // A state of the drawing is as good as one of the list.
    await page.getByRole('button', { name: 'Ver tudo' }).click();
    await page.locator('[data-state="placing"]').click();
    await seen(page.getByRole('region', { name: 'Estado placing' }));
    await page.goBack();
    await seen(heading(page, 'Mapa das telas'));
    await page.goForward();
    await seen(page.getByRole('region', { name: 'Estado placing' }));
    await expect.poll(() => page.title()).toBe('checkout · Livro de fluxos');
  });

  test('finds states by the words of a person, opens an address, and hands charts out', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows/app#cart');
    await seen(page.getByRole('region', { name: 'Estado cart' }));
    const search = page.getByRole('searchbox', { name: 'Procurar em todos os gráficos' });
    await search.fill('girafa');
    await seen(page.getByText('Nenhum estado diz isso.', { exact: false }));
    await search.fill('internet pagamento');
    await page.getByRole('button', { name: /^checkout › payment\.offline/ }).click();
    await seen(page.getByRole('region', { name: 'Estado payment.offline' }));
    await search.fill('');
    await page.locator('[data-state="payment.offline"][data-selected]').waitFor();
    const picture = await saved(page, 'SVG');
    expect(picture.name).toBe('checkout.svg');
    expect(picture.text).toMatch(/^<svg[^]*Sem internet para saber as formas[^]*<\/svg>$/);
    expect((await saved(page, 'PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
    expect((await saved(page, 'Mermaid')).text).toMatch(/^stateDiagram-v2/);
    expect(JSON.parse((await saved(page, 'JSON')).text)).toMatchObject({ id: 'checkout' });
    // A link to a chart that is there no more says so, and Back does not lead to it again.
    await page.goto('/flows/long-gone#run=abc');
    await seen(page.getByText('O gráfico “long-gone” não está neste livro', { exact: false }));
    await page.goBack();
    await seen(heading(page, 'checkout'));
  });

  test('is walked by keyboard as a list, fits a tablet and a phone, and hinders nobody', async ({
    page,
    expect,
  }) => {
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      await page.goto('/flows/pix');
      await page.locator('[data-state]').first().waitFor();
      expect(await hindering(page)).toEqual([]);
    }
    await page.getByRole('button', { name: 'waiting', exact: true }).focus();
    await page.keyboard.press('Enter');
    await seen(page.getByRole('region', { name: 'Estado waiting' }));
    await page.getByRole('button', { name: 'Ver tudo' }).focus();
    const moved = () => page.locator('main svg > g').getAttribute('transform');
    const before = await moved();
    await page.keyboard.press('ArrowDown');
    expect(await moved()).not.toBe(before);
  });

  test('shows live what a store in another tab does, without a value of it, and sends it events', async ({
    context,
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows/cart');
    await page.getByRole('button', { name: 'Ver ao vivo' }).click();
    const status = (words: string) => page.getByRole('status').filter({ hasText: words });
    await seen(status('Esperando uma loja'));
    const store = await context.newPage();
    await become(store, 'Marina, cliente');
    await fillCart(store);
    await seen(status('Ao vivo'));
    // The states light up, and the log says what happened.
    await page.locator('[data-life="active"]').first().waitFor();
    // By now the cart's code is there, which takes over what was told before as one step.
    await add(store, 'Tomate italiano');
    const log = page.getByRole('region', { name: 'Ao vivo' });
    const added = log.getByRole('button', { name: /line\.added/ }).first();
    await seen(added.getByText('com line', { exact: false }));
    await added.click();
    await seen(log.getByRole('button', { name: /line\.added/ }).and(page.locator('[aria-current="step"]')));
    await log.getByRole('button', { name: 'Seguir' }).click();
    expect(await seriousFaults(page)).toEqual([]);
    // What is told has names only.
    const recording = await saved(page, 'Salvar gravação');
    expect(recording.text).toContain('line.added');
    expect(recording.text).not.toMatch(/Marina|Prado|vitrine\.example|11900000001|Harmonia|52998224725/);
    // An event that the chart accepts where it is, sent from here.
    await page
      .getByRole('navigation')
      .getByRole('button', { name: /^network/ })
      .click();
    await page.getByLabel('Mandar um evento').selectOption('network.lost');
    await page.getByRole('button', { name: 'Mandar', exact: true }).click();
    await page.locator('[data-state="offline"][data-life="active"]').waitFor();
    await seen(store.getByText('sem internet', { exact: false }));
    // The store says when it leaves; what it did can be opened again.
    await store.goto('about:blank');
    await seen(status('Esperando uma loja'));
    await page.getByRole('button', { name: 'Parar' }).click();
    await page.getByRole('button', { name: 'Ver ao vivo' }).click();
    const file = page.getByLabel('Abrir gravação');
    await file.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
    await seen(page.getByText('Este arquivo não é uma gravação do livro.'));
    await file.setInputFiles({ name: 'b.json', mimeType: 'application/json', buffer: recording.bytes });
    await seen(status('Gravação aberta'));
    await log
      .getByRole('button', { name: /line\.added/ })
      .last()
      .click();
    await page.locator('[aria-current="step"]').waitFor();
    await page.locator('[data-life="active"]').first().waitFor();
  });

  test('clicks through a chart without a store: answers, refusals, the clock, a step back, a link and a test', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows/pix');
    await page.getByText('Simular', { exact: true }).click();
    await page.getByRole('button', { name: 'Simular pix' }).click();
    const panel = page.getByRole('region', { name: 'Simular' });
    const now = (state: string) => seen(panel.getByRole('status').filter({ hasText: `Está em ${state}` }));
    const press = (name: string) => panel.getByRole('button', { name, exact: true }).click();
    await now('loading');
    await page.locator('[data-state="loading"][data-life="active"]').waitFor();
    // A call is answered by hand: not at all, and then with what the sample says.
    await panel.getByLabel('Desfecho de load').selectOption('NETWORK');
    await press('Falhar');
    await now('offline');
    await press('Até o próximo prazo');
    await now('loading');
    await press('Responder');
    await now('waiting');
    await page.locator('[data-state="waiting"][data-life="active"]').waitFor();
    await page.locator('[data-state="loading"][data-life="passed"]').waitFor();
    expect(await seriousFaults(page)).toEqual([]);
    await press('Desfazer');
    await now('loading');
    await press('Responder');
    await now('waiting');
    // Handed on as a test, which says what it takes and where it ends.
    const test = await saved(page, 'Baixar como teste');
    expect(test.name).toBe('pix-run.test.ts');
    expect(test.text).toContain("import { pixMachine } from '#machines/orders/pix.machine.ts'");
    expect(test.text).toContain("toEqual(['waiting.resting'])");
    await press('Copiar link');
    const link = await panel.getByLabel('Link desta execução').inputValue();
    // The link leads to the same run, from anywhere else in the book.
    await page.goto('about:blank');
    await page.goto(link);
    await now('waiting');
    await seen(panel.getByText('a leitura deu certo'));
    await press('voltar ao passo 1');
    await now('offline');
    await page.goto(`${link.slice(0, -12)}`);
    await seen(page.getByRole('alert').filter({ hasText: 'Este link não traz uma execução inteira.' }));
    await press('Simular do começo');
    await now('loading');
  });

  test('says in a simulation what a chart lacks, and takes it by keyboard on a tablet', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(TABLET);
    await page.goto('/flows/scan');
    await page.getByText('Simular', { exact: true }).click();
    await page.getByRole('button', { name: 'Simular scan' }).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Simular' });
    // Its reader of codes is a function, which no JSON has.
    const submit = panel.getByRole('button', { name: 'envia o código escrito à mão', exact: true });
    await seen(panel.getByText('Precisa de outros dados.'));
    await submit.focus();
    await page.keyboard.press('Enter');
    await seen(panel.getByRole('alert').filter({ hasText: 'O passo 1 fez o gráfico falhar' }));
    await panel.getByRole('button', { name: 'Tirar este passo' }).click();
    await seen(submit);
    await panel.getByText('Entrada do gráfico').click();
    const input = panel.getByLabel('Entrada, em JSON');
    await input.fill('{');
    await panel.getByRole('button', { name: 'Recomeçar com esta entrada' }).click();
    await seen(panel.getByText('Isto não é o JSON que se espera', { exact: false }));
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  });

  test('simulates a campaign: its status with the ordered reasons follows clock, place, orders, invitations and keys', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows');
    await page.getByRole('button', { name: 'Simulador de campanha' }).click();
    await seen(heading(page, 'Simulador de campanha'));
    await expect.poll(() => hrefOf(page)).toBe('/flows/campaign-status');
    const answer = page.getByRole('region', { name: 'Resposta da loja' });
    const status = (words: string) => seen(answer.getByRole('status').filter({ hasText: words }));
    await status('OK');
    await seen(answer.getByText('A loja vende.'));
    await page.getByLabel('Agora').fill('2026-11-21T12:00');
    await page.getByLabel('Abre em', { exact: false }).fill('2026-11-22T12:00');
    await page.getByLabel('Convites aceitos que pede', { exact: false }).fill('5');
    await page.getByLabel('Convites aceitos', { exact: true }).fill('2');
    await page.getByRole('switch', { name: 'Pede uma chave' }).click();
    await status('SCHEDULED');
    const reasons = answer.getByRole('list').first().getByRole('listitem');
    await expect
      .poll(() => reasons.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^time Abre/),
        expect.stringContaining('Faltam 3 convites aceitos de 5'),
        expect.stringMatching(/^key Abre com um convite/),
      ]);
    await answer.getByRole('button', { name: 'Até a próxima mudança' }).click();
    await status('BLOCKED');
    await page.getByRole('switch', { name: 'Usou uma chave' }).click();
    await status('OK');
    await page.getByLabel('Entrega até, em km', { exact: false }).fill('10');
    await page.getByLabel('Distância do lugar', { exact: false }).fill('11');
    await seen(answer.getByText('Fora da área de entrega.'));
    await page.getByLabel('Distância do lugar', { exact: false }).fill('9');
    await seen(answer.getByText('A loja vende.'));
    await page.getByRole('switch', { name: 'Usou uma chave' }).click();
    await page.getByLabel('Pedido nesta campanha').selectOption('COMPLETED');
    await status('COMPLETED');
    for (const size of [DESKTOP, TABLET, PHONE]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
  });

  test('is no part of the shop, whose pages tell nothing before a book looks', async ({ page, expect }) => {
    await page.goto('/store/feira-da-semana/catalog');
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
    // What would load the telling runs with this file.
    await expect.poll(loaded).toContainEqual(expect.stringMatching(/^\/assets\/afterwards-/));
    await alive(page.getByRole('button', { name: 'Adicionar Tomate italiano', exact: true }));
    expect((await loaded()).filter((name) => /telling|flows/.test(name))).toEqual([]);
    const shop: string[] = [];
    for await (const file of glob('dist/client/assets/**/*.js', { cwd: root }))
      shop.push(await readFile(path.join(root, file), 'utf8'));
    expect(shop.length).toBeGreaterThan(20);
    expect(shop.filter((text) => /Livro de fluxos|org\.eclipse\.elk/.test(text))).toEqual([]);
  });
});
