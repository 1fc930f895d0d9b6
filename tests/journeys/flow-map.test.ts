import { describe } from 'vitest';
import { DESKTOP, test } from '#tests/support/browser/browser.ts';
import { alive } from '#tests/support/people.ts';

describe('the map of the flow book', () => {
  test('draws the ways between the screens of the map: of one card, every step, every refusal', async ({
    page,
    expect,
  }) => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/flows');
    const card = page.getByRole('button', { name: /^Pagamento .*Segue para Parcelas/ });
    const way = (lead: string) => page.locator(`[data-lead="${lead}"]`);
    await alive(card);
    await expect.poll(() => page.locator('[data-lead]').count()).toBe(0);
    await card.focus();
    await way('checkout.payment checkout.installment').waitFor({ state: 'attached' });
    await way('checkout.payment checkout.shipping').waitFor({ state: 'attached' });
    expect(await way('signup.account signup.name').count()).toBe(0);
    await page.getByText('Todos os passos').click();
    await way('signup.account signup.name').waitFor({ state: 'attached' });
    expect(await way('app.wallets login.auth').count()).toBe(0);
    await page.getByText('Passos e recusas').click();
    await way('app.wallets login.auth').waitFor({ state: 'attached' });
    // From one card to the other.
    const [from, to] = await Promise.all(
      ['signup.account', 'signup.name'].map((screen) =>
        page.locator(`[data-screen="${screen}"]`).boundingBox(),
      ),
    );
    const drawn = await way('signup.account signup.name').boundingBox();
    const apart = [
      (from?.x ?? 0) + (from?.width ?? 0) - (drawn?.x ?? 0),
      (to?.x ?? 0) - (drawn?.x ?? 0) - (drawn?.width ?? 0),
    ];
    // A pixel for how thick the line is.
    expect(apart.filter((pixels) => Math.abs(pixels) > 2)).toEqual([]);
  });
});
