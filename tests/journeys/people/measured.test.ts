import type { Page, Request } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, test } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import {
  at,
  become,
  chooseAnew,
  heading,
  placeOrder,
  reachCart,
  reachConfirmation,
  seen,
  signIn,
} from '#tests/support/people.ts';

/** What a page sends to be counted, in its order. */
function countedOf(page: Page): object[] {
  const counted: object[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/measurement/events')) return;
    counted.push(...(request.postDataJSON() as { events: object[] }).events);
  });
  return counted;
}
/** Leaves the page for another tab for a moment: what waits goes out then. */
const lookAway = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'hidden');
  });
const box = (page: Page) => page.getByRole('checkbox', { name: 'Contar como a loja é usada' });
const goTo = async (page: Page, path: string) => {
  await page.evaluate((to) => document.querySelector<HTMLAnchorElement>(`a[href="${to}"]`)?.click(), path);
  await at(page, path);
};

describe('what is counted of the use of the shop', () => {
  test('PRV-03 goes out from a yes to a no, says nothing of whom, and is not asked about again', async ({
    page,
    expect,
  }) => {
    const counted = countedOf(page);
    // What hears the checkout comes with the yes.
    const allowed: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/while-allowed-')) allowed.push(request.url());
    });
    const asked = page.waitForResponse('**/api/users/consents');
    await become(page, 'Marina, cliente');
    await page.goto('/account');
    await seen(heading(page, /^Olá/));
    await asked;
    await lookAway(page);
    await page.getByRole('link', { name: 'Dados pessoais' }).click();
    await box(page).waitFor();
    await lookAway(page);
    expect(counted).toEqual([]);
    expect(allowed).toEqual([]);

    await box(page).check();
    await seen(page.getByText(/^Só números por dia, sem dizer quem\. Permitido em/));
    await page.goBack();
    await at(page, '/account');
    await lookAway(page);
    await expect.poll(() => counted).toContainEqual({ name: 'screens', stateId: 'accountDashboard' });
    await expect.poll(() => allowed.length).toBe(1);
    expect(counted.filter((one) => !('stateId' in one))).toEqual([]);

    // The next page knows it without a question.
    const again: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/users/consents')) again.push(request.method());
    });
    counted.length = 0;
    const stored = page.waitForResponse('**/api/measurement/events');
    await page.goto('/cart');
    await expect
      .poll(async () => {
        await lookAway(page);
        return counted;
      })
      .toEqual([
        { name: 'screens', stateId: 'cart' },
        { name: 'purchase', step: 'cart' },
      ]);
    expect((await stored).status()).toBe(204);
    expect(again).toEqual([]);

    await page.goto('/profile');
    await box(page).uncheck();
    await seen(page.getByText(/^Só números por dia, sem dizer quem\. Retirado em/));
    counted.length = 0;
    await page.goBack();
    await lookAway(page);
    await page.goto('/account');
    await seen(heading(page, /^Olá/));
    await goTo(page, '/messages');
    await lookAway(page);
    expect(counted).toEqual([]);
  });

  test('of a purchase is heard from outside of it, and stands in the flow book for the staff', async ({
    page,
    context,
    faults,
    expect,
  }) => {
    // Nobody is signed in at the desk yet.
    faults.expect(/status of 401.*auth\/renew/);
    await page.setViewportSize(DESKTOP);
    const counted = countedOf(page);
    const stepsOf = () => counted.filter((one) => 'entered' in one);
    await become(page, 'Marina, cliente');
    await page.goto('/profile');
    await box(page).check();
    await seen(page.getByText(/^Só números por dia, sem dizer quem\. Permitido em/));
    await reachConfirmation(page);
    const order = await placeOrder(page);
    const stored = page.waitForResponse('**/api/measurement/events');
    await expect
      .poll(async () => {
        await lookAway(page);
        return stepsOf();
      })
      .toContainEqual(
        expect.objectContaining({ event: 'xstate.done.actor.placeOrder', entered: ['placed'] }),
      );
    expect((await stored).status()).toBe(204);
    expect(stepsOf()).toContainEqual({
      name: 'checkout',
      event: 'order.submitted',
      left: [
        { state: 'confirmation', stood: expect.any(Number) },
        { state: 'confirmation.reviewing', stood: expect.any(Number) },
      ],
      entered: ['placing', expect.stringMatching(/^placing\./)],
    });
    expect(JSON.stringify(counted)).not.toContain(order);

    // Who leaves the page in the middle of a purchase is counted as they go.
    const underWay = new Set<Request>();
    page.on('request', (request) => request.method() !== 'GET' && underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await reachCart(page);
    await chooseAnew(page);
    // What is counted while something goes out waits for that; then nothing is under way any more.
    await expect
      .poll(async () => {
        const before = underWay.size;
        await lookAway(page);
        const ready = stepsOf().filter((one) => (one['entered'] as string[]).includes('shipping.ready'));
        return [ready.length, before, underWay.size];
      })
      .toEqual([2, 0, 0]);
    const other = await context.newPage();
    await page.goto('about:blank');

    await other.setViewportSize(DESKTOP);
    await other.goto('/flows/checkout');
    await other.getByRole('switch', { name: 'Funil' }).check();
    await other.getByRole('button', { name: 'Entrar como Otto, consulta' }).click();
    const row = (state: string) =>
      other.getByRole('row').filter({ has: other.getByRole('button', { name: state, exact: true }) });
    const cellsOf = (state: string) => row(state).getByRole('cell').allTextContents();
    await seen(row('placed'));
    expect(await cellsOf('placed')).toEqual(['1', '0', '–']);
    expect(await cellsOf('confirmation')).toEqual(['1', '1', '–']);
    // Come to twice, and left for the payment and with the page.
    await expect
      .poll(async () => {
        await other.reload();
        await seen(row('placed'));
        return cellsOf('shipping.ready');
      })
      .toEqual(['2', '2', '–']);
    // One is too few to say why.
    await seen(other.getByRole('list', { name: 'Por que se sai de confirmation', exact: true }));
    expect(
      await other
        .getByRole('list', { name: 'Por que se sai de confirmation', exact: true })
        .allTextContents(),
    ).toEqual(['motivos, cada um menos de 5 vezes']);
    await row('placed').getByRole('button').click();
    await seen(other.locator('[data-state="placed"]').getByText('entram 1 · saem 0'));
    expect(await other.evaluate(() => location.pathname + location.search + location.hash)).toBe(
      '/flows/checkout?funnel=7#placed',
    );
    for (const size of [DESKTOP, PHONE]) {
      await other.setViewportSize(size);
      expect(await hindering(other)).toEqual([]);
    }
  });

  test('tells by which way somebody who allowed it signs in, and how long the code took', async ({
    page,
    context,
    shop,
    expect,
  }) => {
    const counted = countedOf(page);
    await become(page, 'Marina, cliente');
    await page.goto('/profile');
    await box(page).check();
    await seen(page.getByText(/^Só números por dia, sem dizer quem\. Permitido em/));
    await page.evaluate(() => localStorage.clear());
    await context.clearCookies();
    const known = page.waitForResponse('**/api/users/consents');
    await page.goto('/login');
    await signIn(page, shop, { phone: '+5511900000001', national: '11900000001' });
    await known;
    // The page may have heard of the consent a moment after the network brought it.
    await expect
      .poll(async () => {
        await lookAway(page);
        return counted;
      })
      .toContainEqual({ name: 'signIn', method: 'SMS' });
    expect(counted).toContainEqual({ name: 'sms_verification_timer', seconds: expect.any(Number) });
  });
});
