import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { DESKTOP } from '#tests/support/browser/browser.ts';
import { hindering } from '#tests/support/browser/hindering.ts';
import { seriousFaults } from '#tests/support/browser/axe.ts';
import { alive, at, become, fillCart, heading, seen, written } from '#tests/support/people.ts';

/** Waits until the page keeps what its charts do: that begins when it rests. */
const logged = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/step-log-')),
  );

describe('speaking with the store', () => {
  test('begins at the account, with the code of what went wrong and the store’s own words, and shows the last steps to who is told their code', async ({
    context,
    page,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404/); // a key that nobody has made
    faults.expect(/status of 422/); // a coupon that the store does not have
    await become(page, 'Marina, cliente');
    await written(page, () => fillCart(page));
    await page.goto('/cart');
    await logged(page);
    const folded = page.getByRole('button', { name: 'Tenho um cupom' });
    await alive(folded);
    await folded.click();
    await page.getByRole('textbox', { name: 'Cupom de desconto' }).fill('NAOEXISTE');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await seen(page.getByText('Não encontramos o cupom NAOEXISTE', { exact: false }));
    await page.goto('/invite/code');
    await page.getByLabel('Convite ou chave').fill('0000');
    const refused = page.waitForResponse((answer) => answer.status() === 404);
    await page.getByRole('button', { name: 'Usar convite' }).click();
    const { requestId } = (await (await refused).json()) as { requestId: string };
    await seen(page.getByText(/Não encontramos este convite/));
    await page.goto('/account');
    await page
      .getByRole('link', { name: /Precisa de ajuda/ })
      .first()
      .click();
    await at(page, '/contact');
    await seen(heading(page, 'Fale com a Feira'));
    await seen(page.getByText('Segunda a sábado, das 8h às 20h'));
    await seen(page.getByText('Respondemos pelo WhatsApp no horário da loja.'));
    const code = requestId.slice(0, 8);
    await seen(page.getByText(code, { exact: true }));
    const message = await page.getByRole('link', { name: /Precisa de ajuda/ }).getAttribute('href');
    expect(message).toContain(encodeURIComponent(`Código do problema: ${code}.`));
    // Nothing is attached before a yes; then one code is shown, which has the other in it.
    const attach = page.getByRole('button', { name: 'Anexar e gerar código' });
    await attach.click();
    await seen(page.getByText('Marque aqui para anexar.', { exact: false }));
    const yes = page.getByRole('checkbox', { name: /^Anexar os últimos passos do app/ });
    expect(await yes.isChecked()).toBe(false);
    await yes.check();
    const sent = page.waitForRequest((request) => request.url().endsWith('/api/tickets'));
    await attach.click();
    const body = (await sent).postData() ?? '';
    expect(body).toContain('"event":"coupon.asked"');
    expect(body).not.toMatch(
      /NAOEXISTE|Marina|Prado|vitrine\.example|11900000001|Harmonia|52998224725|\D0000\D/,
    );
    const ticket = await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).innerText();
    await page.getByText(code, { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: /Precisa de ajuda/ }).getAttribute('href')).toContain(
      encodeURIComponent(`Código do problema: ${code}. Código do chamado: ${ticket}.`),
    );
    expect(await seriousFaults(page)).toEqual([]);
    // Whoever is told the code sees where the app was, and stands there with made-up data.
    const book = await context.newPage();
    await book.setViewportSize(DESKTOP);
    await book.goto('/flows/open-ticket');
    await book.getByLabel('Código do chamado').fill('0000000000');
    await book.getByRole('button', { name: 'Abrir chamado' }).click();
    await seen(book.getByRole('alert').filter({ hasText: 'não tem chamado com este código' }));
    await book.goto(`/flows/open-ticket#chamado=${ticket.toLowerCase()}`);
    await seen(book.getByText(`Código do último problema: ${code}.`));
    await seen(book.getByRole('status').filter({ hasText: 'Gravação aberta' }));
    expect(await hindering(book)).toEqual([]);
    const coupon = book.getByRole('listitem').filter({ hasText: /^coupon em refused/ });
    await coupon.getByRole('button', { name: /^Chegar a este estado/ }).click();
    const panel = book.getByRole('region', { name: 'Simular' });
    await seen(panel.getByRole('status').filter({ hasText: 'Está em refused' }));
    await book.locator('[data-state="refused"][data-life="active"]').waitFor();
    await seen(panel.getByText(/applyCoupon respondeu/));
  });
  test('is offered over the page after ten seconds, until it is sent away', async ({ page, expect }) => {
    await page.clock.install();
    await page.goto('/home');
    await page.clock.fastForward(2_000);
    const offer = page.getByRole('complementary', { name: 'Ajuda da loja' });
    expect(await offer.count()).toBe(0);
    // Its code comes after five seconds, and what it does begins then.
    await expect
      .poll(async () => {
        await page.clock.runFor(2_000);
        return offer.count();
      })
      .toBe(1);
    await expect.poll(() => offer.getByRole('link').getAttribute('target')).toBe('_blank');
    await expect.poll(() => offer.getByRole('link').getAttribute('href')).toMatch(/^https:\/\/wa\.me\//);
    await offer.getByRole('button', { name: 'Dispensar ajuda' }).click();
    await offer.waitFor({ state: 'detached' });
    await page.reload();
    await page.clock.runFor(15_000);
    expect(await offer.count()).toBe(0);
  });
});
