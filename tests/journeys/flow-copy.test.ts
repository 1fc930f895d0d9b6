import { readFileSync } from 'node:fs';
import { describe } from 'vitest';
import { csvOf, rowsOf } from '#flows/copy/csv.ts';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { DESKTOP, PHONE, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { seen } from '#tests/support/people.ts';

describe('the copy desk of the flow book', () => {
  test('shows every text with its screen and its limit, hands out a table, and says what an edited one changes', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows');
    await page.getByRole('button', { name: 'Mesa de textos' }).click();
    const list = page.getByRole('list', { name: 'Textos' });
    await seen(list.getByRole('listitem'));
    expect(await page.evaluate(() => location.pathname)).toBe('/flows/copy-desk');
    await page.getByLabel('Tela', { exact: true }).selectOption('app.privacy');
    await seen(list.getByText('Seus dados na {1}', { exact: true }));
    await page.getByLabel('O que é', { exact: true }).selectOption('heading');
    await page.getByRole('searchbox', { name: 'Texto ou arquivo' }).fill('dados');
    const item = list.getByRole('listitem').filter({ hasText: 'Seus dados na {1}' });
    await seen(item.getByText(/^14 de 56 letras/));
    await seen(item.getByText('src/screens/help/privacy-screen.tsx', { exact: false }));
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      expect(await hindering(page)).toEqual([]);
    }
    await page.setViewportSize(DESKTOP);
    await page.getByRole('searchbox', { name: 'Texto ou arquivo' }).fill('');
    await page.getByLabel('O que é', { exact: true }).selectOption('');
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar estes em CSV' }).click(),
    ]);
    expect(table.suggestedFilename()).toBe('textos.csv');
    const rows = rowsOf(readFileSync(await table.path(), 'utf8')) ?? [];
    const news: Readonly<Record<string, string>> = {
      'Com quem falar': 'Fale com a loja',
      'Seus dados na {1}': 'Seus dados',
      'Escreva para a loja': '',
      Privacidade: 'Privacidade e tudo o mais que esta loja sabe de você e guarda por lei',
    };
    const edited = csvOf(
      rows.map((row, at) => [
        ...row.slice(0, -1),
        (at === 0 ? undefined : news[row[9] ?? '']) ?? row[10] ?? '',
      ]),
    );
    const file = page.getByLabel('Abrir tabela editada (CSV)');
    const open = (name: string, text: string) =>
      file.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await open('outra.csv', 'a,b\n1,2\n');
    await seen(page.getByText('“outra.csv” não é uma tabela desta mesa', { exact: false }));
    await open('textos.csv', edited);
    const changed = page.getByRole('list', { name: 'O que a tabela muda' }).getByRole('listitem');
    const row = (words: string) => changed.filter({ hasText: words }).first();
    await seen(row('Fale com a loja').getByText('Muda', { exact: true }));
    await seen(row('Escreva para a loja').getByText('Falta o texto novo'));
    await seen(row('Seus dados na {1}').getByText('não são as mesmas', { exact: false }));
    await seen(row('tudo o mais').getByText('Longo demais', { exact: true }));
    expect(await seriousFaults(page)).toEqual([]);
    const [patch] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Baixar as mudanças' }).click(),
    ]);
    // What was just handed out.
    const changes = JSON.parse(readFileSync(await patch.path(), 'utf8')) as { from: string; to: string }[];
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.map(({ from, to }) => `${from} → ${to}`))).toEqual(
      new Set(['Com quem falar → Fale com a loja']),
    );
    // From a text to the state of its screen.
    await list
      .getByRole('button', { name: /^Privacidade, / })
      .first()
      .click();
    await seen(page.getByRole('region', { name: 'Estado privacy' }));
  });
});
