import sharp from 'sharp';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  advance,
  alive,
  at,
  become,
  chooseAnew,
  choosePickup,
  goToConfirmation,
  heading,
  payPix,
  placeOrder,
  reachCart,
  seen,
} from '#tests/support/people.ts';

describe('an order after it was paid', () => {
  test('is fetched with a code that is there without a network, and what came broken is given back with a photo', async ({
    context,
    page,
    shop,
    faults,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await reachCart(page);
    await chooseAnew(page);
    await choosePickup(page);
    await goToConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await page.getByRole('link', { name: /^Ver a retirada/ }).click();
    await seen(heading(page, 'Aguarde nossa mensagem antes de ir'));
    await advance(shop, code, 'preparation.started', 'pickup.readied');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await seen(heading(page, 'Pode vir buscar'));
    const spoken = page.getByText(/^[0-9A-Z]{3} [0-9A-Z]{3}$/);
    const said = await spoken.innerText();
    await seen(page.getByRole('img', { name: 'Código de retirada em QR' }));
    await seen(page.getByText(/^Retire até /));
    await expect
      .poll(() => page.getByRole('link', { name: 'Como chegar' }).getAttribute('href'))
      .toMatch(/^geo:-23\./);

    // At the counter, in a cellar: the page is opened anew without a network.
    await page.evaluate(() => navigator.serviceWorker.ready);
    faults.expect(/ERR_FAILED|fetching the script/);
    await context.setOffline(true);
    await page.reload();
    await seen(spoken);
    await expect.poll(() => spoken.innerText()).toBe(said);
    await context.setOffline(false);

    await advance(shop, code, 'order.delivered');
    await page.goto(`/order/${code}/details`);
    const trade = page.getByRole('link', { name: /^Trocar ou devolver/ });
    await alive(trade);
    await trade.click();
    await seen(heading(page, 'O que aconteceu?'));
    await page.getByRole('checkbox').check();
    await page.getByRole('radio', { name: /^Veio com defeito/ }).check();
    await seen(page.getByText('Mande uma foto que mostre o problema.'));
    // One that fails goes again by itself, made small on the device.
    await page.route('**/photos', (route) => route.abort(), { times: 1 });
    const buffer = await sharp({
      create: { width: 2_400, height: 1_200, channels: 3, background: '#a0522d' },
    })
      .jpeg()
      .toBuffer();
    await page
      .getByLabel('Foto 1', { exact: true })
      .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
    await seen(page.getByText('Foto enviada'));
    await seen(page.getByText('1 de 5'));
    // What was chosen and sent outlives a reload.
    await page.reload();
    const picture = page.getByRole('img', { name: 'Sua foto: Foto 1' });
    await seen(picture);
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_600);
    await expect.poll(() => page.getByRole('checkbox').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText(/volta para a conta de onde saiu o Pix/));
    await page.getByRole('button', { name: 'Enviar pedido' }).click();
    await at(page, `/order/${code}/details`);
    await seen(page.getByText('A loja já recebeu o seu pedido de devolução.'));
  });
});
