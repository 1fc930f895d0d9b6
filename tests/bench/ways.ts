import type { Page } from 'playwright-core';
import { numbers } from '../support/orders/cards.ts';
import { newPerson, seen } from '../support/people.ts';
import { fieldOf } from '../support/browser/ways.ts';
import { type Figure, figure, percentile } from './figures.ts';
import { serveFloor } from './floor/serve.ts';
import { type Browser, LINK, browsers, openTab, rest, withPhone } from './phone.ts';
import { slowLink } from './slow-link.ts';
import type { Started } from './start.ts';
import { type Tap, type Until, timeTap } from './taps.ts';

/** ms that all a tap does may take, besides its first answer and one round trip. */
const DONE = 300;

/** Somebody with a phone, and what their taps took. */
interface Walker {
  page: Page;
  /** A tap, timed once the page is at rest. */
  step(name: string, until: Until, tap: () => Promise<void>): Promise<void>;
  button(name: string | RegExp): ReturnType<Page['getByRole']>;
  link(name: string | RegExp): ReturnType<Page['getByRole']>;
}

/** What is typed into a card's field, which is another document: not the shop's time. */
async function typeCard(page: Page, card: keyof typeof numbers): Promise<void> {
  const field = fieldOf(page);
  await field.getByLabel('Número do cartão').fill(numbers[card]);
  await field.getByLabel('Nome como está no cartão').fill('ANA LIMA');
  await field.getByLabel('Validade (MM/AA)').fill('12/30');
  await field.getByLabel('Código de segurança').fill('123');
}
const become = async (page: Page, url: string, name: string) => {
  await page.goto(`${url}/sandbox`);
  await page.getByRole('button', { name }).click();
  await page.waitForURL((at) => at.pathname === '/');
};
const check = (page: Page, name: RegExp | string) => page.getByRole('radio', { name }).check();
const firstHour = (page: Page) =>
  page
    .getByRole('radio', { name: /^\d+h\d* às \d+h/, disabled: false })
    .first()
    .check();

const goOn = ({ step, button }: Walker, name: string, text: string, label = 'Continuar') =>
  step(name, { path: '', text }, () => button(label).first().tap());
/** From the cart to the ways to pay. */
async function toPayment(walker: Walker, receive: (page: Page) => Promise<void>): Promise<void> {
  await receive(walker.page);
  await goOn(walker, 'delivery → payment', 'Como você quer pagar?', 'Ir para pagamento');
}
const byCard = async (walker: Walker, card: RegExp, parcels: number) => {
  await check(walker.page, card);
  await goOn(walker, 'card → parcels', 'Em quantas vezes?');
  await check(walker.page, new RegExp(`^${parcels}x`));
  await goOn(walker, 'parcels → last look', 'Produtos e preços reservados');
};
/** The card's page is a document of its own, so only what comes on it is timed. */
async function payByCard({ page, step, button }: Walker, card: keyof typeof numbers, then: string) {
  await button('Finalizar pedido').tap();
  await fieldOf(page).getByLabel('Número do cartão').waitFor();
  await typeCard(page, card);
  await step(`card typed → ${card === 'good' ? 'paid' : 'the bank asks'}`, { path: '', text: then }, () =>
    button(/^Pagar R\$/).tap(),
  );
}

/** Ways to buy, each from a cold link to its end; the last of them buys as the second one did. */
const ways: Record<string, (walker: Walker, url: string) => Promise<void>> = {
  'a guest’s kit, card in 3x, the bank asks': async (walker, url) => {
    const { page, step, button, link } = walker;
    const person = newPerson('Ana Lima');
    await page.goto(`${url}/store/feira-da-semana/catalog?q=monte`);
    await step('catalog → choices', { path: '', text: 'Banana-prata' }, () =>
      link('Escolher opções de Monte sua cesta').tap(),
    );
    await step('+ of a choice', { path: '', text: 'Remover Banana-prata' }, () =>
      button('Adicionar Banana-prata').tap(),
    );
    await button('Adicionar Morango').tap();
    await check(page, /Café descafeinado/);
    await step('choices → cart bar', { path: '', text: 'Ver carrinho, 1 item' }, () =>
      button(/^Adicionar · /).tap(),
    );
    await step('→ cart', { path: '^/cart$', text: 'Produtos (' }, () => link(/^Ver carrinho, 1 item/).tap());
    await goOn(walker, 'cart → who buys', 'Continuar sem conta');
    await step('→ without an account', { path: '', text: 'Celular com DDD' }, () =>
      link('Continuar sem conta').tap(),
    );
    await page.getByLabel('Nome completo').fill(person.name);
    await page.getByLabel('Celular com DDD').fill(person.national);
    await page.getByRole('checkbox', { name: /Li e aceito/ }).check();
    await goOn(walker, 'who buys → delivery', 'Como você quer receber?');
    await toPayment(walker, async () => {
      await check(page, 'Retirada');
      await check(page, /^Feira Pinheiros/);
      await firstHour(page);
    });
    await byCard(walker, /^Cartão de crédito/, 3);
    await payByCard(walker, 'challenge', 'Responda ao seu banco');
  },
  'a client’s cashback and Pix': async (walker, url) => {
    const { page, step, button, link } = walker;
    await become(page, url, 'Marina, cliente');
    await page.goto(`${url}/store/feira-da-semana/catalog`);
    await step('+ in the catalog', { path: '', text: 'Ver carrinho, 1 item' }, () =>
      button('Adicionar Queijo Canastra meia-cura').first().tap(),
    );
    await step('→ cart', { path: '^/cart$', text: 'Produtos (' }, () => link(/^Ver carrinho, 1 item/).tap());
    await step('cart → delivery', { path: '', text: 'Como você quer receber?' }, () =>
      button(/^(?:Continuar|Escolher de novo)$/)
        .first()
        .tap(),
    );
    await toPayment(walker, () => check(page, /Entrega expressa/));
    await step('a wallet is used', { path: '', text: 'Pague o resto' }, () =>
      page.getByLabel('Dinheiro de volta').tap(),
    );
    await check(page, /^Pix/);
    await goOn(walker, 'Pix → last look', 'Produtos e preços reservados');
    await step('Finalizar → Pix', { path: '/pending$', text: 'Copiar código' }, () =>
      button('Finalizar pedido').tap(),
    );
  },
  'a company’s points and a card': async (walker, given) => {
    const { page, step, button, link } = walker;
    const url = given.replace('127.0.0.1', 'clube.localhost');
    await become(page, url, 'Marina, cliente');
    await page.goto(`${url}/store/selecao-de-socios/catalog`);
    await step('+ in the catalog', { path: '', text: 'Ver carrinho, 1 item' }, () =>
      button('Adicionar Azeite extravirgem da Mantiqueira').first().tap(),
    );
    await step('→ cart', { path: '^/cart$', text: 'Produtos (' }, () => link(/^Ver carrinho, 1 item/).tap());
    await goOn(walker, 'cart → delivery', 'Como você quer receber?');
    await toPayment(walker, async () => {
      await check(page, /^Sede Pinheiros/);
      await firstHour(page);
    });
    await step('points are used', { path: '', text: 'Pague o resto' }, () =>
      page.getByLabel('Pontos do Clube').tap(),
    );
    await byCard(walker, /^Usar outro cartão/, 1);
    await payByCard(walker, 'good', 'Obrigado');
  },
  'a coupon by link': async (walker, url) => {
    const { page, step, button, link } = walker;
    await page.goto(`${url}/store/feira-da-semana/catalog?cupom=feira10`);
    await step('+ → the coupon counts', { path: '', text: 'Cupom FEIRA10 aplicado' }, () =>
      button('Adicionar Queijo Canastra meia-cura').first().tap(),
    );
    await step('→ cart', { path: '^/cart$', text: 'Cupom FEIRA10' }, () =>
      link(/^Ver carrinho, 1 item/).tap(),
    );
  },
  'a review in one step': async (walker, url) => {
    const { page, step, button, link } = walker;
    await become(page, url, 'Marina, cliente');
    await page.goto(`${url}/account`);
    await page.goto(`${url}/store/feira-da-semana/catalog`);
    await button('Adicionar Queijo Canastra meia-cura').first().tap();
    await seen(link(/^Ver carrinho, 1 item/));
    await step('→ cart', { path: '^/cart$', text: 'Produtos (' }, () => link(/^Ver carrinho, 1 item/).tap());
    await step('cart → review', { path: '/review$', text: 'Preparamos como da última vez' }, () =>
      button('Comprar em 1 passo').tap(),
    );
    await step('Finalizar → Pix', { path: '/pending$', text: 'Copiar código' }, () =>
      button('Finalizar pedido').tap(),
    );
  },
};

/** The same tap where there is nothing but React and a chart. */
const bareTap = (browser: Browser, url: string) =>
  withPhone(browser, async (phone) => {
    const page = await openTab(phone);
    await page.goto(url);
    await rest(page);
    return timeTap(page, { path: '', text: 'No carrinho' }, () =>
      page.getByRole('button', { name: 'Adicionar' }).first().tap(),
    );
  });

/** Medians of each tap on the ways to buy, from the tap to its answer, beside a tap on React and a chart alone. */
export async function measureWays(shop: Started, rounds: number): Promise<Figure[]> {
  const floor = await serveFloor();
  const [slowFloor, slow] = [await slowLink(floor.url, LINK), await slowLink(shop.url, LINK)];
  const all = await browsers();
  const taken = new Map<string, Tap[]>();
  const note = (name: string, tap: Tap) => taken.set(name, [...(taken.get(name) ?? []), tap]);
  for (let round = 0; round < rounds; round++)
    for (const browser of all) {
      // Wallets and the last order are as they were at first.
      await fetch(`${shop.url}/sandbox/reset`, { method: 'POST' });
      note(`${browser.name}, bare`, await bareTap(browser, `${slowFloor.url}/floor`));
      for (const [way, walk] of Object.entries(ways))
        await withPhone(browser, async (phone) => {
          const page = await openTab(phone);
          const walker: Walker = {
            page,
            step: async (name, until, tap) => {
              await rest(page);
              note(`${browser.name}, ${way}: ${name}`, await timeTap(page, until, tap));
            },
            button: (name) =>
              page.getByRole('button', { name, exact: typeof name === 'string' }).filter({ visible: true }),
            link: (name) => page.getByRole('link', { name }).filter({ visible: true }).first(),
          };
          await walk(walker, slow.url);
        });
    }
  for (const one of [slowFloor, slow, floor]) one.close();
  const median = (name: string, of: keyof Tap) =>
    percentile(
      (taken.get(name) ?? []).map((tap) => tap[of]),
      0.5,
    );
  return [...taken.keys()]
    .filter((name) => !name.endsWith(', bare'))
    .flatMap((name) => {
      const bare = median(`${name.split(', ')[0] ?? ''}, bare`, 'visible');
      return [
        figure(`${name}: visible answer`, median(name, 'visible'), 'ms', {
          limit: { name: 'React and XState alone', value: bare },
        }),
        figure(`${name}: complete`, median(name, 'complete'), 'ms', {
          limit: {
            name: 'React and XState alone, 300 ms and a round trip',
            value: bare + DONE + LINK.roundTrip,
          },
        }),
      ];
    });
}
