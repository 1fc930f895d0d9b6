import sharp from 'sharp';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  add,
  alive,
  at,
  choosePickup,
  choosePix,
  heading,
  newPerson,
  payPix,
  placeOrder,
  seen,
  written,
} from '#tests/support/people.ts';

describe('a visitor', () => {
  test('buys without an account where a campaign asks something, and finds the order again', async ({
    page,
    shop,
    faults,
    expect,
  }) => {
    const person = newPerson('Ana Lima');
    await page.goto('/store/cafe-novo-2026/catalog');
    await written(page, () => add(page, 'Sul de Minas'));
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/unauthenticated/cart');
    await page.getByRole('link', { name: 'Continuar sem conta' }).click();
    await at(page, '/lead');
    // What is missing is said at each field, and nothing typed is lost over a reload.
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('Confira 3 campos'));
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByLabel('Celular com DDD').fill(person.national);
    await page.reload();
    await alive(page.getByRole('button', { name: 'Continuar' }));
    await expect.poll(() => page.getByLabel('Nome completo').inputValue()).toBe(person.name);
    await page.getByRole('checkbox', { name: /Li e aceito/ }).check();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, /^\/cart\/[\w-]+\/checkout$/);
    await seen(page.getByText('compra sem conta'));
    await choosePickup(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    // The campaign asks, and one question follows from another.
    await at(page, '/extra');
    await seen(heading(page, 'Como você faz o seu café?'));
    await page.getByRole('button', { name: 'Salvar respostas' }).click();
    await seen(page.getByText('Escolha uma opção.'));
    await page.getByLabel('Como você prepara o café?').selectOption('Prensa francesa');
    await page.getByRole('checkbox', { name: 'É para presente' }).check();
    await page.getByLabel('O que escrevemos no cartão?').fill('Feliz aniversário');
    // A photo is made small on the device, and goes once the network is back.
    const photo = page.getByLabel('Foto da sua cafeteira');
    await photo.setInputFiles({ name: 'nota.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('nada') });
    await seen(page.getByText('Não conseguimos abrir este arquivo. Escolha outra foto.'));
    faults.expect(/ERR_FAILED/);
    await page.route('**/api/operation/photos', (route) => route.abort(), { times: 1 });
    const buffer = await sharp({
      create: { width: 2_400, height: 1_200, channels: 3, background: '#a0522d' },
    })
      .jpeg()
      .toBuffer();
    await photo.setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer });
    await written(page, () => seen(page.getByText('Foto enviada')), '"cafeteira"');
    const picture = page.getByRole('img', { name: 'Sua foto: Foto da sua cafeteira' });
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_600);
    await page.reload();
    await alive(page.getByRole('button', { name: 'Salvar respostas' }));
    await expect
      .poll(() => page.getByLabel('O que escrevemos no cartão?').inputValue())
      .toBe('Feliz aniversário');
    await seen(picture);
    await page.getByRole('button', { name: 'Salvar respostas' }).click();
    await seen(heading(page, 'Como você quer pagar?'));
    await seen(
      page.getByText(
        /Prensa francesa · É para presente · .*Feliz aniversário · Foto da sua cafeteira: enviada/,
      ),
    );
    // They can be changed from there.
    await page.getByRole('link', { name: 'Alterar perguntas' }).click();
    await at(page, '/extra');
    await page.getByLabel('Como você prepara o café?').selectOption('Coador');
    await page.getByRole('button', { name: 'Salvar respostas' }).click();
    await choosePix(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await seen(page.getByText('Produtos e preços reservados'));
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await seen(heading(page, 'Obrigado, Ana!'));
    await seen(page.getByRole('link', { name: 'Criar conta e guardar' }));
    // Found again on this device by its address.
    await page.reload();
    await seen(heading(page, 'Obrigado, Ana!'));
    await page.goto(`/order/${code}/details`);
    await seen(page.getByText('Ana Lima retira'));
    await seen(page.getByRole('button', { name: 'Cancelar pedido' }));
  });
});
