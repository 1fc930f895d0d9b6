import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { at, seen } from '#tests/support/people.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? '');

describe('a form', () => {
  test('leads to the first of several faults, lists them, and follows what is mended', async ({
    page,
    expect,
  }) => {
    await page.goto('/location');
    await page.getByLabel('CEP').fill('99999999');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/addressnumber');
    await page.getByLabel('Cidade').fill('São Paulo');
    await page.getByRole('button', { name: 'Preencha os dados' }).click();
    await expect.poll(() => focused(page)).toBe('address');
    const list = page.getByRole('alert').filter({ hasText: 'Confira 4 campos' });
    await seen(list);
    await list.getByRole('link', { name: 'Diga o bairro.' }).click();
    await expect.poll(() => focused(page)).toBe('neighborhood');
    await page.keyboard.type('Centro');
    await seen(page.getByRole('alert').filter({ hasText: 'Confira 3 campos' }));
    expect(await page.getByText('Diga o bairro.').count()).toBe(0);
  });

  test('keeps what is typed over a reload, and forgets it when it is left', async ({ page, expect }) => {
    await page.goto('/location');
    await page.getByLabel('CEP').fill('0543');
    // The field is there before the charts are; from then on the draft is kept.
    await page.waitForFunction(() => Object.keys(sessionStorage).some((name) => name.includes('draft:')));
    await page.reload();
    await expect.poll(() => page.getByLabel('CEP').inputValue()).toBe('0543');
    await page.goto('/login/phone/verification');
    await page.getByLabel('Celular com DDD').fill('1198');
    await page.reload();
    await expect.poll(() => page.getByLabel('Celular com DDD').inputValue()).toBe('(11) 98');
    await page.getByRole('link', { name: 'Receber por e-mail' }).click();
    await seen(page.getByLabel('E-mail'));
    await page.getByRole('link', { name: 'Receber por SMS' }).click();
    await seen(page.getByLabel('Celular com DDD'));
    await expect.poll(() => page.getByLabel('Celular com DDD').inputValue()).toBe('');
  });

  test('shows at its field what the server says of it', async ({ page, faults, expect }) => {
    faults.expect(/status of 400/);
    await page.route('**/api/users/authenticate/sms', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: 'about:blank',
          title: 'Confira os campos destacados.',
          status: 400,
          code: 'MALFORMED',
          fields: [{ field: 'phone', message: 'Este celular não existe.' }],
          retryable: false,
          requestId: 'r',
        }),
      }),
    );
    await page.goto('/login/phone/verification');
    await page.getByLabel('Celular com DDD').fill('11987654321');
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await seen(page.getByText('Este celular não existe.'));
    await expect.poll(() => focused(page)).toBe('contact');
    await page.keyboard.press('Backspace');
    expect(await page.getByText('Este celular não existe.').count()).toBe(0);
  });
});
