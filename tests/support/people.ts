import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { standing } from './browser/standing.ts';
import type { Shop } from './shop.ts';

/** Somebody who buys in a journey. */
export interface Person {
  /** E.164 */
  phone: string;
  /** as typed on a phone: DDD and number */
  national: string;
  name: string;
  cpf: string;
}

/** Where everybody lives unless a journey says otherwise: inside São Paulo's delivery area. */
export const HOME = { postalCode: '05435-000', street: 'Rua Harmonia', streetNumber: '482' };

/** CPF with right check digits from a number of at most nine digits. */
function cpfOf(number: number): string {
  const digits = String(number).padStart(9, '0').split('').map(Number);
  for (const length of [9, 10]) {
    const sum = digits
      .slice(0, length)
      .reduce((total, digit, index) => total + digit * (length + 1 - index), 0);
    const rest = 11 - (sum % 11);
    digits.push(rest > 9 ? 0 : rest);
  }
  return digits.join('');
}

let born = 0;
/** Somebody whom no shop knows yet. */
export function newPerson(name = 'Teresa Moura'): Person {
  const number = (born += 1);
  const national = `119${String(70_000_000 + number)}`;
  return { phone: `+55${national}`, national, name, cpf: cpfOf(200_000_000 + number) };
}

/**
 * Asks the running shop as a program does: no cookies, no origin.
 * @throws Error unless it answers with one of the wanted statuses
 */
export async function ask<T>(
  shop: Pick<Shop, 'url'>,
  method: string,
  path: string,
  options: { body?: unknown; headers?: Record<string, string>; wanted?: readonly number[] } = {},
): Promise<T> {
  const { body, headers = {}, wanted = [200, 201, 202, 204] } = options;
  const answer = await fetch(`${shop.url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!wanted.includes(answer.status))
    throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 300)}`);
  return (text ? JSON.parse(text) : undefined) as T; // read by whoever asked, who knows the call
}

/** Messages with a code, newest first. */
async function codesTo(shop: Pick<Shop, 'url'>, to: string): Promise<{ id: string; code?: string }[]> {
  const path = `/sandbox/messages?to=${encodeURIComponent(to)}`;
  return (await ask<{ id: string; code?: string }[]>(shop, 'GET', path)).filter(({ code }) => code);
}
const read = new Set<string>();
/** The newest code that the shop sends to a contact; waits for one that was not read before. */
export async function codeFor(shop: Pick<Shop, 'url'>, to: string): Promise<string> {
  const isNew = async () => (await codesTo(shop, to)).find(({ id }, at) => at === 0 && !read.has(id));
  const { id, code = '' } = await vi.waitUntil(isNew, { timeout: 30_000 });
  read.add(id);
  return code;
}
/** How many codes the shop sent to a contact. */
export const codesSent = async (shop: Shop, to: string): Promise<number> => (await codesTo(shop, to)).length;

/** Pays the newest Pix code of an order through the bank's own door. */
export const payPix = (shop: Shop, orderCode: string): Promise<void> =>
  ask(shop, 'POST', `/sandbox/pix/${orderCode}/pay`);
/** Moves the shop's clock, counted from real time; 0 brings it back. */
export const moveClock = (shop: Shop, offsetSeconds: number): Promise<void> =>
  ask(shop, 'POST', '/sandbox/clock', { body: { offsetSeconds } });
/** What the shop's people do with an order. */
export const advance = (shop: Shop, orderCode: string, ...types: string[]): Promise<void> =>
  types.reduce<Promise<void>>(
    (before, type) =>
      before.then(() => ask(shop, 'POST', `/sandbox/orders/${orderCode}/events`, { body: { type } })),
    Promise.resolve(),
  );

/** Waits until something can be seen; says what stands there instead. */
export const seen = (locator: Locator): Promise<void> =>
  locator
    .filter({ visible: true })
    .first()
    .waitFor()
    .catch(async (cause: Error) => {
      throw new Error(`${cause.message}\n${await standing(locator.page())}`, { cause });
    });
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { name });
export const pathOf = (page: Page): string => new URL(page.url()).pathname;
/** Waits until the address is this. */
export const at = (page: Page, path: string | RegExp): Promise<void> =>
  expect
    .poll(() => pathOf(page), { timeout: 30_000, interval: 50 })
    .toMatch(
      typeof path === 'string' ? new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`) : path,
    );

/** Becomes a demo person in this browser, by the sandbox page's own button. */
export async function become(
  page: Page,
  button: 'Visitante' | 'Marina, cliente' | 'Caio, sem endereço' | 'Lia, sessão vencida',
): Promise<void> {
  await page.goto('/sandbox');
  const answer = page.waitForResponse('**/sandbox/personas/*');
  await page.getByRole('button', { name: button }).click();
  expect((await answer).status()).toBe(200);
  await page.waitForURL((url) => url.pathname === '/');
}

/**
 * Waits until a button or a link that the server drew is the app's; before that a press is kept, and a link
 * leads to another page. A page that is drawn anew has another one in its place, which is asked for then.
 */
export async function alive(part: Locator): Promise<void> {
  const isAlive = () =>
    part.evaluate(
      (node) =>
        new Promise<boolean>((done) => {
          // React leaves its mark on what it took over; the frame after next it has said so to the browser.
          const look = () => {
            if (!node.isConnected) done(false);
            else if (Object.keys(node).some((key) => key.startsWith('__reactProps')))
              requestAnimationFrame(() => requestAnimationFrame(() => done(node.isConnected)));
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
  while (!(await isAlive()));
}

/** Puts a product of the campaign in sight into the cart, by its +, also where the cart turns out to hold it. */
export async function add(page: Page, name: string): Promise<void> {
  const plus = (word: string) => page.getByRole('button', { name: `${word} ${name}`, exact: true });
  const button = plus('Adicionar').or(plus('Mais um'));
  await alive(button);
  await button.click();
}
/** Opens the campaign and puts products into the cart. */
export async function fillCart(page: Page, ...names: string[]): Promise<void> {
  await page.goto('/store/feira-da-semana/catalog');
  for (const name of names.length > 0 ? names : ['Queijo Canastra meia-cura']) await add(page, name);
}

/**
 * Waits until the server has what is put into the cart meanwhile and the browser keeps its answer. Whoever loads
 * another page sooner takes the call back, or writes the same again under a version that is stale by then.
 * @param held what the body holds then, where another write of the cart may be on its way
 */
export async function written(page: Page, put: () => Promise<void>, held = ''): Promise<void> {
  const isWritten = page.waitForResponse(
    (answer) =>
      answer.ok() &&
      answer.request().method() === 'PUT' &&
      answer.url().includes('/api/operation/carts/') &&
      (answer.request().postData() ?? '').includes(held),
  );
  await put();
  const { version } = (await (await isWritten).json()) as { version: number };
  await page.waitForFunction((least) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(':cart'));
    const kept = JSON.parse((key && localStorage.getItem(key)) || 'null') as {
      base: { version: number };
    } | null;
    return kept !== null && kept.base.version >= least;
  }, version);
}

/** Asks for a code by SMS, from the screen that asks for the phone. */
export async function requestCode(page: Page, person: Pick<Person, 'national'>): Promise<void> {
  await page.getByLabel('Celular com DDD').fill(person.national);
  await page.getByRole('button', { name: 'Enviar código' }).click();
  await seen(heading(page, 'Digite o código que enviamos'));
}
export const typeCode = (page: Page, code: string): Promise<void> =>
  page.getByLabel('Código de 6 números').fill(code);

/** From the screen with the ways to sign in to being signed in. */
export async function signIn(
  page: Page,
  shop: Shop,
  person: Pick<Person, 'phone' | 'national'>,
): Promise<void> {
  await page.getByRole('link', { name: 'Receber código por SMS' }).click();
  await requestCode(page, person);
  await typeCode(page, await codeFor(shop, person.phone));
}

/** The sign-up's questions, from its first screen to the last. @param look is shown every screen */
export async function signUp(
  page: Page,
  person: Person,
  look: (page: Page, screen: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  await seen(heading(page, 'Vamos criar o seu cadastro'));
  await look(page, 'signUpAccount');
  await page.getByRole('checkbox', { name: /termos/ }).check();
  await page.getByRole('button', { name: 'Criar conta' }).click();
  await page.getByLabel('Nome completo').fill(person.name);
  await look(page, 'signUpName');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('CPF').fill(person.cpf);
  await look(page, 'signUpId');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await seen(page.getByRole('button', { name: 'Depois' }));
  await look(page, 'signUpVerification');
  await page.getByRole('button', { name: 'Depois' }).click();
  // By keys: what the last of them brings moves by a hand.
  await page.getByLabel('CEP').pressSequentially(HOME.postalCode);
  await expect.poll(() => page.getByLabel('Rua').inputValue(), { timeout: 30_000 }).toBe(HOME.street);
  await page.getByLabel('Número', { exact: true }).fill(HOME.streetNumber);
  await look(page, 'signUpPostalCode');
  await page.getByRole('button', { name: 'Continuar' }).click();
}

/** Chooses the first free hour of the scheduled delivery. */
export async function chooseWindow(page: Page): Promise<void> {
  await seen(heading(page, 'Como você quer receber?'));
  // The ways come with the quote, after the heading.
  await page
    .getByRole('radio', { name: /^\d+h às \d+h|^Entrega/ })
    .first()
    .waitFor({ state: 'attached' });
  const scheduled = page.getByRole('radio', { name: /Entrega agendada/ });
  if ((await scheduled.count()) > 0) await scheduled.check();
  await page
    .getByRole('radio', { name: /^\d+h às \d+h/, disabled: false })
    .first()
    .check();
}
/** Chooses the first pickup point and its first free hour. */
export async function choosePickup(page: Page): Promise<void> {
  await seen(heading(page, 'Como você quer receber?'));
  await page.getByRole('radio', { name: 'Retirada' }).check();
  await page.getByRole('radio', { name: /^Feira Pinheiros/ }).check();
  await page
    .getByRole('radio', { name: /^\d+h às \d+h/, disabled: false })
    .first()
    .check();
}
/** Chooses Pix among the ways to pay. */
export async function choosePix(page: Page): Promise<void> {
  await seen(heading(page, 'Como você quer pagar?'));
  await page.getByRole('radio', { name: /^Pix/ }).check();
}
/** From a chosen delivery to the last look. */
export async function goToConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ir para pagamento' }).click();
  await choosePix(page);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await seen(heading(page, 'Confira e finalize'));
  await seen(page.getByText('Produtos e preços reservados'));
}
/**
 * From the window of a campaign to the cart, for a client: what leads on from there follows from whether they
 * have ordered here, which is waited for.
 */
export async function reachCart(page: Page, ...names: string[]): Promise<void> {
  const areListed = page.waitForResponse(
    (answer) => answer.ok() && answer.url().includes('/orders/pageable'),
  );
  await fillCart(page, ...names);
  await areListed;
  // The bar of a phone, the header's link on a desktop.
  await page
    .getByRole('link', { name: /^(?:Ver carrinho|Carrinho), / })
    .filter({ visible: true })
    .first()
    .click();
}
/** From there to the usual steps, whatever they are called. */
export const chooseAnew = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(?:Continuar|Escolher de novo)$/ }).click();
/** From the window of a campaign to the last look, for somebody who is signed in. */
export async function reachConfirmation(page: Page, ...names: string[]): Promise<void> {
  await reachCart(page, ...names);
  await chooseAnew(page);
  await chooseWindow(page);
  await goToConfirmation(page);
}
/** Makes the order. @returns its code */
export async function placeOrder(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Finalizar pedido' }).click();
  await at(page, /^\/order\/[0-9A-Z]{16}\/pending$/);
  await seen(page.getByRole('button', { name: 'Copiar código' }));
  return pathOf(page).split('/')[2] ?? '';
}
