import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  alive,
  at,
  codeFor,
  codesSent,
  heading,
  moveClock,
  newPerson,
  requestCode,
  seen,
  signIn,
  signUp,
  typeCode,
} from '#tests/support/people.ts';

/**
 * A phone's browser, as far as the page sees it: `hand` gives the page the code of a text message, and is there while
 * the page waits for one.
 */
const asPhone = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { OTPCredential: Object });
    Object.defineProperty(navigator.credentials, 'get', {
      value: ({ otp, signal }: { otp: { transport: string[] }; signal: AbortSignal }) =>
        new Promise((resolve, reject) => {
          if (otp.transport[0] !== 'sms') reject(new Error('not by text message'));
          const end = () => {
            if (Reflect.get(globalThis, 'hand') === hand) Reflect.deleteProperty(globalThis, 'hand');
          };
          const hand = (code: string) => {
            end();
            resolve({ code });
          };
          signal.addEventListener('abort', () => {
            end();
            reject(new Error('given up'));
          });
          Object.assign(globalThis, { hand });
        }),
    });
  });

describe('signing in', () => {
  test('refuses a wrong code with the tries that are left, and takes the right one', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    const person = newPerson();
    // The browser itself writes a line for every answer that refuses.
    faults.expect(/status of 4\d\d/);
    await page.goto('/login/phone/verification');
    await requestCode(page, person);
    const right = await codeFor(shop, person.phone);
    await typeCode(page, right === '111111' ? '222222' : '111111');
    await seen(page.getByRole('alert').filter({ hasText: 'Restam 4 tentativas' }));
    await expect.poll(() => page.getByLabel('Código de 6 números').inputValue()).toBe('');
    await typeCode(page, right);
    await seen(heading(page, 'Vamos criar o seu cadastro'));
  });

  test('takes a code by itself where the phone hands it over from its message, also after a wrong one', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    const person = newPerson();
    faults.expect(/status of 4\d\d/);
    let tries = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) tries += 1;
    });
    await asPhone(page);
    const hand = async (code: string) => {
      await page.waitForFunction(() => 'hand' in globalThis);
      await page.evaluate(
        (digits) => (Reflect.get(globalThis, 'hand') as (code: string) => void)(digits),
        code,
      );
    };
    await page.goto('/login/phone/verification');
    await requestCode(page, person);
    const right = await codeFor(shop, person.phone);
    await hand(right === '111111' ? '222222' : '111111');
    await seen(page.getByRole('alert').filter({ hasText: 'Restam 4 tentativas' }));
    await hand(right);
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    expect(tries).toBe(2);
  });

  test('asks the phone for no code that went by e-mail', async ({ page, expect }) => {
    await asPhone(page);
    await page.goto('/login/email/verification');
    await page.getByLabel('E-mail').fill('carta@exemplo.com');
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await at(page, '/login/email/activation');
    await alive(page.getByLabel('Código de 6 números'));
    expect(await page.evaluate(() => 'hand' in globalThis)).toBe(false);
  });

  test('says that a code is over, sends another and takes only that one', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    const person = newPerson();
    faults.expect(/status of 4\d\d/);
    await page.clock.install();
    await page.goto('/login/phone/verification');
    await requestCode(page, person);
    const old = await codeFor(shop, person.phone);
    await moveClock(shop, 301);
    await page.clock.fastForward(301_000);
    await typeCode(page, old);
    await seen(page.getByRole('button', { name: 'Peça um novo código' }));
    await page.getByRole('button', { name: 'Reenviar código' }).click();
    await expect.poll(() => codesSent(shop, person.phone)).toBe(2);
    await seen(page.getByRole('button', { name: 'Faltam 6 números' }));
    await typeCode(page, await codeFor(shop, person.phone));
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    await moveClock(shop, 0);
  });

  test('shuts a code after too many tries and goes on with a new one', async ({ page, shop, faults }) => {
    const person = newPerson();
    faults.expect(/status of 4\d\d/);
    await page.clock.install();
    await page.goto('/login/phone/verification');
    await requestCode(page, person);
    const wrong = (await codeFor(shop, person.phone)) === '111111' ? '222222' : '111111';
    for (const left of ['Restam 4', 'Restam 3', 'Restam 2', 'Resta 1']) {
      await typeCode(page, wrong);
      await seen(page.getByRole('alert').filter({ hasText: left }));
    }
    await typeCode(page, wrong);
    await seen(page.getByRole('button', { name: 'Peça um novo código' }));
    await moveClock(shop, 61);
    await page.clock.fastForward(61_000);
    await page.getByRole('button', { name: 'Reenviar código' }).click();
    await seen(page.getByRole('button', { name: 'Faltam 6 números' }));
    await typeCode(page, await codeFor(shop, person.phone));
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    await moveClock(shop, 0);
  });

  test('goes on after a reload while the code is typed, and after a refusal says for how long', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    const person = newPerson();
    faults.expect(/status of 4\d\d/);
    await page.goto('/login/phone/verification');
    await requestCode(page, person);
    await page.reload();
    await seen(heading(page, 'Digite o código que enviamos'));
    await seen(page.getByText(/^Reenviar em \d+ s$/));
    // Asked for anew, it is refused: what can be done is said, and the wait.
    await page.getByRole('link', { name: 'Trocar número' }).click();
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await seen(page.getByText(/^Você pode pedir outro em \d+ s\.$/));
    await page.getByRole('button', { name: 'Digitar o código' }).click();
    await at(page, '/login/phone/activation');
    await typeCode(page, await codeFor(shop, person.phone));
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    await expect.poll(() => codesSent(shop, person.phone)).toBe(1);
  });

  test('makes the account over reloads, a look at the terms, and half an hour', async ({
    page,
    context,
    shop,
    faults,
    expect,
  }) => {
    const person = newPerson('Ana Sem Pressa');
    faults.expect(/status of 4\d\d/);
    await page.goto('/login');
    await signIn(page, shop, person);
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    await page.getByRole('checkbox', { name: /termos/ }).check();
    await page.getByRole('link', { name: 'termos', exact: true }).click();
    await at(page, '/about');
    await page.goBack();
    await at(page, '/signup');
    await expect.poll(() => page.getByRole('checkbox', { name: /termos/ }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Criar conta' }).click();
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByLabel('CPF').fill('111.444.777-36');
    for (const press of [1, 2]) {
      await page.getByRole('button', { name: 'Continuar' }).click();
      await seen(page.getByText('os números não batem'));
      expect(
        await page.getByLabel('CPF').evaluate((field) => field === document.activeElement),
        `press ${press}`,
      ).toBe(true);
      await page.getByRole('button', { name: 'Continuar' }).focus();
    }
    await page.getByLabel('CPF').fill(person.cpf);
    expect(await page.getByText('os números não batem').count()).toBe(0);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/signup/email/verification');
    await page.getByRole('button', { name: 'Depois' }).click();
    await seen(page.getByLabel('CEP'));
    await page.reload();
    await at(page, '/signup/postalcode');
    // The tab is closed; the browser still knows them, and /login leads to what is left to do.
    await page.close();
    const other = await context.newPage();
    await other.goto('/login');
    await seen(heading(other, 'Vamos criar o seu cadastro'));
    await other.getByRole('button', { name: 'Criar conta' }).click();
    await expect.poll(() => other.getByLabel('Nome completo').inputValue()).toBe(person.name);
    await other.getByRole('button', { name: 'Continuar' }).click();
    // Both steps have a button of that name.
    await seen(other.getByLabel('CPF'));
    await other.getByRole('button', { name: 'Continuar' }).click();
    await other.getByRole('button', { name: 'Depois' }).click();
    await seen(other.getByLabel('CEP'));
    await moveClock(shop, 1_900);
    await other.getByLabel('CEP').fill('05435-000');
    await other.getByLabel('Número', { exact: true }).fill('482');
    await other.getByRole('button', { name: 'Continuar' }).click();
    await seen(heading(other, 'Confirme que é você'));
    await expect.poll(() => codesSent(shop, person.phone)).toBe(2);
    await typeCode(other, await codeFor(shop, person.phone));
    // Who asked for nothing else is asked about their taste.
    await at(other, '/likings');
    await other.getByRole('link', { name: 'Agora não, ir para a loja' }).click();
    await at(other, '/');
    await seen(heading(other, /Ana/));
    await moveClock(shop, 0);
  });

  test('signs a new person up from the account tab and leaves nothing to go back to', async ({
    page,
    shop,
  }) => {
    const person = newPerson('joana d’arc de souza');
    await page.goto('/');
    await page.getByRole('link', { name: 'Conta' }).click();
    await at(page, '/login');
    await signIn(page, shop, person);
    await signUp(page, person);
    await at(page, '/account');
    await seen(heading(page, 'Olá, Joana'));
    await page.goBack();
    await at(page, '/');
    await seen(heading(page, /Joana/));
  });
});
