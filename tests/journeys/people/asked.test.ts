import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { at, heading, newPerson, seen, signIn, signUp } from '#tests/support/people.ts';

describe('what the store asks', () => {
  test('about taste comes after a first sign-in, is left and gone on with, and can be changed', async ({
    page,
    shop,
    expect,
  }) => {
    const person = newPerson();
    await page.goto('/login');
    await signIn(page, shop, person);
    await signUp(page, person);
    await at(page, '/likings');
    await seen(heading(page, 'O que não pode faltar na sua cozinha?'));
    await page.getByRole('button', { name: 'Salvar' }).click();
    await seen(page.getByText('Escolha uma resposta.'));
    await page.getByRole('checkbox', { name: 'Queijos' }).check();
    await page.getByRole('checkbox', { name: 'Pães' }).check();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await seen(heading(page, 'Para quantas pessoas você compra?'));
    await page.getByRole('link', { name: 'Agora não, ir para a loja' }).click();
    await at(page, '/');
    // What was answered is used: what one likes stands on the first screen, and before the rest of all products.
    const row = page.getByRole('region', { name: 'Para você' });
    await seen(row.getByRole('link', { name: 'Queijo Canastra meia-cura' }));
    expect(await row.getByRole('link', { name: 'Tomate italiano' }).count()).toBe(0);
    await row.getByRole('link', { name: 'Ver todos os produtos para você' }).click();
    await at(page, '/products');
    const first = page.getByRole('list', { name: 'Todos os produtos' }).getByRole('listitem').first();
    await seen(first.getByText('Queijo Canastra meia-cura'));
    const order = page.getByRole('combobox', { name: 'Ordenar por' });
    expect(await order.inputValue()).toBe('liked');
    await order.selectOption('Relevância');
    await seen(first.getByText('Tomate italiano'));
    await page.goto('/account');
    await page.getByRole('link', { name: 'Gostos' }).click();
    await at(page, '/likings');
    await seen(heading(page, 'Para quantas pessoas você compra?'));
    await page.getByRole('radio', { name: 'Duas' }).check();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await seen(heading(page, 'Quanto importa que seja orgânico?'));
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Quanto importa que seja orgânico?');
    await page.getByRole('radio', { name: '5' }).check();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await seen(heading(page, 'Falta alguma coisa na Feira?'));
    await page.getByRole('button', { name: 'Pular' }).click();
    await seen(heading(page, 'Suas respostas'));
    await page.reload();
    await seen(heading(page, 'Falta alguma coisa na Feira?'));
    await page.getByLabel('Sua resposta').fill('Jabuticaba');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await seen(page.getByText('Queijos, Pães'));
    await seen(page.getByText('5 de 5'));
    await page.getByRole('button', { name: /Para quantas pessoas/ }).click();
    await page.getByRole('radio', { name: 'Só para mim' }).check();
    await page.getByRole('button', { name: 'Salvar' }).click();
    await seen(page.getByText('Só para mim'));
  });
});
