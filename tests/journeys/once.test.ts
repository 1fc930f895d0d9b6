import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe } from 'vitest';
import { test } from '#tests/support/browser/browser.ts';
import { ordersOf } from '#tests/support/store/api-driver.ts';
import { alive, heading, moveClock, seen, signIn } from '#tests/support/people.ts';
import { balance, callOff, lastLookBy, madeBy, stateBy, type Way } from '#tests/support/browser/ways.ts';
import type { Shop } from '#tests/support/shop.ts';

const ORDERS = '**/api/operation/orders/v2/**';
const MARINA = { phone: '+5511900000001', national: '11900000001' };

const finish = (page: Page) => page.getByRole('button', { name: 'Finalizar pedido' }).click();

/** What the wallet pays of the order, reais. */
const OF_WALLET: Record<Way, number> = { card: 0, wallet: 21.9, walletAndPix: 12 };

interface Trouble {
  name: string;
  way: Way;
  /** Complaints of the browser that it causes. */
  causes?: RegExp;
  /** Before it they leave another cart in the checkout, by losing their session there. */
  leaves?: true;
  /** From the last look to where the order is made. @returns the page that shows it, when it is another */
  happens(page: Page, shop: Shop, context: BrowserContext): Promise<Page | void>;
}

/** The first answer never comes; the shop has taken what was sent. */
async function loseAnswer(page: Page, what: string): Promise<void> {
  let isLost = false;
  await page.route(what, async (route: Route) => {
    if (isLost) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort('connectionreset');
  });
}

/** The shop takes what is sent first, and its answer is held back. @returns once it has it */
async function holdAnswer(page: Page): Promise<Promise<void>[]> {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  let isFirst = true;
  await page.route(ORDERS, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    await route.fetch();
    take();
  });
  // In a list: a promise alone would be waited for.
  return [taken];
}

async function loseSession(page: Page, shop: Shop, context: BrowserContext): Promise<void> {
  // First: a page that hears of the clock renews what it can.
  await context.clearCookies();
  await moveClock(shop, 12 * 60);
  // The page hears of it by itself: its line of news ends with the session.
  await seen(page.getByText('Sua sessão terminou', { exact: false }));
}

/**
 * What the account has in its cart is only told once the new one has its first line: told sooner, it would be that
 * cart, with the wallet that was chosen for it.
 */
const tellLater = (page: Page) =>
  page.route('**/api/operation/carts', async (route) => {
    await seen(page.getByRole('link', { name: /^Ver carrinho, 1 item/ }));
    await route.continue();
  });

const LOST = /net::ERR_|Failed to load resource|fetching the script/;

/** What is the same for every way. */
const killed = (way: Way): Trouble => ({
  name: 'a tab that is killed while it is made',
  way,
  causes: LOST,
  happens: async (page, _, context) => {
    const [taken] = await holdAnswer(page);
    const url = page.url();
    await finish(page);
    await taken;
    // What only that tab knew is gone with it: another one finds what became of the cart.
    await page.close();
    const again = await context.newPage();
    await again.goto(url);
    return again;
  },
});
const late = (way: Way): Trouble => ({
  name: 'no answer within a minute',
  way,
  causes: LOST,
  happens: async (page) => {
    const [taken] = await holdAnswer(page);
    await page.clock.install();
    await finish(page);
    await taken;
    // The page gives up waiting, says so, and sends the same once more.
    await page.clock.pauseAt(Date.now() + 61_000);
    await seen(heading(page, 'A loja ainda não respondeu'));
    await page.clock.resume();
  },
});

const troubles: Trouble[] = [
  {
    name: 'a double tap',
    way: 'card',
    happens: (page) => page.getByRole('button', { name: 'Finalizar pedido' }).dblclick(),
  },
  {
    name: 'the lost answer to an order',
    way: 'card',
    causes: LOST,
    happens: async (page) => {
      await loseAnswer(page, ORDERS);
      await finish(page);
    },
  },
  {
    name: 'the lost answer to the beginning of a payment',
    way: 'card',
    causes: LOST,
    happens: async (page) => {
      await loseAnswer(page, '**/api/payments/intents');
      await finish(page);
    },
  },
  {
    name: 'the lost answer to an order',
    way: 'wallet',
    causes: LOST,
    happens: async (page) => {
      await loseAnswer(page, ORDERS);
      await finish(page);
    },
  },
  {
    name: 'a reload while it is made',
    way: 'wallet',
    causes: LOST,
    happens: async (page) => {
      const [taken] = await holdAnswer(page);
      await finish(page);
      await taken;
      await page.reload();
    },
  },
  {
    name: 'no network at the moment of sending',
    way: 'walletAndPix',
    causes: LOST,
    happens: async (page, _, context) => {
      await context.setOffline(true);
      await finish(page);
      await seen(heading(page, 'Pedido na fila'));
      await context.setOffline(false);
    },
  },
  {
    name: 'a second tab that sends too',
    way: 'walletAndPix',
    causes: /status of 4\d\d/,
    happens: async (page, _, context) => {
      const other = await context.newPage();
      await other.goto(page.url());
      await seen(other.getByText('Produtos e preços reservados'));
      await Promise.all([finish(page), finish(other)]);
      const made = await Promise.any([page, other].map((tab) => madeBy(tab, 'walletAndPix').then(() => tab)));
      const late = made === page ? other : page;
      // It has the same order, or learned of it before it had sent anything.
      await seen(
        late
          .getByText('O pedido deste carrinho já foi feito', { exact: false })
          .or(late.getByRole('button', { name: 'Copiar código' })),
      );
      return made;
    },
  },
  {
    name: 'a session that is over, and is renewed',
    way: 'wallet',
    causes: /status of 40[14]/,
    happens: async (page, shop) => {
      await moveClock(shop, 12 * 60);
      await finish(page);
    },
  },
  {
    name: 'a session that is lost',
    way: 'walletAndPix',
    causes: /status of 40[014]/,
    happens: async (page, shop, context) => {
      await loseSession(page, shop, context);
      // Their phone drops the page while they look for the code: it is a visitor's then, and the cart an account's.
      await page.reload();
      await alive(page.getByRole('link', { name: 'Receber código por SMS' }));
      await signIn(page, shop, MARINA);
      await seen(page.getByText('Produtos e preços reservados'));
      await alive(page.getByRole('button', { name: 'Finalizar pedido', disabled: false }));
      await finish(page);
    },
  },
  {
    name: 'a session that is lost as it is sent',
    way: 'wallet',
    causes: /status of 40[014]/,
    happens: async (page, shop, context) => {
      let isFirst = true;
      await page.route(ORDERS, async (route) => {
        if (isFirst) {
          isFirst = false;
          await context.clearCookies();
          // Later than the code of the one before.
          await moveClock(shop, 14 * 60);
        }
        await route.continue();
      });
      await finish(page);
      await seen(page.getByText('Sua sessão terminou', { exact: false }));
      await alive(page.getByRole('link', { name: 'Receber código por SMS' }));
      await signIn(page, shop, MARINA);
      await seen(page.getByText('Produtos e preços reservados'));
      await finish(page);
    },
  },
  {
    name: 'a reservation that ended',
    way: 'card',
    causes: /status of 4\d\d/,
    happens: async (page, shop) => {
      await moveClock(shop, 16 * 60);
      await page.reload();
      await seen(page.getByText('Produtos e preços reservados'));
      await finish(page);
    },
  },
  ...(['card', 'wallet', 'walletAndPix'] as const).map(killed),
  // The clock of a card's field would stand with that of the page.
  ...(['wallet', 'walletAndPix'] as const).map(late),
  // Last: the cart that was left is theirs again after it.
  { ...killed('card'), name: 'a tab that is killed, beside a cart that was left before', leaves: true },
];

describe('one order, and one charge', () => {
  for (const { name, way, causes, leaves, happens } of troubles)
    test(`by ${way}: ${name}`, async ({ page, shop, context, faults, expect }) => {
      if (causes) faults.expect(causes);
      if (leaves) {
        faults.expect(/status of 40[014]/);
        await lastLookBy.walletAndPix(page);
        await loseSession(page, shop, context);
        await moveClock(shop, 0);
        await tellLater(page);
      }
      await lastLookBy[way](page);
      const [before, had] = [await ordersOf(context, shop), await balance(context, shop)];
      // Each tab has its own, and sends it again.
      const keys = new Map<Page, Set<string | undefined>>();
      context.on('request', (request) => {
        if (request.method() !== 'POST' || !request.url().includes('/orders/v2/')) return;
        const tab = request.frame().page();
        keys.set(tab, (keys.get(tab) ?? new Set()).add(request.headers()['idempotency-key']));
      });
      const last = (await happens(page, shop, context)) ?? page;
      const code = await madeBy(last, way);
      await moveClock(shop, 0);
      const made = (await ordersOf(context, shop)).filter(
        (one) => !before.some((old) => old.code === one.code),
      );
      expect(made).toMatchObject([{ code, state: stateBy(way) }]);
      expect(new Set([...keys.values()].map(({ size }) => size))).toEqual(new Set([1]));
      expect(had - (await balance(context, shop))).toBeCloseTo(OF_WALLET[way], 2);
      // For the next one.
      await callOff(last, shop, code, had);
    });
});
