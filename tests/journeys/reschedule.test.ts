import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  advance,
  alive,
  at,
  become,
  heading,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
} from '#tests/support/people.ts';

describe('an order after its purchase', () => {
  test('is moved to another hour, its cancellation is asked for, and what failed is sent again', async ({
    shop,
    page,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await page.goto(`/order/${code}/details`);
    const move = page.getByRole('link', { name: 'Reagendar' });
    await alive(move);
    await move.click();
    await at(page, '/rescheduleorder');
    await seen(page.getByText('Dá para mudar até 2 vezes.'));
    const confirm = page.getByRole('button', { name: 'Confirmar novo horário' });
    await confirm.click();
    await seen(page.getByText('Escolha um dia e um horário para confirmar.'));
    const hours = page.getByRole('radio', { name: /^\d+h às \d+h/, disabled: false });
    await hours.last().check();
    await expect.poll(() => page.url()).toContain('window=');
    // What is chosen stands in the address.
    await page.reload();
    await seen(confirm);
    const chosen = page.getByRole('radio', { name: /^\d+h às \d+h/, checked: true });
    const text = await page.locator('label').filter({ has: chosen }).innerText();
    const hour = /^\d+h às \d+h/.exec(text)?.[0] ?? text;
    await confirm.click();
    await at(page, `/order/${code}/details`);
    await seen(page.getByText(new RegExp(`^Chega .*${hour}$`)));
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));

    // The shop begins: it is seen at once, and the way out is another.
    await advance(shop, code, 'preparation.started');
    await page.getByRole('button', { name: 'Pedir cancelamento' }).click();
    const sheet = page.getByRole('dialog', { name: 'Pedir o cancelamento?' });
    await sheet.getByRole('radio', { name: 'Outro motivo' }).check();
    await seen(sheet.getByText('Conte o motivo em poucas palavras.'));
    await sheet.getByLabel('Conte o motivo').fill('Vou viajar');
    await seen(sheet.getByText(/o valor volta para a conta de onde saiu o Pix/));
    await sheet.getByRole('button', { name: 'Pedir cancelamento' }).click();
    await seen(page.getByText(/^A loja responde ao seu pedido de cancelamento até /));
    await advance(shop, code, 'cancellation.refused');
    await seen(page.getByText(/^A loja respondeu que não dá mais para cancelar/));

    // What could not be delivered goes out again, for the last time.
    await advance(shop, code, 'order.shipped', 'delivery.started', 'delivery.failed');
    await page.getByRole('link', { name: 'Combinar nova entrega' }).click();
    await seen(heading(page, 'Combinar nova entrega'));
    await seen(page.getByText('É a última mudança que dá para fazer neste pedido.'));
    await hours.first().check();
    await confirm.click();
    await at(page, `/order/${code}/details`);
    await seen(page.getByRole('list', { name: 'Andamento' }).locator('[aria-current="step"]'));
    await expect.poll(() => page.getByRole('link', { name: 'Combinar nova entrega' }).count()).toBe(0);
    expect(await page.evaluate(() => Reflect.get(globalThis, 'isSamePage'))).toBe(true);
  });
});
