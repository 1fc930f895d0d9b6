import type { Page, Response } from 'playwright-core';
import { describe } from 'vitest';
import type { Address } from '#contract/place.ts';
import { test } from '#tests/support/browser/browser.ts';
import { at, become, heading, seen } from '#tests/support/people.ts';

describe('the addresses of an account', () => {
  const options = (page: Page, name: string) => page.getByRole('button', { name: `Opções de ${name}` });
  const change = (page: Page) =>
    page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/accounts/client'),
    );
  const kept = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { addresses: Address[] }).addresses;

  test('that were changed in another tab meanwhile lose nothing', async ({ page, context, expect }) => {
    await become(page, 'Marina, cliente');
    await page.goto('/location');
    await options(page, 'Casa').click();
    await page.getByRole('button', { name: 'Editar' }).click();
    await at(page, '/addressnumber');
    const other = await context.newPage();
    await other.goto('/location');
    await options(other, 'Casa').click();
    await other.getByRole('button', { name: 'Editar' }).click();
    await other.getByRole('button', { name: 'Continuar' }).click();
    await other.getByLabel('Nome do endereço').fill('Lar');
    await other.getByLabel(/^Ponto de referência/).fill('Portão verde');
    await other.getByRole('button', { name: 'Salvar endereço' }).click();
    await at(other, '/location');

    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Nome do endereço').fill('Minha casa');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await seen(page.getByText(/mudou em outro aparelho.*Lá ele está assim: Lar · .*Portão verde/));
    await expect.poll(() => page.getByLabel(/^Ponto de referência/).inputValue()).toBe('Portão verde');
    const saved = change(page);
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await expect.poll(() => kept(saved)).toMatchObject([{ alias: 'Minha casa', reference: 'Portão verde' }]);
    await at(page, '/location');
    await seen(options(page, 'Minha casa'));
    await seen(options(other, 'Minha casa'));
  });

  test('are edited, one of them is the one of always, one is recognised, and one is deleted', async ({
    page,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await page.getByLabel('CEP', { exact: true }).fill('01310-100');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Nome do endereço').fill('Escritório');
    let saved = change(page);
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    const [home, office] = await kept(saved);
    expect(office).toMatchObject({ alias: 'Escritório', streetNumber: '1578' });
    await at(page, /^(?!\/location)/);

    // Edited where it was added, filled in, and saved in its place.
    await page.goto('/location');
    await options(page, 'Escritório').click();
    await page.getByRole('button', { name: 'Editar' }).click();
    await at(page, '/addressnumber');
    await seen(heading(page, 'Editar endereço'));
    await expect.poll(() => page.getByLabel('Número', { exact: true }).inputValue()).toBe('1578');
    await page.getByLabel('Número', { exact: true }).fill('1600');
    await page.reload();
    await expect.poll(() => page.getByLabel('Número', { exact: true }).inputValue()).toBe('1600');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('Nome do endereço').fill('Trabalho novo');
    saved = change(page);
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await expect
      .poll(() => kept(saved))
      .toEqual([home, { ...office, alias: 'Trabalho novo', streetNumber: '1600' }]);
    await at(page, '/location');
    await expect.poll(() => page.getByRole('radio', { name: /Trabalho novo/ }).isChecked()).toBe(true);

    await options(page, 'Trabalho novo').click();
    saved = change(page);
    await page.getByRole('button', { name: 'Usar sempre este' }).click();
    expect((await kept(saved)).map(({ alias }) => alias)).toEqual(['Trabalho novo', home?.alias]);
    await seen(page.getByText('Trabalho novo é o seu endereço de sempre.'));
    await seen(page.getByText(/^O de sempre · Avenida Paulista, 1600/));

    // The same place in another spelling.
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await page.getByLabel('CEP', { exact: true }).fill('05435-000');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('482');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel(/^Complemento/).fill('ápto 31');
    saved = change(page);
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    expect((await kept(saved)).map(({ id }) => id)).toEqual([office?.id, home?.id]);
    await seen(page.getByText(/já estava na sua conta/));
    await at(page, /^(?!\/location)/);

    // The one in use: it goes from the account, and is where one is until another is chosen.
    await page.goto('/location');
    const name = home?.alias ?? 'Casa';
    await options(page, name).click();
    await page.getByRole('button', { name: 'Excluir' }).click();
    await seen(page.getByText('continua valendo neste aparelho', { exact: false }));
    saved = change(page);
    await page.getByRole('button', { name: 'Excluir endereço' }).click();
    expect((await kept(saved)).map(({ id }) => id)).toEqual([office?.id]);
    await seen(page.getByText(`${name} foi excluído da sua conta.`));
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await options(page, name).count()).toBe(0);
    await page.getByRole('radio', { name: /Trabalho novo/ }).check();
    await page.getByRole('button', { name: 'Usar este endereço' }).click();
    await at(page, /^(?!\/location)/);
    await page.goto('/location');
    await seen(options(page, 'Trabalho novo'));
    await expect.poll(() => page.getByRole('radio').count()).toBe(1);
  });
});
