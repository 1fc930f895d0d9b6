import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type ScreenId, definition, nameOf, screenIds } from '#machines/navigation/screens.ts';
import { shelfOf } from '../store/api-driver.ts';
import { CAMPAIGNS, addressesIn } from '../addresses.ts';
import {
  add,
  advance,
  at,
  become,
  chooseWindow,
  codeFor,
  heading,
  newPerson,
  pathOf,
  payPix,
  placeOrder,
  reachCart,
  reachConfirmation,
  requestCode,
  seen,
  signUp,
  typeCode,
  written,
} from '../people.ts';
import { numbers } from '../orders/cards.ts';
import type { Shop } from '../shop.ts';

export type Look = (page: Page, name: string) => Promise<void>;

/** Where things are brought and fetched, and where one's own place is, step by step. */
async function visitPlaces(
  page: Page,
  open: (path: string, name: string) => Promise<void>,
  look: Look,
): Promise<void> {
  await open('/deliveryarea?campaign=feira-da-semana', 'campaignDeliveryArea');
  await open('/pickupstore?campaign=feira-da-semana', 'pickupStore');
  await page.goto('/map');
  await seen(page.getByRole('list', { name: 'Pontos de retirada' }));
  await look(page, 'map');
  await open('/location', 'location');
  await page.getByLabel('CEP').fill('05435-000');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/addressnumber');
  await look(page, 'addressNumber');
  await page.getByLabel('Número', { exact: true }).fill('482');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/location/simple/details');
  await look(page, 'locationSimpleDetails');
  await page.getByRole('link', { name: 'Ajustar no mapa' }).click();
  await at(page, '/location/map');
  await look(page, 'locationMap');
  // A code that nobody knows: the map has no point of it.
  await page.goto('/location');
  await page.getByLabel('CEP').fill('99999-999');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/addressnumber');
  for (const [label, text] of [
    ['Rua', 'Rua das Flores'],
    ['Bairro', 'Centro'],
    ['Cidade', 'São Paulo'],
    ['Número', '12'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Estado').selectOption('SP');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/geolocationmap');
  await look(page, 'geolocationMap');
}

/**
 * Goes through every screen of the table and lets each be looked at: pages of visitors by their address, a
 * purchase step by step, and whatever was not met on the way by its address again, as somebody who is signed
 * in.
 */
export async function visitAll(context: BrowserContext, shop: Shop, lookAt: Look): Promise<void> {
  const page = await context.newPage();
  const person = newPerson();
  const [addressOf, shelf] = await Promise.all([addressesIn(shop), shelfOf(shop)]);
  const met = new Set<string>();
  const look: Look = async (at, name) => {
    met.add(name);
    await lookAt(at, name);
  };
  const open = async (path: string, name: string) => {
    await page.goto(path);
    await seen(page.locator('h1'));
    await look(page, name);
  };
  const openUnmet = async (screens: readonly ScreenId[]) => {
    for (const screen of screens.filter((id) => !met.has(nameOf(id, definition(id))))) {
      await open(addressOf(screen), nameOf(screen, definition(screen)));
      await at(page, addressOf(screen));
    }
  };
  await openUnmet(screenIds.filter((id) => definition(id).public));
  // What these are about does not stand in their paths (D76).
  for (const [path, name, product] of [
    ['/kit/optionals', 'kitOptionals', 'Monte sua cesta'],
    ['/flavor', 'flavor', 'Tábua de queijos meio a meio'],
    ['/flavor/confirmation', 'flavorConfirmation', 'Tábua de queijos meio a meio'],
  ] as const) {
    const id = shelf.find((item) => item.name === product)?.id;
    await open(`${path}?campaign=feira-da-semana&item=${id}`, name);
    await at(page, path);
  }
  for (const slug of CAMPAIGNS.slice(1)) await open(`/store/${slug}`, `campaign ${slug}`);
  await open('/nada', 'not found');
  await open('/cart', 'empty cart');
  await open('/login', 'loginOptions');
  // Nobody comes from a provider: both say so.
  await page.goto('/auth');
  await seen(heading(page, 'Não deu para entrar'));
  await look(page, 'authentication');
  await page.goto('/sso/callback');
  await seen(heading(page, 'Nada a concluir'));
  await look(page, 'ssoCallback');
  await visitPlaces(page, open, look);
  await page.goto('/store/feira-da-semana/catalog');
  await add(page, 'Queijo Canastra meia-cura');
  await page.locator('[aria-label^="Ver carrinho"]').waitFor({ state: 'attached' });
  await look(page, 'catalog and cart bar');
  await page.getByRole('link', { name: 'Tomate italiano', exact: true }).click();
  await at(page, /\/product\//);
  await seen(heading(page, 'Tomate italiano'));
  await look(page, 'product with a cart');
  // A campaign that asks something, and whoever buys without an account.
  await page.goto('/store/cafe-novo-2026/catalog');
  await written(page, () => add(page, 'Sul de Minas'));
  await open('/lead?for=guest', 'lead');
  await open('/cart', 'cart');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await at(page, '/unauthenticated/cart');
  await look(page, 'unauthenticatedCartAccess');
  await page.getByRole('link', { name: 'Receber código por SMS' }).click();
  await seen(page.getByLabel('Celular com DDD'));
  await look(page, 'verification');
  await requestCode(page, person);
  await look(page, 'activation');
  await typeCode(page, await codeFor(shop, person.phone));
  await signUp(page, person, async (on, name) => {
    await look(on, name);
    if (name !== 'signUpVerification') return;
    await on.getByLabel('E-mail').fill(`todas${person.national}@exemplo.com`);
    await on.getByRole('button', { name: 'Confirmar agora' }).click();
    await seen(heading(on, 'Digite o código que enviamos'));
    await look(on, 'signUpActivation');
  });
  await seen(heading(page, 'Como você quer receber?'));
  await look(page, 'checkout');
  await chooseWindow(page);
  await page.getByRole('link', { name: 'Ver todos os dias e horários' }).click();
  await at(page, '/shippingmethod');
  await look(page, 'shippingMethod');
  await page.goBack();
  await page.getByRole('button', { name: 'Ir para pagamento' }).click();
  await at(page, '/extra');
  await page.getByLabel('Como você prepara o café?').selectOption('Coador');
  await look(page, 'extraInfo');
  await page.getByRole('button', { name: 'Salvar respostas' }).click();
  await seen(heading(page, 'Como você quer pagar?'));
  await look(page, 'payment');
  await page.getByRole('radio', { name: /^Cartão de crédito/ }).check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await seen(heading(page, 'Em quantas vezes?'));
  await look(page, 'paymentInstallment');
  await page.getByRole('radio', { name: /^2x/ }).check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await seen(page.getByText('Produtos e preços reservados'));
  await look(page, 'orderConfirmation');
  await page.getByRole('button', { name: 'Finalizar pedido' }).click();
  await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
  const code = pathOf(page).split('/')[2] ?? '';
  // A card first, then the same order by Pix.
  const field = page.frameLocator('iframe[title="Dados do cartão"]');
  await field.getByLabel('Número do cartão').fill(numbers.declined);
  await look(page, 'order to be paid by card');
  await field.getByLabel('Nome como está no cartão').fill(person.name);
  await field.getByLabel('Validade (MM/AA)').fill('12/30');
  await field.getByLabel('Código de segurança').fill('123');
  await page.getByRole('button', { name: /^Pagar R\$/ }).click();
  await seen(heading(page, 'O cartão não foi aceito'));
  await look(page, 'card declined');
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await seen(page.getByRole('button', { name: 'Copiar código' }));
  await look(page, 'orderPendingPayment');
  await payPix(shop, code);
  await seen(heading(page, 'Obrigado, Teresa!'));
  await look(page, 'orderSuccess');
  await open('/account', 'accountDashboard');
  await page.getByRole('link', { name: /Feira da Semana/ }).click();
  await seen(page.getByRole('list', { name: 'Andamento' }));
  await look(page, 'ordersDetails');
  await advance(shop, code, 'preparation.started', 'order.shipped', 'order.delivered');
  await page.goto('/trade');
  await seen(heading(page, 'O que aconteceu?'));
  await page.getByRole('radio', { name: /^Veio outro produto/ }).check();
  await look(page, 'trade');
  // Somebody who has something to spend.
  await become(page, 'Marina, cliente');
  await reachConfirmation(page);
  await placeOrder(page);
  await reachCart(page);
  await page.getByRole('button', { name: 'Comprar em 1 passo' }).click();
  await at(page, '/checkout/review');
  // What stands there instead is told, where it does not come.
  await expect
    .poll(() => page.locator('main').innerText(), { timeout: 15_000 })
    .toContain('Confira e finalize.');
  await look(page, 'reviewOrder');
  await page.goto('/wallets');
  await seen(page.getByRole('list', { name: 'Seus saldos' }));
  await look(page, 'wallets');
  await page.getByRole('link', { name: /^Dinheiro de volta/ }).click();
  await seen(page.getByRole('list', { name: 'Até quando vale' }));
  await look(page, 'walletDetails');
  await openUnmet(screenIds.filter((id) => !id.startsWith('app.intranet')));
  await page.goto(`${shop.url.replace('127.0.0.1', 'clube.localhost')}/`);
  await seen(page.getByRole('heading', { name: 'Clube' }));
  await look(page, 'intranetLogin');
  for (const [path, name, title] of [
    ['confirmation', 'intranetLoginConfirmation', 'Nenhum código está a caminho'],
    ['marketplace/access', 'intranetMarketplaceAccess', 'Diga primeiro quem você é'],
  ] as const) {
    await page.goto(`${shop.url.replace('127.0.0.1', 'clube.localhost')}/intranet/${path}`);
    await seen(heading(page, title));
    await look(page, name);
  }
}
