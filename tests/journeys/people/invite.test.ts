import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  ask,
  at,
  become,
  codeFor,
  heading,
  newPerson,
  requestCode,
  seen,
  signUp,
  typeCode,
} from '#tests/support/people.ts';

describe('keys and invitations', () => {
  test('open a campaign to a visitor by a link, and go on through the sign-up', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404/); // nobody has an account before it is made
    const { key } = await ask<{ key: string }>(shop, 'POST', '/sandbox/keys');
    await page.goto('/store/queijos-da-canastra');
    await seen(page.getByText('Faltam 3 convites aceitos de 3'));
    await page.goto(`/invite/code?key=${key}`);
    await seen(heading(page, 'A chave vale'));
    await page.getByRole('link', { name: 'Ver a campanha' }).click();
    await at(page, /^\/store\//);
    await enter(page);
    const person = newPerson();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Receber código por SMS' }).click();
    await requestCode(page, person);
    await typeCode(page, await codeFor(shop, person.phone));
    await signUp(page, person);
    await page.getByRole('link', { name: /^Agora não/ }).click();
    await at(page, '/');
    await page.goto('/store/queijos-da-canastra');
    await enter(page);
    // The link again changes nothing: it is theirs already.
    await page.goto(`/invite/code?key=${key}`);
    await seen(page.getByText('Ela fica na sua conta: não precisa digitar de novo.'));
    await expect.poll(() => page.getByRole('link', { name: /Queijos da Canastra/ }).count()).toBe(1);
  });
  test('lead from a closed campaign to one’s own, which is sent as a link and a picture of it', async ({
    page,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404/); // a key that nobody has made
    await become(page, 'Marina, cliente');
    await page.goto('/store/queijos-da-canastra');
    await page.getByRole('link', { name: 'Ver meus convites' }).click();
    await at(page, '/invite');
    await seen(heading(page, 'Seus convites'));
    await seen(page.getByText('0 de 3 convites aceitos'));
    await seen(page.getByRole('img', { name: 'QR do convite de Queijos da Canastra' }));
    await page.getByRole('link', { name: 'Recebi um convite e quero usar' }).click();
    await at(page, '/invite/code');
    await page.getByLabel('Convite ou chave').fill('0000');
    await page.getByRole('button', { name: 'Usar convite' }).click();
    await seen(page.getByText(/Não encontramos este convite/));
    await expect.poll(() => page.getByLabel('Convite ou chave').inputValue()).toBe('0000');
  });
});

/** By the page of the campaign and by its own address to what it sells, which is open to whoever has a key. */
async function enter(page: Page): Promise<void> {
  await page.locator('a[href$="/catalog"]').filter({ visible: true }).first().click();
  const catalog = /^\/store\/[^/]+\/catalog$/;
  await at(page, catalog);
  await seen(page.getByRole('button', { name: /^Adicionar / }).first());
  await page.reload();
  await seen(page.getByRole('button', { name: /^Adicionar / }).first());
  await at(page, catalog);
}
