import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import {
  type Person,
  alive,
  ask,
  at,
  codeFor,
  codesSent,
  heading,
  moveClock,
  newPerson,
  seen,
  signIn,
  signUp,
  typeCode,
} from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';

/** To their account, by a code. */
async function enter(page: Page, shop: Shop, person: Person): Promise<void> {
  await page.goto('/account');
  await at(page, '/login');
  await alive(page.getByRole('link', { name: 'Receber código por SMS' }));
  await signIn(page, shop, person);
}
/** The same of somebody new. */
async function join(page: Page, shop: Shop, person: Person): Promise<void> {
  await enter(page, shop, person);
  await signUp(page, person);
  await at(page, '/account');
}

describe("one's own account", () => {
  test('shows its data, and takes other ones that a reload still has', async ({ page, shop, expect }) => {
    const person = newPerson('Rita Lobo');
    await join(page, shop, person);
    // Who came by phone has told no e-mail, which the form needs.
    await page.getByRole('link', { name: 'Completar' }).click();
    await at(page, '/profile');
    await seen(page.getByText('Complete seus dados. Falta: E-mail.'));
    await page.getByRole('link', { name: 'Editar dados' }).click();
    await at(page, '/profile/edit');
    const name = page.getByLabel('Nome completo');
    await alive(name);
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('rita LOBO de souza');
    await expect.poll(() => name.inputValue()).toBe('Rita Lobo de Souza');
    await page.getByRole('button', { name: 'Preencher dados' }).click();
    await seen(page.getByText('Diga seu e-mail.'));
    await page.getByLabel('E-mail').fill('rita@exemplo.com.br');
    // What was typed outlives the page.
    await page.reload();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe('rita@exemplo.com.br');
    await page.getByRole('button', { name: 'Salvar' }).click();
    await at(page, '/profile');
    await seen(page.getByText('Rita Lobo de Souza'));
    await page.reload();
    await seen(page.getByText('rita@exemplo.com.br'));
    expect(await page.getByText('Complete seus dados').count()).toBe(0);
  });

  test('changes its phone by two codes, tells the old one, and ends the sign-in of another device', async ({
    browser,
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d/);
    const person = newPerson('Nina Costa');
    const next = newPerson();
    await join(page, shop, person);
    const elsewhere = await (await newVisitor(browser, shop, faults)).newPage();
    await moveClock(shop, 90);
    await enter(elsewhere, shop, person);
    await seen(heading(elsewhere, 'Olá, Nina'));

    await moveClock(shop, 500);
    await page.goto('/profile');
    const change = page.getByRole('link', { name: 'Trocar celular' });
    await alive(change);
    await change.click();
    const sent = await codesSent(shop, person.phone);
    await page.getByLabel('Celular com DDD').fill(next.national);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await seen(heading(page, 'Primeiro, confirme que é você'));
    await seen(page.getByRole('button', { name: 'Faltam 6 números' }));
    await expect.poll(() => codesSent(shop, person.phone)).toBe(sent + 1);
    await typeCode(page, await codeFor(shop, person.phone));
    await at(page, '/update/phone/activation');
    await seen(page.getByRole('button', { name: 'Faltam 6 números' }));
    await typeCode(page, await codeFor(shop, next.phone));
    await at(page, '/profile');
    await seen(page.getByText(next.national.slice(-4)));
    const told = await ask<{ text: string }[]>(
      shop,
      'GET',
      `/sandbox/messages?to=${encodeURIComponent(person.phone)}`,
    );
    expect(JSON.stringify(told)).toContain(`agora é •••${next.national.slice(-4)}`);
    await elsewhere.goto('/account');
    await at(elsewhere, '/login');
    await moveClock(shop, 0);
  });

  test('says what is allowed since when, hands out a copy, and ends the account in every tab', async ({
    page,
    context,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d/);
    const person = newPerson('Lia Prado');
    await join(page, shop, person);
    await page.goto('/profile');
    const counted = page.getByRole('checkbox', { name: 'Contar como a loja é usada' });
    await alive(counted);
    expect(await counted.isChecked()).toBe(false);
    await counted.check();
    await seen(page.getByText(/sem dizer quem\. Permitido em /));
    await seen(page.getByText(/^Termos de uso, versão .*: aceitos em /));
    await page.reload();
    await seen(page.getByText(/sem dizer quem\. Permitido em /));
    const copy = page.getByRole('button', { name: 'Baixar meus dados' });
    await alive(copy);
    const [file] = await Promise.all([page.waitForEvent('download'), copy.click()]);
    expect(file.suggestedFilename()).toMatch(/^meus-dados-[\d-]{10}\.json$/);
    await seen(page.getByText('A cópia foi salva neste aparelho'));

    const beside = await context.newPage();
    await beside.goto('/profile');
    await seen(heading(beside, 'Dados Pessoais'));
    // The last code is too young for another.
    await moveClock(shop, 90);
    await page.getByRole('button', { name: 'Excluir minha conta' }).click();
    await seen(page.getByText('Pedidos que ainda não foram pagos são cancelados.'));
    const sent = await codesSent(shop, person.phone);
    await page.getByRole('button', { name: 'Continuar para excluir' }).click();
    await seen(page.getByRole('button', { name: 'Faltam 6 números' }));
    await expect.poll(() => codesSent(shop, person.phone)).toBe(sent + 1);
    await typeCode(page, await codeFor(shop, person.phone));
    await seen(page.getByText('Sua conta foi excluída.'));
    await at(page, '/');
    await at(beside, '/');
    const told = await ask<{ text: string }[]>(
      shop,
      'GET',
      `/sandbox/messages?to=${encodeURIComponent(person.phone)}`,
    );
    expect(JSON.stringify(told)).toContain('foi excluída');
    await beside.goto('/profile');
    await at(beside, '/login');
    await moveClock(shop, 0);
  });

  test('asks once about terms that are newer than the accepted ones, where nothing is bought', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404/); // nobody has an account before it is made
    // As if the account had been made while an older text stood there.
    await page.route('**/api/accounts/client/user/*', async (route) => {
      const body = route.request().postDataJSON() as { consents: { id: string; version: string }[] };
      const consents = body.consents.map((one) =>
        one.id === 'terms' ? { ...one, version: '2025-01' } : one,
      );
      await route.continue({ postData: { ...body, consents } });
    });
    const answered: unknown[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT' && request.url().endsWith('/api/users/consents'))
        answered.push(request.postDataJSON());
    });
    const question = page.getByRole('dialog', { name: 'Os termos de uso mudaram' });
    const person = newPerson('Rita Sá');
    await join(page, shop, person);
    await seen(question);
    expect(await seriousFaults(page)).toEqual([]);
    // It waits where something is filled in.
    const heardThere = page.waitForResponse((one) => one.url().endsWith('/api/users/consents'));
    await page.goto('/profile/edit');
    await alive(page.getByLabel('Nome completo'));
    await heardThere;
    expect(await question.count()).toBe(0);
    await page.goto('/home');
    await seen(question);
    await question.getByRole('link', { name: 'Ler os termos' }).click();
    await at(page, '/about');
    await seen(heading(page, 'Termos de uso'));
    await page.goBack();
    await question.getByRole('button', { name: 'Agora não' }).click();
    await question.waitFor({ state: 'detached' });
    expect(answered).toEqual([{ purpose: 'terms', granted: false, version: expect.any(String) }]);

    // Neither with the next page nor with the next sign-in.
    const heard = page.waitForResponse((one) => one.url().endsWith('/api/users/consents'));
    await page.goto('/profile');
    await heard;
    await page.getByRole('button', { name: 'Sair deste aparelho' }).click();
    await at(page, '/');
    await moveClock(shop, 90);
    await page.goto('/account');
    await at(page, '/login');
    await alive(page.getByRole('link', { name: 'Receber código por SMS' }));
    const asked = page.waitForResponse((one) => one.url().endsWith('/api/users/consents'));
    await signIn(page, shop, person);
    await asked;
    await at(page, '/account');
    expect(await question.count()).toBe(0);
    await page.goto('/profile');
    await seen(page.getByText(/^Termos de uso, versão .*: você deixou para depois em /));
    await page.getByRole('button', { name: 'Aceitar: Termos de uso' }).click();
    await seen(page.getByText(/^Termos de uso, versão .*: aceitos em /));
    expect(answered.at(-1)).toEqual({ purpose: 'terms', granted: true, version: expect.any(String) });
    await moveClock(shop, 0);
  });
});
