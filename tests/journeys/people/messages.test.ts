import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { at, become, heading, seen } from '#tests/support/people.ts';

describe('speaking with the store', () => {
  test('begins at the account, with the code of what went wrong and the store’s own words', async ({
    page,
    faults,
    expect,
  }) => {
    faults.expect(/status of 404/); // a key that nobody has made
    await become(page, 'Marina, cliente');
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
