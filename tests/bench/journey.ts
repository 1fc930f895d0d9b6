import type { Page } from 'playwright-core';
import { HOME, codeFor, newPerson, seen } from '../support/people.ts';
import { type Figure, atMost, figure, percentile } from './figures.ts';
import { type Browser, LINK, browsers, openTab, rest, seenIn, withPhone } from './phone.ts';
import { slowLink } from './slow-link.ts';
import type { Started } from './start.ts';
import { BIG } from './big-shop.ts';
import { type Tap, type Until, timeTap } from './taps.ts';

/** ms until a tap has an answer that can be seen, and until it has done all: besides one round trip. */
const ANSWERED = 100;
const DONE = 300 + LINK.roundTrip;
/** Taps on + in the catalog of 900 items. */
const PLUSES = 10;

interface Walk {
  taps: Record<string, Tap>;
  /** ms of the long tasks between each tap and the rest after it: finding the next button is not the shop's work */
  long: number[];
}

/** From Home to a Pix to be paid, by somebody whom the shop does not know: rests on each screen, then taps. */
async function walk(page: Page, url: string, shop: Started): Promise<Walk> {
  const taps: Walk['taps'] = {};
  const long: Walk['long'] = [];
  const step = async (name: string, until: Until, tap: () => Promise<void>) => {
    await rest(page);
    const timed = await timeTap(page, until, tap);
    taps[name] = timed;
    await rest(page);
    const { tasks } = await seenIn(page);
    long.push(...tasks.filter(([at, took]) => at + took > timed.at).map(([, took]) => took));
  };
  const button = (name: string | RegExp) => page.getByRole('button', { name }).filter({ visible: true });
  const link = (name: string | RegExp) => page.getByRole('link', { name }).filter({ visible: true }).first();
  const person = newPerson();

  await page.goto(url, { waitUntil: 'commit' });
  await step('Home → catalog', { path: '/catalog$', text: 'Tomate italiano' }, async () =>
    link('Entrar na feira').tap(),
  );
  await step('+ in the catalog', { path: '/catalog$', text: 'Ver carrinho, 1 item' }, async () =>
    button('Adicionar Queijo Canastra meia-cura').tap(),
  );
  await step('→ product', { path: '/product/', text: 'Sobre o produto' }, async () =>
    link('Tomate italiano').tap(),
  );
  await step('Back → catalog', { path: '/catalog$', text: 'Tomate italiano' }, () =>
    // A key of the browser is no event of the page: the step back is begun in it.
    page.evaluate(() => {
      document.body.click();
      history.back();
    }),
  );
  await step('→ cart', { path: '^/cart$', text: 'Produtos (' }, async () => link(/^Ver carrinho/).tap());
  await step(
    '→ ways to sign in',
    { path: '^/unauthenticated/cart$', text: 'Receber código por SMS' },
    async () => button('Continuar').tap(),
  );
  await step('→ phone number', { path: '/verification$', text: 'Celular' }, async () =>
    link('Receber código por SMS').tap(),
  );
  await page.getByLabel('Celular com DDD').fill(person.national);
  await step('→ code', { path: '', text: 'Digite o código' }, async () => button('Enviar código').tap());
  const code = await codeFor(shop, person.phone);
  await step('code → sign-up', { path: '', text: 'Vamos criar o seu cadastro' }, async () =>
    page.getByLabel('Código de 6 números').fill(code),
  );
  await page.getByRole('checkbox', { name: /termos/ }).check();
  await step('→ name', { path: '', text: 'Nome completo' }, async () => button('Criar conta').tap());
  await page.getByLabel('Nome completo').fill(person.name);
  await step('→ CPF', { path: '', text: 'CPF' }, async () => button('Continuar').tap());
  await page.getByLabel('CPF').fill(person.cpf);
  await step('→ CEP', { path: '', text: 'CEP' }, async () => button('Continuar').tap());
  await page.getByLabel('CEP').fill(HOME.postalCode);
  await page.waitForFunction(
    (street) => [...document.querySelectorAll('input')].some(({ value }) => value === street),
    HOME.street,
  );
  await page.getByLabel('Número', { exact: true }).fill(HOME.streetNumber);
  await step('CEP → checkout with its hours', { path: '/checkout$', text: 'Entrega agendada' }, async () =>
    button('Continuar').tap(),
  );
  await page.getByRole('radio', { name: /Entrega agendada/ }).check();
  await page
    .getByRole('radio', { name: /^\d+h às \d+h/, disabled: false })
    .first()
    .check();
  await step('→ payment', { path: '', text: 'Como você quer pagar?' }, async () =>
    button('Ir para pagamento').tap(),
  );
  await page.getByRole('radio', { name: /^Pix/ }).check();
  await step('→ confirmation', { path: '', text: 'Produtos e preços reservados' }, async () =>
    button('Continuar').tap(),
  );
  await step('Finalizar → Pix', { path: '/pending$', text: 'Copiar código' }, async () =>
    button('Finalizar pedido').tap(),
  );
  return { taps, long };
}

/** Interaction to Next Paint: the slowest of the taps on + in a long catalog, while it is scrolled. */
async function pluses(page: Page, url: string): Promise<{ inp: number; first: Tap }> {
  await page.goto(url, { waitUntil: 'commit' });
  const plus = page.getByRole('button', { name: /^Adicionar / }).filter({ visible: true });
  await seen(plus);
  await rest(page);
  const first = await timeTap(page, { path: '', text: 'Ver carrinho, 1 item' }, async () =>
    plus.first().tap(),
  );
  for (let tapped = 1; tapped < PLUSES; tapped++) {
    await page.evaluate(() => scrollBy(0, innerHeight / 2));
    await plus.nth(4).tap();
  }
  await rest(page);
  const { interactions } = await seenIn(page);
  return { inp: Math.max(0, ...Object.values(interactions)), first };
}

/** Medians of walks from Home to Pix and of taps in a catalog of 900 items, in every browser that is here. */
export async function measureJourney(shop: Started, slug: string, rounds: number): Promise<Figure[]> {
  const slow = await slowLink(shop.url, LINK);
  const catalog = `${slow.url.replace('127.0.0.1', `${BIG}.localhost`)}/store/${slug}/catalog`;
  const all = await browsers();
  const measured = new Map<Browser, { walk: Walk; inp: number; first: Tap }[]>();
  for (let round = 0; round < rounds; round++)
    for (const browser of all) {
      const one = await withPhone(browser, async (phone) => walk(await openTab(phone), slow.url, shop));
      const many = await withPhone(browser, async (phone) => pluses(await openTab(phone), catalog));
      measured.set(browser, [...(measured.get(browser) ?? []), { walk: one, ...many }]);
    }
  slow.close();
  return [...measured].flatMap(([{ name: browser }, runs]) => {
    const median = (of: (run: (typeof runs)[number]) => number) => percentile(runs.map(of), 0.5);
    const told = (name: string, value: number, most?: number, unit = 'ms') =>
      figure(`${browser}, ${name}`, value, unit, most === undefined ? {} : { promised: atMost(most, unit) });
    const names = Object.keys(runs[0]?.walk.taps ?? {});
    return [
      ...names.flatMap((name) => [
        told(
          `${name}: visible answer`,
          median(({ walk: { taps } }) => taps[name]?.visible ?? 0),
          ANSWERED,
        ),
        told(
          `${name}: complete`,
          median(({ walk: { taps } }) => taps[name]?.complete ?? 0),
          DONE,
        ),
      ]),
      told(
        'Home to Pix: long tasks',
        median(({ walk: { long } }) => long.length),
        undefined,
        '',
      ),
      told(
        'Home to Pix: sum of what is over 50 ms',
        median(({ walk: { long } }) => long.reduce((sum, took) => sum + took - 50, 0)),
        600,
      ),
      told(
        'Home to Pix: longest task',
        median(({ walk: { long } }) => Math.max(0, ...long)),
        200,
      ),
      told(
        'catalog of 900 items: + to confirmed',
        median(({ first }) => first.complete),
        100,
      ),
      told(
        `catalog of 900 items: interaction to next paint, slowest of ${PLUSES}`,
        median(({ inp }) => inp),
        40,
      ),
    ];
  });
}
