import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import type { Shop } from '#tests/support/shop.ts';
import { ask, at, codesSent, heading, moveClock, seen } from '#tests/support/people.ts';

let people = 0;
const newEmail = () => `elo${++people}@exemplo.com`;
/** Asks for a code by e-mail on a page. @returns the link that came with it */
async function askedBy(page: Page, shop: Shop, email: string): Promise<{ link: string; code: string }> {
  const before = await codesSent(shop, email);
  await page.goto('/login/email/verification');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await at(page, '/login/email/activation');
  const messages = await ask<{ text: string; code: string }[]>(
    shop,
    'GET',
    `/sandbox/messages?to=${encodeURIComponent(email)}`,
  );
  const [newest] = messages;
  const link = /https?:\/\/\S+\/auth\?token=\S+/.exec(newest?.text ?? '')?.[0];
  if (messages.length !== before + 1 || !newest || link === undefined) throw new Error('no link was sent');
  return { link, code: newest.code };
}
const enter = (page: Page) => page.getByRole('button', { name: 'Entrar', exact: true });
const kept = (page: Page) =>
  page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, location.href]),
  );

describe('the sign-in link of an e-mail', () => {
  test('signs in on the device where it is opened, after one tap; whoever fetches it first signs nobody in', async ({
    page,
    browser,
    shop,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d/);
    const email = newEmail();
    const { link, code } = await askedBy(page, shop, email);
    const token = new URL(link).searchParams.get('token') ?? '';
    // A scanner of mails, with and without the page's scripts.
    for (const method of ['GET', 'HEAD', 'GET']) {
      const scanned = await fetch(link, { method });
      expect([scanned.status, scanned.headers.get('set-cookie')]).toEqual([200, null]);
      expect(scanned.headers.get('referrer-policy')).toBe('no-referrer');
      expect(scanned.headers.get('cache-control')).toBe('no-store');
      expect(await scanned.text()).not.toContain(token);
    }
    const other = await newVisitor(browser, shop, faults);
    try {
      const scanner = await other.newPage();
      await scanner.goto(link);
      await seen(enter(scanner));
      await scanner.close();

      const phone = await other.newPage();
      const sentOn: string[] = [];
      phone.on('request', (request) => {
        if (
          request.url() !== link &&
          `${request.url()} ${request.headers()['referer'] ?? ''}`.includes(token)
        )
          sentOn.push(request.url());
      });
      await phone.goto(link);
      await seen(heading(phone, /^Entrar como e•••\s?@exemplo\.com\?$/));
      expect(phone.url()).not.toContain('token');
      // A reload without its address loses nothing.
      await phone.reload();
      await enter(phone).click();
      await at(phone, '/signup');
      expect(await kept(phone)).not.toContain(token);
      expect(sentOn).toEqual([]);
      // Back leads to no page with it either.
      await phone.goBack();
      expect(phone.url()).not.toContain('token');

      // Used once: what it says, and the way on.
      const again = await other.newPage();
      await again.goto(link);
      await at(again, /^\/(?!auth)/);
      await again.close();
    } finally {
      await other.close();
    }
    // The page that asked has a code that is spent with it.
    await page.getByLabel('Código de 6 números').fill(code);
    await seen(page.getByRole('button', { name: 'Peça um novo código' }));
    await page.goto(link);
    await seen(heading(page, 'Este link não vale mais'));
    await page.getByRole('link', { name: 'Pedir outro código' }).click();
    await at(page, '/login/email/verification');
  });

  test('is kept without a network and goes on when it is back; over, it says so', async ({
    page,
    shop,
    context,
    faults,
    expect,
  }) => {
    faults.expect(/status of 4\d\d|ERR_FAILED/);
    const email = newEmail();
    const { link } = await askedBy(page, shop, email);
    await page.goto(link);
    await seen(enter(page));
    await context.setOffline(true);
    await enter(page).click();
    await seen(heading(page, 'O link está guardado'));
    await context.setOffline(false);
    await at(page, '/signup');
    expect(await kept(page)).not.toContain(new URL(link).searchParams.get('token'));
  });

  test('ends after five minutes, and asks for another code', async ({ page, shop, faults }) => {
    faults.expect(/status of 4\d\d/);
    const { link } = await askedBy(page, shop, newEmail());
    await page.goto(link);
    await seen(enter(page));
    await moveClock(shop, 301);
    await enter(page).click();
    await seen(heading(page, 'Este link não vale mais'));
    await moveClock(shop, 0);
    await page.getByRole('link', { name: 'Pedir outro código' }).click();
    await at(page, '/login/email/verification');
  });
});
