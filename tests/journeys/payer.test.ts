import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { DESKTOP, PHONE, newVisitor, test } from '#tests/support/browser/browser.ts';
import { misfits } from '#tests/support/tenants/misfits.ts';
import {
  alive,
  at,
  become,
  heading,
  moveClock,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
} from '#tests/support/people.ts';

/** Asks for a link on the screen of a Pix, and copies it. @returns what came into the clipboard */
async function copyLink(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: 'Alguém paga por mim' });
  await alive(button);
  await button.click();
  await page.getByRole('button', { name: 'Copiar o link' }).click();
  await seen(page.getByText('Link copiado. Cole na conversa com quem vai pagar.'));
  return page.evaluate(() => navigator.clipboard.readText());
}

describe('"Alguém paga por mim"', () => {
  test('somebody else pays by a link, and the buyer sees it', async ({
    browser,
    shop,
    context,
    page,
    faults,
    expect,
  }) => {
    const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] };
    await context.grantPermissions(clipboard.permissions);
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const code = await placeOrder(page);
    const first = await copyLink(page);
    expect(first).toMatch(new RegExp(`^${shop.url}/pix/[\\w-]{44}$`));

    const stranger = await newVisitor(browser, shop, faults, clipboard);
    const theirs = await stranger.newPage();
    const answer = await theirs.goto(first);
    const headers = await answer?.allHeaders();
    expect(answer?.status()).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    await seen(heading(theirs, 'Pagar com Pix'));
    const amount = await page
      .getByText(/^R\$\s[\d.]+,\d\d$/)
      .first()
      .innerText();
    await seen(theirs.getByText(amount));
    await seen(theirs.getByText(/^Pague até \d+h(\d\d)?, faltam \d\d:\d\d$/));
    const { brCode } = await theirs.evaluate(
      async () =>
        (await (await fetch(`/api${location.pathname.replace('pix', 'pix/link')}`)).json()) as {
          brCode: string;
        },
    );
    await theirs.getByRole('button', { name: 'Copiar código' }).click();
    await seen(theirs.getByText('Código copiado'));
    expect(await theirs.evaluate(() => navigator.clipboard.readText())).toBe(brCode);
    const said = await theirs.content();
    for (const secret of ['Marina', 'Queijo', 'Harmonia', code.replace(/(.{4})(?=.)/g, '$1-')])
      expect(said).not.toContain(secret);
    for (const viewport of [{ width: 320, height: 568 }, PHONE, DESKTOP]) {
      await theirs.setViewportSize(viewport);
      expect((await new AxeBuilder({ page: theirs }).analyze()).violations.map(({ id }) => id)).toEqual([]);
      expect(await misfits(theirs)).toEqual([]);
    }
    // Without a script the same stands there, but for the button.
    const plain = await newVisitor(browser, shop, faults, { javaScriptEnabled: false });
    const read = await plain.newPage();
    await read.goto(first);
    await expect.poll(() => read.locator('#code').innerText()).toBe(brCode);
    expect(await read.getByRole('button').count()).toBe(0);
    await plain.close();

    // The time is over, of the buyer’s token too: both pages say so by themselves, and the next code has a
    // link of its own.
    faults.expect(/status of 40[14]/);
    await moveClock(shop, 31 * 60);
    await seen(heading(theirs, 'Este Pix venceu'));
    await seen(heading(page, 'Este código venceu'));
    await page.getByRole('button', { name: 'Gerar novo código' }).click();
    const next = await copyLink(page);
    expect(next).not.toBe(first);
    expect((await theirs.reload())?.status()).toBe(404);
    await seen(heading(theirs, 'Este link não vale mais'));
    await theirs.goto(next);
    await seen(theirs.getByText(amount));
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await seen(heading(theirs, 'Este Pix já foi pago'));
    expect((await new AxeBuilder({ page: theirs }).analyze()).violations.map(({ id }) => id)).toEqual([]);
    await stranger.close();
    await moveClock(shop, 0);
  });
});
