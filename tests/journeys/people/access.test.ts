import type { Locator, Page } from 'playwright-core';
import { describe } from 'vitest';
import { newVisitor, test } from '#tests/support/browser/browser.ts';
import {
  add,
  at,
  codeFor,
  fillCart,
  heading,
  newPerson,
  pathOf,
  payPix,
  seen,
} from '#tests/support/people.ts';

/** What a page leaves free at its end, above the bars that are fixed there, px. */
const freeAtEnd = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll('nav, section')].filter(
      (bar) => getComputedStyle(bar).position === 'fixed' && !bar.ariaLive,
    );
    const taken = Math.max(0, ...bars.map((bar) => innerHeight - bar.getBoundingClientRect().top));
    return (
      Number.parseFloat(getComputedStyle(document.querySelector('main') ?? document.body).paddingBottom) -
      taken
    );
  });

describe('the end of a page', () => {
  test('has room for the bars that are there, as high as they are', async ({ page, expect }) => {
    const tight = async () => expect.poll(() => freeAtEnd(page), { timeout: 15_000 }).toBe(24);
    for (const path of ['/', '/home', '/store/feira-da-semana/catalog']) {
      await page.goto(path);
      await tight();
    }
    await add(page, 'Queijo Canastra meia-cura');
    await seen(page.getByRole('link', { name: /^Ver carrinho/ }));
    await tight();
    await page.getByRole('link', { name: 'Tomate italiano', exact: true }).click();
    await seen(heading(page, 'Tomate italiano'));
    await tight();
    await page.goto('/cart');
    await seen(page.getByRole('button', { name: 'Continuar' }));
    await tight();
  });
});

/** What an element is told apart by where neither shadows nor grounds are drawn. */
const drawn = (part: Locator) =>
  part
    .filter({ visible: true })
    .first()
    .evaluate((node) => {
      const { borderTopWidth, borderTopStyle, outlineStyle, backgroundColor } = getComputedStyle(node);
      return {
        hasEdge: outlineStyle !== 'none' || (borderTopStyle !== 'none' && borderTopWidth !== '0px'),
        ground: backgroundColor,
      };
    });

describe('colours of the reader', () => {
  test('leave every button its edge and show what is chosen', async ({ browser, shop, faults, expect }) => {
    const context = await newVisitor(browser, shop, faults, { forcedColors: 'active' });
    const page = await context.newPage();
    await page.goto('/');
    const bare: string[] = [];
    const edged = async (parts: Record<string, Locator>) => {
      for (const [name, part] of Object.entries(parts)) if (!(await drawn(part)).hasEdge) bare.push(name);
    };
    const chosen = async (name: string, one: Locator, other: Locator) => {
      if ((await drawn(one)).ground === (await drawn(other)).ground) bare.push(`${name} that is chosen`);
    };
    const tabs = page.getByRole('navigation', { name: 'Principal' }).getByRole('link');
    await edged({ 'the way in': page.getByRole('link', { name: 'Entrar na feira' }) });
    await chosen('tab', tabs.nth(0).locator('span').first(), tabs.nth(1).locator('span').first());
    await fillCart(page);
    const chips = page.getByRole('navigation', { name: 'Categorias' }).getByRole('link');
    await edged({
      'a +': page.getByRole('button', { name: 'Adicionar Tomate italiano', exact: true }).locator('..'),
      'a chip': chips.nth(1).locator('span').first(),
      'the bar of the cart': page.getByRole('link', { name: /^Ver carrinho/ }),
      'the nudge': page.getByText(/Faltam? \d+ para/).locator('xpath=ancestor::*[2]'),
    });
    await chosen('chip', chips.nth(0).locator('span').first(), chips.nth(1).locator('span').first());
    await page.getByRole('link', { name: /^Ver carrinho/ }).click();
    await edged({
      'the next step': page.getByRole('button', { name: 'Continuar' }),
      'its bar': page.getByRole('region', { name: 'Próximo passo' }),
    });
    await context.close();
    expect(bare).toEqual([]);
  });
});

/** Presses Tab, or Shift and Tab, until what has focus is called like this. */
async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const said: string[] = [];
  for (let press = 0; press < 160; press++) {
    await page.keyboard.press(key);
    const text = await page.evaluate(() => {
      const here = document.activeElement;
      const labels =
        here instanceof HTMLInputElement
          ? [...(here.labels ?? [])].map((label) => label.innerText).join(' ')
          : '';
      return (
        here?.getAttribute('aria-label') ??
        (labels || (here instanceof HTMLElement ? here.innerText : ''))
      )
        .replace(/\s+/g, ' ')
        .trim();
    });
    if (name.test(text)) return;
    said.push(text);
  }
  throw new Error(`Tab never reaches ${String(name)}, only: ${[...new Set(said)].join(' | ')}`);
}
/** Presses what is called like this, once it can be pressed: what is off is passed by. */
const press = async (page: Page, name: RegExp, key = 'Enter'): Promise<void> => {
  const on = (role: 'button' | 'link' | 'radio' | 'checkbox') =>
    page.getByRole(role, { name, ...(role === 'link' ? {} : { disabled: false }) });
  await on('button').or(on('link')).or(on('radio')).or(on('checkbox')).first().waitFor({ state: 'attached' });
  await tabTo(page, name);
  await page.keyboard.press(key);
};

describe('a purchase', () => {
  test('needs nothing but a keyboard', async ({ page, shop, expect }) => {
    const person = newPerson();
    await page.goto('/');
    await press(page, /^Entrar na feira$/);
    await at(page, '/store/feira-da-semana/catalog');
    await press(page, /^Adicionar Queijo Canastra/);
    // The cart stands in the bar above, so nobody has to pass by everything else that is sold.
    await tabTo(page, /^Carrinho, 1 item/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await at(page, '/cart');
    await press(page, /^Continuar$/);
    await at(page, '/unauthenticated/cart');
    await press(page, /^Receber código por SMS/);
    await seen(page.getByLabel('Celular com DDD'));
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-contact');
    await page.keyboard.type(person.national);
    await page.keyboard.press('Enter');
    await seen(heading(page, 'Digite o código que enviamos'));
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('field-code');
    await page.keyboard.type(await codeFor(shop, person.phone));
    await seen(heading(page, 'Vamos criar o seu cadastro'));
    await press(page, /termos e a política/, 'Space');
    await press(page, /^Criar conta$/);
    for (const [question, answer] of [
      ['Como você se chama?', person.name],
      ['Qual é o seu CPF?', person.cpf],
    ] as const) {
      await seen(heading(page, question));
      await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
      await page.keyboard.type(answer);
      await page.keyboard.press('Enter');
    }
    await seen(heading(page, 'Qual é o seu e-mail?'));
    await press(page, /^Depois$/);
    await seen(heading(page, 'Qual é o seu CEP?'));
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
    await page.keyboard.type('05435000');
    await seen(page.getByLabel('Número', { exact: true }));
    await tabTo(page, /^Número/);
    await page.keyboard.type('482');
    await page.keyboard.press('Enter');
    await seen(heading(page, 'Como você quer receber?'));
    await press(page, /^Entrega agendada/, 'ArrowDown');
    await expect.poll(() => page.getByRole('radio', { name: /^Entrega expressa/ }).isChecked()).toBe(true);
    await press(page, /^Ir para pagamento$/);
    await seen(heading(page, 'Como você quer pagar?'));
    await press(page, /^Pix/, 'Space');
    await press(page, /^Continuar$/);
    await seen(page.getByText('Produtos e preços reservados'));
    await press(page, /^Finalizar pedido$/);
    await at(page, /\/pending$/);
    await seen(page.getByRole('button', { name: 'Copiar código' }));
    await payPix(shop, pathOf(page).split('/')[2] ?? '');
    await seen(heading(page, 'Obrigado, Teresa!'));
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    await expect.poll(focused).toBe('Obrigado, Teresa!');
    // What one stood on is taken away: focus goes on to the heading, and what came of it is said.
    await press(page, /^Acompanhar pedido$/);
    await press(page, /^Cancelar pedido$/);
    await press(page, /^Mudei de ideia$/, 'Space');
    await press(page, /^Cancelar pedido$/);
    await seen(heading(page, 'Pedido cancelado'));
    await expect.poll(focused).toContain('Pedido ');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-screen-heading')))
      .toBe(true);
    await page
      .getByRole('status')
      .filter({ hasText: 'A loja recebeu o cancelamento' })
      .waitFor({ state: 'attached' });
  });
});
