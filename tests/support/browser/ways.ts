import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { readOwn } from '../store/api-driver.ts';
import {
  alive,
  become,
  chooseAnew,
  choosePickup,
  choosePix,
  heading,
  pathOf,
  reachCart,
  at,
  seen,
} from '../people.ts';
import type { Shop } from '../shop.ts';

/** The provider's field: a page of another origin. */
export const fieldOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Dados do cartão"]');

const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();
const toPayment = (page: Page) => page.getByRole('button', { name: 'Ir para pagamento' }).click();
const beginWith = async (page: Page, ...products: string[]) => {
  await become(page, 'Marina, cliente');
  await reachCart(page, ...products);
  await chooseAnew(page);
};
export const lastLook = (page: Page) => seen(page.getByText('Produtos e preços reservados'));
export const CHEESE = 'Queijo Canastra meia-cura';

/** From the window of a campaign to a card among the ways to pay, for a client. */
export async function beginCard(page: Page, card: RegExp, ...also: string[]): Promise<void> {
  await beginWith(page, CHEESE, ...also);
  await page.getByRole('radio', { name: /Entrega expressa/ }).check();
  await toPayment(page);
  await page.getByRole('radio', { name: card }).check();
}
/** From there to the parcels of a card, for a client with saved cards. */
export async function chooseCard(
  page: Page,
  card: RegExp,
  parcels: number,
  ...also: string[]
): Promise<void> {
  await beginCard(page, card, ...also);
  await goOn(page);
  await seen(heading(page, 'Em quantas vezes?'));
  await page.getByRole('radio', { name: new RegExp(`^${parcels}x`) }).check();
}

/** A client's last look at an order, by the way in which it is to be paid. `also` goes into the cart as well. */
export const lastLookBy = {
  async card(page: Page, ...also: string[]): Promise<void> {
    await chooseCard(page, /^Usar outro cartão/, 2, ...also);
    await goOn(page);
    await lastLook(page);
  },
  /** Of two wallets where one does not reach. */
  async wallet(page: Page, ...also: string[]): Promise<void> {
    await beginWith(page, 'Pão de queijo', ...also);
    await choosePickup(page);
    await toPayment(page);
    await page.getByLabel('Crédito da loja').check();
    if (also.length > 0) {
      await seen(page.getByText(/^Pague o resto/));
      await page.getByLabel('Dinheiro de volta').check();
    }
    await seen(page.getByText('O seu saldo paga tudo', { exact: false }));
    await goOn(page);
    await lastLook(page);
  },
  async walletAndPix(page: Page, ...also: string[]): Promise<void> {
    await beginWith(page, CHEESE, ...also);
    await page.getByRole('radio', { name: /Entrega expressa/ }).check();
    await toPayment(page);
    await page.getByLabel('Dinheiro de volta').check();
    await choosePix(page);
    await goOn(page);
    await lastLook(page);
  },
} satisfies Record<string, (page: Page, ...also: string[]) => Promise<void>>;
export type Way = keyof typeof lastLookBy;

const isChosen = (page: Page, name: RegExp | string) =>
  page.getByRole('radio', { name, checked: true }).waitFor({ state: 'attached' });
const isUsed = (page: Page, wallet: string) =>
  page.getByRole('checkbox', { name: wallet, checked: true }).waitFor();
/**
 * From the cart to the last look once more: whatever was chosen before stands as it was.
 * @param raise of the wallet that is over first, in reais, where what they paid does not reach any more
 */
export const lastLookAgainBy: Record<Way, (page: Page, raise?: string) => Promise<void>> = {
  async card(page) {
    await chooseAnew(page);
    await isChosen(page, /Entrega expressa/);
    await toPayment(page);
    await isChosen(page, /^Usar outro cartão/);
    await goOn(page);
    await isChosen(page, /^2x/);
    await goOn(page);
    await lastLook(page);
  },
  async wallet(page, raise) {
    await chooseAnew(page);
    await isChosen(page, /^Feira Pinheiros/);
    await isChosen(page, /^\d+h às \d+h/);
    await toPayment(page);
    await isUsed(page, 'Crédito da loja');
    if (raise !== undefined) {
      await page.getByRole('button', { name: 'Mudar valor de Dinheiro de volta' }).click();
      await page.getByLabel('Quanto usar de Dinheiro de volta, em reais').fill(raise);
      await page.getByRole('button', { name: 'Usar este valor' }).click();
    }
    await seen(page.getByText('O seu saldo paga tudo', { exact: false }));
    await goOn(page);
    await lastLook(page);
  },
  async walletAndPix(page) {
    await chooseAnew(page);
    await isChosen(page, /Entrega expressa/);
    await toPayment(page);
    await isUsed(page, 'Dinheiro de volta');
    await isChosen(page, /^Pix/);
    await goOn(page);
    await lastLook(page);
  },
};

/** Where an order stands once it is made: paid by the wallet, or waiting for its payment. @returns its code */
export async function madeBy(page: Page, way: Way): Promise<string> {
  await at(page, way === 'wallet' ? /^\/order\/[0-9A-Z]{16}\/success$/ : /^\/order\/[0-9A-Z]{16}\/pending$/);
  if (way === 'card') await fieldOf(page).getByLabel('Número do cartão').waitFor();
  if (way === 'walletAndPix') await seen(page.getByRole('button', { name: 'Copiar código' }));
  return pathOf(page).split('/')[2] ?? '';
}
/** How an order of that way stands then. */
export const stateBy = (way: Way) => (way === 'wallet' ? 'PAID' : 'PENDING_PAYMENT');

/** What is in a client's wallets, reais. */
export async function balance(context: BrowserContext, shop: Shop): Promise<number> {
  const wallets = await readOwn<{ balance: { amount: number }[] }[]>(context, shop, '/api/operation/wallets');
  return wallets.flatMap((one) => one.balance).reduce((sum, { amount }) => sum + amount, 0);
}

/** Takes an order back, so that the next one finds wallets and goods as this one did. @param had in the wallets */
export async function callOff(page: Page, shop: Shop, code: string, had: number): Promise<void> {
  await page.goto(`/order/${code}/details`);
  const cancel = page.getByRole('button', { name: 'Cancelar pedido' });
  await alive(cancel);
  await cancel.click();
  await page.getByRole('radio', { name: 'Comprei errado' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
  // What stands there instead is told, where it does not come.
  await expect.poll(() => page.locator('main').innerText()).toContain('Pedido cancelado');
  await expect.poll(() => balance(page.context(), shop)).toBeCloseTo(had, 2);
}

/** From the number to the address that is kept. */
export async function saveAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('button', { name: 'Salvar endereço' }).click();
}
