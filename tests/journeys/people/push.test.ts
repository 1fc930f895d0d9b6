import { describe, inject, vi } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import webPush from 'web-push';
import { test as base } from '#tests/support/browser/browser.ts';
import { signOut } from '#tests/support/browser/sign-out.ts';
import { type Browser as Subscribed, openPushPeer } from '#tests/support/peers/push-peer.ts';
import {
  advance,
  at,
  become,
  heading,
  payPix,
  placeOrder,
  reachConfirmation,
  seen,
} from '#tests/support/people.ts';
import { type Shop, startShop } from '#tests/support/shop.ts';

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
/** A store that sends notifications, to the service of a browser maker on this machine. */
const test = base
  .extend('maker', { scope: 'file' }, async ({}, { onCleanup }) => {
    const maker = await openPushPeer();
    onCleanup(() => maker.close());
    return maker;
  })
  .extend('shop', { scope: 'file' }, async ({}, { onCleanup }) => {
    const env = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
    const shop = await startShop({ template: inject('template'), env });
    onCleanup(() => shop.close());
    return shop;
  });

type Answer = 'granted' | 'denied';
/**
 * The shell without a window has no push service and forbids notifications, so the page is given both: a permission
 * that is asked for, and the subscription of a browser whose messages the maker's service opens.
 */
const givePush = (context: BrowserContext, { subscription }: Subscribed, answer: Answer) =>
  context.addInitScript(
    ([json, said]) => {
      const keep = (name: string, value: string) => sessionStorage.setItem(`given-${name}`, value);
      const kept = (name: string) => sessionStorage.getItem(`given-${name}`);
      const there = () => ({
        endpoint: json.endpoint,
        toJSON: () => json,
        unsubscribe: () => {
          keep('subscribed', '');
          return Promise.resolve(true);
        },
      });
      Object.defineProperty(Notification, 'permission', { get: () => kept('permission') ?? 'default' });
      Notification.requestPermission = () => {
        keep('asked', `${Number(kept('asked')) + 1}`);
        keep('permission', said);
        return Promise.resolve(said);
      };
      Object.assign(PushManager.prototype, {
        getSubscription: () => Promise.resolve(kept('subscribed') ? there() : null),
        subscribe: (options: { applicationServerKey: string }) => {
          keep('subscribed', options.applicationServerKey);
          return Promise.resolve(there());
        },
      });
    },
    [subscription, answer] as const,
  );
const given = (page: Page, name: 'asked' | 'subscribed' | 'permission') =>
  page.evaluate((key) => sessionStorage.getItem(`given-${key}`), name);

/** Hands a message to the worker as the browser does. @returns what it shows */
async function deliver(page: Page, payload: object): Promise<object[]> {
  const worker = page.context().serviceWorkers()[0];
  if (!worker) throw new Error('there is no worker');
  await worker.evaluate(() => {
    const shown: object[] = [];
    Object.assign(globalThis, { shown });
    // Nor has it notifications to show.
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      shown.push({ title, ...options });
      return Promise.resolve();
    };
  });
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
      if (one) resolve(one.registrationId);
    }),
  );
  await browser.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registered,
    data: JSON.stringify(payload),
  });
  const shown = () => worker.evaluate(() => (globalThis as unknown as { shown: object[] }).shown);
  await vi.waitUntil(async () => (await shown()).length > 0, { timeout: 15_000 });
  return shown();
}
/** Presses a notification: an event of the browser's own cannot be made, so it is one that looks like it. */
async function press(page: Page, target: unknown): Promise<void> {
  await page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async (data) => {
      const waits: Promise<unknown>[] = [];
      dispatchEvent(
        Object.assign(new Event('notificationclick'), {
          notification: { data, close: () => undefined },
          waitUntil: (wait: Promise<unknown>) => waits.push(wait),
        }),
      );
      await Promise.all(waits);
    }, target);
}

const OFFER = 'Quer receber avisos dos pedidos?';
/** Marina buys and pays. @returns her order's code */
async function buy(page: Page, shop: Shop): Promise<string> {
  await become(page, 'Marina, cliente');
  await reachConfirmation(page);
  const code = await placeOrder(page);
  await payPix(shop, code);
  await seen(heading(page, /^Obrigad/));
  return code;
}
const news = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: 'Principal' })
    .getByText(count === 1 ? '1 mensagem nova' : `${count} mensagens novas`);

describe('notifications of the store', () => {
  test('come after an order to whoever wants them, lead to what they are about, and end with the sign-in', async ({
    page,
    context,
    shop,
    maker,
    expect,
  }) => {
    const browser = maker.browser();
    await givePush(context, browser, 'granted');
    const code = await buy(page, shop);
    await seen(heading(page, OFFER));
    // In the store's own words first.
    expect(await given(page, 'asked')).toBeNull();
    await page.getByRole('button', { name: 'Quero receber' }).click();
    await seen(heading(page, 'Avisos ligados neste aparelho'));
    expect([await given(page, 'asked'), await given(page, 'subscribed')]).toEqual(['1', publicKey]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Desligar neste aparelho');

    await page.goto('/home');
    await seen(heading(page, /./));
    const already = browser.delivered.length;
    await advance(shop, code, 'preparation.started', 'order.shipped');
    await expect.poll(() => browser.delivered.length).toBe(already + 1);
    const payload = browser.delivered.at(-1)?.payload ?? {};
    const target = `/order/${code}/details`;
    expect(payload).toMatchObject({ target, tag: code });
    expect(await deliver(page, payload)).toEqual([
      { title: payload['title'], body: payload['text'], data: target, tag: code, lang: 'pt-BR' },
    ]);
    await seen(news(page, 2));

    // In the window that is open, without loading the page again.
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    await press(page, target);
    await at(page, target);
    await press(page, 'https://evil.test/');
    await at(page, '/messages');
    await page.goBack();
    await press(page, '/nowhere/at/all');
    await at(page, '/messages');
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
    await seen(heading(page, 'Avisos ligados neste aparelho'));
    const messages = page.getByRole('list', { name: 'Mensagens' });
    await messages.getByRole('link').first().click();
    await at(page, target);
    await page.goto('/account');
    await seen(news(page, 1));
    await seen(page.getByRole('link', { name: 'Mensagens' }).getByText('1 nova'));

    await signOut(page);
    await expect.poll(() => given(page, 'subscribed')).toBe('');
    const before = browser.delivered.length;
    await advance(shop, code, 'order.delivered');
    // Told by the same queue, after it: a page that opens then counts it.
    await become(page, 'Marina, cliente');
    await expect
      .poll(
        async () => {
          const counted = page.waitForResponse('**/api/users/messages');
          await page.goto('/home');
          const messages = (await (await counted).json()) as { readAt?: string }[];
          return messages.filter(({ readAt }) => readAt === undefined).length;
        },
        { timeout: 15_000 },
      )
      .toBe(2);
    await seen(news(page, 2));
    expect(browser.delivered.length).toBe(before);
  });

  test('are switched off in this browser, and on again', async ({ page, context, shop, maker, expect }) => {
    const browser = maker.browser();
    await givePush(context, browser, 'granted');
    await buy(page, shop);
    await page.getByRole('button', { name: 'Quero receber' }).click();
    await seen(heading(page, 'Avisos ligados neste aparelho'));
    await page.goto('/messages');
    await page.getByRole('button', { name: 'Desligar neste aparelho' }).click();
    await seen(heading(page, OFFER));
    expect(await given(page, 'subscribed')).toBe('');
    await page.getByRole('button', { name: 'Quero receber' }).click();
    await seen(heading(page, 'Avisos ligados neste aparelho'));
    expect(await given(page, 'subscribed')).toBe(publicKey);
  });

  test('say where they are allowed once the browser blocks them, and are offered again then', async ({
    page,
    context,
    shop,
    maker,
    expect,
  }) => {
    await givePush(context, maker.browser(), 'denied');
    await buy(page, shop);
    await page.getByRole('button', { name: 'Quero receber' }).click();
    await seen(heading(page, 'Os avisos estão bloqueados neste navegador'));
    expect(await given(page, 'asked')).toBe('1');
    await page.goto('/messages');
    await seen(page.getByText('permita as notificações desta loja'));
    await page.evaluate(() => sessionStorage.setItem('given-permission', 'granted'));
    await page.getByRole('button', { name: 'Já permiti' }).click();
    await seen(heading(page, OFFER));
  });

  test('are not offered with the next order once they were sent away', async ({
    page,
    context,
    shop,
    maker,
    expect,
  }) => {
    await givePush(context, maker.browser(), 'granted');
    const code = await buy(page, shop);
    await page.getByRole('button', { name: 'Agora não' }).click();
    await heading(page, OFFER).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    const read = () => page.waitForResponse('**/api/push/key');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`/order/${code}/success`);
    await seen(heading(page, /^Obrigad/));
    // A preference at the messages, whatever was sent away.
    const key = read();
    await page.goto('/messages');
    await key;
    await seen(heading(page, OFFER));
    expect(asked.filter((path) => path === '/api/push/key')).toHaveLength(1);
    expect(await given(page, 'asked')).toBeNull();
  });
});
