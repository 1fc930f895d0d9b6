import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { test } from '#tests/support/browser/browser.ts';
import {
  HOME,
  type Person,
  alive,
  at,
  codeFor,
  codesSent,
  heading,
  newPerson,
  seen,
  signIn,
  typeCode,
} from '#tests/support/people.ts';
import type { Shop } from '#tests/support/shop.ts';

/** The questions before the one for another contact. */
async function answer(page: Page, person: Person): Promise<void> {
  await page.getByRole('checkbox', { name: /termos/ }).check();
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome completo').fill(person.name);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('CPF').fill(person.cpf);
  await page.getByRole('button', { name: 'Continuar' }).click();
}
/** From nobody to the question for another contact. */
async function reachSecond(page: Page, shop: Shop, person: Person): Promise<void> {
  await page.goto('/account');
  await at(page, '/login');
  await alive(page.getByRole('link', { name: 'Receber código por SMS' }));
  await signIn(page, shop, person);
  await answer(page, person);
  await at(page, '/signup/email/verification');
  await seen(heading(page, 'Qual é o seu e-mail?'));
}
/** The last question, up to the account. */
async function finish(page: Page): Promise<void> {
  await at(page, '/signup/postalcode');
  await page.getByLabel('CEP').pressSequentially(HOME.postalCode);
  await seen(page.getByLabel('Número', { exact: true }));
  await page.getByLabel('Número', { exact: true }).fill(HOME.streetNumber);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/account');
}
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirmar agora' }).click();

describe('a second contact in the sign-up', () => {
  test('is proved by a code, over a reload and a wrong one, and signs in from then on', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d/);
    const person = newPerson('Bia Prado');
    const mail = `bia${person.national}@exemplo.com`;
    await reachSecond(page, shop, person);
    await page.getByLabel('E-mail').fill('bia@');
    await confirm(page);
    await seen(page.getByText(/Confira o e-mail/));
    await page.getByLabel('E-mail').fill(mail);
    // What is typed outlives the page, and so does the code that is on its way.
    await page.reload();
    await expect.poll(() => page.getByLabel('E-mail').inputValue()).toBe(mail);
    await confirm(page);
    await at(page, '/signup/email/activation');
    await seen(page.getByText(mail));
    await page.reload();
    await seen(page.getByText(mail));
    await seen(page.getByRole('button', { name: 'Faltam 6 números' }));
    await alive(page.getByLabel('Código de 6 números'));
    const right = await codeFor(shop, mail);
    await typeCode(page, right === '111111' ? '222222' : '111111');
    await seen(page.getByRole('alert').filter({ hasText: 'Restam 4 tentativas' }));
    await typeCode(page, right);
    await finish(page);
    expect(await codesSent(shop, mail)).toBe(1);
    await page.goto('/profile');
    await seen(page.getByText(mail));
    await page.getByRole('link', { name: 'Trocar e-mail' }).click();
    // Signed in with it: what the server says of the user, not of the form.
    await seen(page.getByText(/Hoje você entra com/));
    await seen(page.getByText(mail));
  });

  test('waits for later, told and not proved, and is told only whole', async ({ page, shop, expect }) => {
    const person = newPerson('Caio Reis');
    const mail = `caio${person.national}@exemplo.com`;
    await reachSecond(page, shop, person);
    const later = page.getByRole('button', { name: 'Depois' });
    await page.getByLabel('E-mail').fill('caio@');
    await later.click();
    await seen(page.getByText(/Confira o e-mail/));
    await at(page, '/signup/email/verification');
    await page.getByLabel('E-mail').fill(mail);
    await later.click();
    await finish(page);
    await page.goto('/profile');
    await seen(page.getByText(mail));
    expect(await codesSent(shop, mail)).toBe(0);
  });

  test('goes on without one from where its code is typed, and lands at the sign-in without a sign-up', async ({
    page,
    shop,
  }) => {
    const person = newPerson('Davi Luz');
    const mail = `davi${person.national}@exemplo.com`;
    await page.goto('/signup/email/activation');
    await at(page, '/login');
    await reachSecond(page, shop, person);
    await page.getByLabel('E-mail').fill(mail);
    await confirm(page);
    await at(page, '/signup/email/activation');
    await page.goto('/signup/phone/verification');
    // The phone is proved: the address is that of the contact that is not.
    await at(page, '/signup/email/verification');
    await page.goBack();
    await page.getByRole('button', { name: 'Depois' }).click();
    await finish(page);
  });

  test('is a phone of another country, chosen or typed, which no code reaches and which is told', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d/);
    const person = newPerson('Eva Lopes');
    const mail = `eva${person.national}@exemplo.com`;
    const loaded: string[] = [];
    page.on('request', (request) => {
      if (/\/countries-[^/]*\.js$/.test(request.url())) loaded.push(request.url());
    });
    await page.goto('/login/phone/verification');
    const phone = page.getByLabel('Celular com DDD');
    await alive(phone);
    await phone.pressSequentially('11987');
    expect(await phone.inputValue()).toBe('(11) 987');
    expect(loaded).toEqual([]);
    await phone.fill('');
    // Typed with its plus sign it is known for what it is.
    await phone.pressSequentially('+351912345678');
    await expect.poll(() => phone.inputValue()).toBe('+351 912 345 678');
    await seen(page.getByRole('button', { name: 'País do celular: PT +351' }));
    expect(await seriousFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await seen(page.getByText('Por enquanto enviamos códigos só para celulares do Brasil.'));
    await page.getByRole('link', { name: 'Entrar com e-mail' }).click();
    await page.getByLabel('E-mail').fill(mail);
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await at(page, '/login/email/activation');
    await typeCode(page, await codeFor(shop, mail));
    await answer(page, person);
    await at(page, '/signup/phone/verification');
    await page.getByRole('button', { name: 'País do celular: BR +55' }).click();
    await page.getByLabel('País do celular', { exact: true }).selectOption({ label: 'Portugal +351' });
    await expect.poll(() => phone.inputValue()).toBe('+351');
    await phone.pressSequentially('912345678');
    await expect.poll(() => phone.inputValue()).toBe('+351 912 345 678');
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'País do celular: PT +351' }).click();
    await seen(page.getByLabel('País do celular', { exact: true }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await seriousFaults(page)).toEqual([]);
    await confirm(page);
    await page.getByRole('button', { name: 'Seguir com este número' }).click();
    const made = page.waitForRequest((request) => request.url().includes('/api/accounts/client/user/'));
    await at(page, '/signup/postalcode');
    await page.getByLabel('CEP').pressSequentially(HOME.postalCode);
    await page.getByLabel('Número', { exact: true }).fill(HOME.streetNumber);
    await page.getByRole('button', { name: 'Continuar' }).click();
    expect((await made).postDataJSON()).toMatchObject({
      phone: '+351912345678',
      phoneCountryCode: '351',
      phoneCountryIsoCode: 'PT',
      email: mail,
    });
    await seen(heading(page, /./));
  });
});
