import type { Page } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import {
  at,
  become,
  chooseAnew,
  choosePickup,
  goToConfirmation,
  heading,
  pathOf,
  payPix,
  placeOrder,
  reachCart,
  seen,
  written,
} from '#tests/support/people.ts';

/** An address that no map knows, down to its number: the device is asked where that is. */
async function typeUnmapped(page: Page): Promise<void> {
  await page.getByLabel('CEP', { exact: true }).fill('99999-999');
  await page.keyboard.press('Enter');
  await at(page, '/addressnumber');
  for (const [label, text] of [
    ['Rua', 'Travessa das Flores'],
    ['Bairro', 'Vila Madalena'],
    ['Cidade', 'São Paulo'],
    ['Número', '12'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Estado').selectOption('SP');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/geolocationmap');
}

describe('a place', () => {
  test('is looked at before anything is chosen: a campaign says whether it comes there, and where to fetch', async ({
    page,
  }) => {
    await page.goto('/store/feira-da-semana');
    await page.getByRole('link', { name: /O dia e a hora você escolhe no pedido/ }).click();
    await at(page, '/deliveryarea');
    await seen(heading(page, 'Entregamos aí?'));
    await seen(page.getByText('São Paulo, capital'));
    await page.getByLabel('Seu CEP').fill('20040-002');
    await page.getByRole('button', { name: 'Calcular frete e prazo' }).click();
    await seen(page.getByText('Ainda não entregamos neste lugar.', { exact: false }));
    await page.getByRole('link', { name: 'Escolher onde retirar' }).click();
    await at(page, '/pickupstore');
    await seen(heading(page, /pontos de retirada/));
    await seen(page.getByText('O ponto se escolhe com algo no carrinho.'));
  });

  test('where the cart is fetched is chosen by keys, and stands chosen in the purchase', async ({
    page,
    expect,
  }) => {
    await become(page, 'Marina, cliente');
    await written(page, () => reachCart(page, 'Queijo Canastra meia-cura'));
    await page.goto('/pickupstore?campaign=feira-da-semana');
    await seen(heading(page, /pontos de retirada/));
    const point = page.getByRole('radio').first();
    await point.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: /^Retirar em / }).focus();
    await page.keyboard.press('Enter');
    await at(page, /^\/cart\/[^/]+\/checkout$/);
    await expect.poll(() => page.getByRole('radio', { name: 'Feira Pinheiros' }).isChecked()).toBe(true);
  });

  test('is named and kept with its details, the number first', async ({ page, expect }) => {
    await become(page, 'Marina, cliente');
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await page.getByLabel('CEP', { exact: true }).fill('01310-100');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/location/simple/details');
    await page.getByLabel('Nome do endereço').fill('Escritório');
    await page.reload();
    await expect.poll(() => page.getByLabel('Nome do endereço').inputValue()).toBe('Escritório');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await at(page, /^(?!\/location)/);
    await page.goto('/location');
    await seen(page.getByRole('radio', { name: /Escritório/ }));
  });

  test('that is said anew is where the cart goes, until that is taken back', async ({ page, expect }) => {
    await become(page, 'Marina, cliente');
    await written(page, () => reachCart(page, 'Queijo Canastra meia-cura'));
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'PUT' || !/\/carts?\//.test(request.url())) return;
      sent.push(/"address":"([^"]*)"/.exec(request.postData() ?? '')?.[1] ?? '');
    });
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await page.getByLabel('CEP', { exact: true }).fill('01310-100');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('1578');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await at(page, '/location/simple/details');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await seen(page.getByText('Seu carrinho agora vai para Avenida Paulista, 1578.', { exact: false }));
    await expect.poll(() => sent.at(-1)).toBe('Avenida Paulista');
    await page.getByRole('button', { name: 'Desfazer' }).click();
    await expect.poll(() => sent.at(-1)).toBe('Rua Harmonia');
    await seen(page.getByText('Rua Harmonia', { exact: false }));
    expect(await page.getByText('Seu carrinho agora vai', { exact: false }).count()).toBe(0);
    await page.goto('/cart');
    await chooseAnew(page);
    await seen(page.getByText('Rua Harmonia, 482', { exact: false }));
  });

  test('is told by the device, its pin is moved by keys, and it is bought to there', async ({
    page,
    expect,
  }) => {
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: -23.5536, longitude: -46.6904, accuracy: 20 });
    await become(page, 'Marina, cliente');
    await written(page, () => reachCart(page, 'Queijo Canastra meia-cura'));
    const saved = page.waitForRequest(
      (request) => request.method() === 'PUT' && request.url().endsWith('/api/accounts/client'),
    );
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await typeUnmapped(page);
    await page.getByRole('button', { name: 'Permitir localização' }).click();
    await seen(heading(page, 'É aqui?'));
    await seen(page.getByText('com 20 m de folga', { exact: false }));
    await page.getByRole('button', { name: 'Ajustar o ponto' }).click();
    await at(page, '/location/map');
    await page.getByRole('button', { name: 'Mover 10 m para o norte' }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await seen(page.getByText('20 m ao norte e 10 m a oeste de onde estava'));
    await page.getByRole('button', { name: 'Confirmar local' }).click();
    await at(page, '/location/simple/details');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    const { addresses } = (await saved).postDataJSON() as { addresses: Record<string, unknown>[] };
    expect(addresses.at(-1)).toMatchObject({ address: 'Travessa das Flores', hasCustomCoordinates: true });
    expect(addresses.at(-1)?.['latitude']).toBeCloseTo(-23.5536 + 0.00018, 5);
    expect(addresses.at(-1)?.['longitude']).toBeCloseTo(-46.6904 - 0.0000981, 5);
    await at(page, /^(?!\/location)/);
    await page.goto('/cart');
    await chooseAnew(page);
    await at(page, /^\/cart\/[^/]+\/checkout$/);
    await seen(page.getByText('Travessa das Flores, 12', { exact: false }));
  });

  test('is told by the device, dragged on the map, and stays with a purchase that is fetched and paid', async ({
    page,
    shop,
  }) => {
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: -23.5536, longitude: -46.6904, accuracy: 20 });
    await become(page, 'Marina, cliente');
    await written(page, () => reachCart(page, 'Queijo Canastra meia-cura'));
    await page.goto('/location');
    await page.getByRole('button', { name: 'Adicionar endereço' }).click();
    await typeUnmapped(page);
    await page.getByRole('button', { name: 'Permitir localização' }).click();
    await page.getByRole('button', { name: 'Ajustar o ponto' }).click();
    await at(page, '/location/map');
    await seen(page.locator('[data-map="drawn"]'));
    const pin = await page.locator('.maplibregl-marker').boundingBox();
    if (!pin) throw new Error('there is no pin');
    const { x, y, width, height } = pin;
    await page.mouse.move(x + width / 2, y + height - 20);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height - 20, { steps: 4 });
    await page.mouse.up();
    await seen(page.getByText(/^\d+ m a leste de onde estava/));
    await page.getByRole('button', { name: 'Confirmar local' }).click();
    await at(page, '/location/simple/details');
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await at(page, /^(?!\/location)/);
    await page.goto('/cart');
    await chooseAnew(page);
    await choosePickup(page);
    await goToConfirmation(page);
    const code = await placeOrder(page);
    await payPix(shop, code);
    await at(page, `/order/${code}/success`);
    await seen(page.getByText('Feira Pinheiros', { exact: false }));
  });

  test('is said without the device, when that may not be asked', async ({ page, expect }) => {
    // None is granted: the device says no.
    await page.context().grantPermissions([]);
    await page.goto('/location');
    await typeUnmapped(page);
    await page.getByRole('button', { name: 'Permitir localização' }).click();
    await seen(page.getByText('não deixou a loja ver onde você está', { exact: false }));
    expect(pathOf(page)).toBe('/geolocationmap');
    await page.getByRole('button', { name: 'Seguir sem localização' }).click();
    await at(page, '/location/simple/details');
    await seen(page.getByRole('link', { name: 'Dizer onde fica no mapa' }));
  });

  test('has stores and pickup points around, by nearness', async ({ page, expect }) => {
    await page.goto('/map');
    const points = page.getByRole('list', { name: 'Pontos de retirada' }).getByRole('listitem');
    await seen(points);
    expect(await page.getByText(/^a [\d.,]+ km/).count()).toBe(0);
    await page.getByRole('link', { name: /Trocar o lugar|Informe seu CEP/ }).click();
    await page.getByLabel('CEP', { exact: true }).fill('05435-000');
    await page.keyboard.press('Enter');
    await page.getByLabel('Número', { exact: true }).fill('482');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('button', { name: 'Salvar endereço' }).click();
    await page.goto('/map');
    await seen(points.first().getByText(/^a [\d.,]+ km/));
    await points.first().getByRole('link').click();
    await at(page, '/pickupstore');
  });
});
