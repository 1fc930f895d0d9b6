import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { at, become, heading, payPix, placeOrder, reachConfirmation, seen } from '#tests/support/people.ts';

describe('what the store told', () => {
  test('is found from the account, leads to the order, and is new until it was opened', async ({
    page,
    shop,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await seen(heading(page, /^Obrigad/));
    await page.goto('/account');
    await page.getByRole('link', { name: 'Mensagens' }).click();
    await at(page, '/messages');
    const messages = page.getByRole('list', { name: 'Mensagens' });
    const first = messages.getByRole('listitem').first();
    await seen(first.getByText('Nova', { exact: true }));
    const count = await messages.getByRole('listitem').count();
    const read = page.waitForResponse(
      (answer) => /\/messages\/[\w-]+\/read$/.test(answer.url()) && answer.status() === 200,
    );
    await first.getByRole('link').click();
    await at(page, `/order/${code}/details`);
    await read;
    await page.goBack();
    await at(page, '/messages');
    await seen(first);
    await expect.poll(() => messages.getByRole('listitem').count()).toBe(count);
    expect(await first.getByText('Nova', { exact: true }).count()).toBe(0);
  });

  test('says that it cannot be asked for without a network, and comes with it', async ({ page, faults }) => {
    faults.expect(/ERR_FAILED/);
    await become(page, 'Marina, cliente');
    await page.route('**/api/users/messages', (route) => route.abort());
    await page.goto('/messages');
    await seen(heading(page, /./));
    await seen(page.getByRole('button', { name: 'Tentar de novo' }));
    await page.unroute('**/api/users/messages');
    await page.getByRole('button', { name: 'Tentar de novo' }).click();
    await seen(page.getByText('Nenhuma mensagem ainda').or(page.getByRole('list', { name: 'Mensagens' })));
  });
});
