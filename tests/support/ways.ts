import type { FrameLocator, Page } from 'playwright-core';
import {
  become,
  chooseAnew,
  choosePickup,
  choosePix,
  heading,
  pathOf,
  reachCart,
  at,
  seen,
} from './people.ts';

/** The provider's field: a page of another origin. */
export const fieldOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Dados do cartão"]');

const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click();
const beginWith = async (page: Page, product?: string) => {
  await become(page, 'Marina, cliente');
  await reachCart(page, ...(product === undefined ? [] : [product]));
  await chooseAnew(page);
};
const lastLook = (page: Page) => seen(page.getByText('Produtos e preços reservados'));

/** From the window of a campaign to a card among the ways to pay, for a client. */
export async function beginCard(page: Page, card: RegExp): Promise<void> {
  await beginWith(page);
  await page.getByRole('radio', { name: /Entrega expressa/ }).check();
  await page.getByRole('button', { name: 'Ir para pagamento' }).click();
  await page.getByRole('radio', { name: card }).check();
}
/** From there to the parcels of a card, for a client with saved cards. */
export async function chooseCard(page: Page, card: RegExp, parcels: number): Promise<void> {
  await beginCard(page, card);
  await goOn(page);
  await seen(heading(page, 'Em quantas vezes?'));
  await page.getByRole('radio', { name: new RegExp(`^${parcels}x`) }).check();
}

/** A client's last look at an order, by the way in which it is to be paid. */
export const lastLookBy = {
  async card(page: Page): Promise<void> {
    await chooseCard(page, /^Usar outro cartão/, 2);
    await goOn(page);
    await lastLook(page);
  },
  async wallet(page: Page): Promise<void> {
    await beginWith(page, 'Pão de queijo');
    await choosePickup(page);
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Crédito da loja').check();
    await goOn(page);
    await lastLook(page);
  },
  async walletAndPix(page: Page): Promise<void> {
    await beginWith(page);
    await page.getByRole('radio', { name: /Entrega expressa/ }).check();
    await page.getByRole('button', { name: 'Ir para pagamento' }).click();
    await page.getByLabel('Dinheiro de volta').check();
    await choosePix(page);
    await goOn(page);
    await lastLook(page);
  },
} satisfies Record<string, (page: Page) => Promise<void>>;
export type Way = keyof typeof lastLookBy;

/** Where an order stands once it is made: paid by the wallet, or waiting for its payment. @returns its code */
export async function madeBy(page: Page, way: Way): Promise<string> {
  await at(page, way === 'wallet' ? /^\/order\/[0-9A-Z]{16}\/success$/ : /^\/order\/[0-9A-Z]{16}\/pending$/);
  if (way === 'card') await fieldOf(page).getByLabel('Número do cartão').waitFor();
  if (way === 'walletAndPix') await seen(page.getByRole('button', { name: 'Copiar código' }));
  return pathOf(page).split('/')[2] ?? '';
}
