import { unreadActors } from '#actors/person/inbox.ts';
import { type PushBrowser, pushActors } from '#actors/person/push.ts';
import { isPushSilent, keepPushSilence } from '#client/person/push.ts';
import { forgetPush } from '#client/person/push-forgotten.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const endpoint = 'https://fcm.googleapis.com/fcm/send/a';
const keys = { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };
const subscriptionOf = (ends = true, json: object = { endpoint, keys }) => {
  const unsubscribe = vi.fn(() => Promise.resolve(ends));
  // What is asked of a subscription
  return { endpoint, toJSON: () => json, unsubscribe } as unknown as PushSubscription & {
    unsubscribe: typeof unsubscribe;
  };
};
const browserOf = (more: Partial<PushBrowser> = {}): PushBrowser => ({
  permission: () => 'granted',
  askPermission: () => Promise.resolve('granted'),
  subscription: () => Promise.resolve(null),
  subscribe: () => Promise.resolve(subscriptionOf()),
  ...more,
});
const shopOf = (browser: PushBrowser, answers: Record<string, unknown> = {}) => {
  const { api, asked, sent } = apiOf({
    'GET /api/push/key': { publicKey: 'key' },
    'PUT /api/users/push': { id: crypto.randomUUID(), externalUserId: crypto.randomUUID(), tags: {} },
    'PUT /api/users/consents': [],
    ...answers,
  });
  return { ports: pushActors(() => Promise.resolve(api), browser), asked, sent };
};
const nothing = { key: null, subscription: null };

describe('notifications in a browser', () => {
  it.each<[string, Partial<PushBrowser>, object]>([
    ['unsupported where it has none', { permission: () => null }, { is: 'unsupported', ...nothing }],
    ['denied where its owner forbade them', { permission: () => 'denied' }, { is: 'denied', ...nothing }],
    [
      'open where nobody was asked',
      { permission: () => 'default' },
      { is: 'open', key: 'key', subscription: null },
    ],
    ['open where nobody subscribed', {}, { is: 'open', key: 'key', subscription: null }],
    [
      'subscribed where somebody did',
      { subscription: () => Promise.resolve(subscriptionOf()) },
      { is: 'subscribed', key: 'key', subscription: { endpoint, keys } },
    ],
  ])('are %s', async (_, browser, standing) => {
    const { ports, asked } = shopOf(browserOf(browser));
    expect(await run(ports.lookAtPush)).toEqual(standing);
    // Where there are none, nobody is asked.
    expect(asked).toEqual(browser.permission?.() === null ? [] : ['GET /api/push/key']);
  });
  it('are unsupported while the store sends none, whatever the browser says', async () => {
    for (const permission of ['default', 'granted', 'denied'] as const) {
      const { ports } = shopOf(browserOf({ permission: () => permission }), { 'GET /api/push/key': {} });
      expect(await run(ports.lookAtPush)).toEqual({ is: 'unsupported', ...nothing });
    }
  });
  it('PRV-03 are kept with the consent first, in the version that was shown', async () => {
    const { ports, asked, sent } = shopOf(browserOf());
    await run(ports.keepSubscription, { subscription: { endpoint, keys }, version: '2026-11' });
    expect(asked).toEqual(['PUT /api/users/consents', 'PUT /api/users/push']);
    expect(await sent[0]?.json()).toEqual({ purpose: 'push', granted: true, version: '2026-11' });
    expect(await sent[1]?.json()).toEqual({ endpoint, keys });
  });
  it('are confirmed without a new consent', async () => {
    const { ports, asked } = shopOf(browserOf());
    await run(ports.confirmPush, { subscription: { endpoint, keys } });
    expect(asked).toEqual(['PUT /api/users/push']);
  });
  it('are subscribed to with the store’s key, and not without keys that seal a message', async () => {
    const subscribe = vi.fn(() => Promise.resolve(subscriptionOf()));
    expect(await run(shopOf(browserOf({ subscribe })).ports.subscribeBrowser, { key: 'key' })).toEqual({
      endpoint,
      keys,
    });
    expect(subscribe).toHaveBeenCalledWith('key');
    const bare = browserOf({ subscribe: () => Promise.resolve(subscriptionOf(true, { endpoint })) });
    await expect(run(shopOf(bare).ports.subscribeBrowser, { key: 'key' })).rejects.toThrow('no keys');
  });
  it('stop in the browser also where the store is not reached, and say so where the browser keeps them', async () => {
    const there = subscriptionOf();
    const one = shopOf(browserOf({ subscription: () => Promise.resolve(there) }), {
      'DELETE /api/users/push': new Error('offline'),
    });
    await run(one.ports.stopPush);
    expect(there.unsubscribe).toHaveBeenCalledOnce();
    expect(new Set(one.asked)).toEqual(new Set(['DELETE /api/users/push']));
    const kept = shopOf(browserOf({ subscription: () => Promise.resolve(subscriptionOf(false)) }));
    await expect(run(kept.ports.stopPush)).rejects.toThrow('keeps its subscription');
    expect(kept.asked).toEqual([]);
    await expect(run(shopOf(browserOf()).ports.stopPush)).resolves.toBeUndefined();
  });
});

describe('the count of new messages', () => {
  it('is of those that nobody opened', async () => {
    const news = (readAt?: string) => ({
      id: crypto.randomUUID(),
      at: '2026-11-25T12:00:00.000Z',
      title: 'A',
      text: 'B',
      ...(readAt ? { readAt } : {}),
    });
    const { api } = apiOf({ 'GET /api/users/messages': [news(), news('2026-11-25T13:00:00.000Z'), news()] });
    expect(await run(unreadActors(() => Promise.resolve(api)).countMessages)).toBe(2);
  });
});

describe('a browser that somebody left', () => {
  afterEach(() => vi.unstubAllGlobals());
  const leave = async (registration: unknown) => {
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(registration) } });
    await forgetPush();
  };
  it('REL-21 is subscribed no more, and shows nothing of what came', async () => {
    const [there, close] = [subscriptionOf(), vi.fn()];
    await leave({
      getNotifications: () => Promise.resolve([{ close }, { close }]),
      pushManager: { getSubscription: () => Promise.resolve(there) },
    });
    expect([there.unsubscribe.mock.calls.length, close.mock.calls.length]).toEqual([1, 2]);
  });
  it('has nothing to forget without a worker, or where there is no push', async () => {
    await expect(leave(undefined)).resolves.toBeUndefined();
    await expect(
      leave({ getNotifications: () => Promise.reject(new Error('none')) }),
    ).resolves.toBeUndefined();
  });
});

describe('an offer that was sent away', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('is silent for ninety days, in each store by itself', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    });
    const now = Date.parse('2026-11-27T12:00:00Z');
    expect(isPushSilent('feira', now)).toBe(false);
    keepPushSilence('feira', now);
    expect(isPushSilent('feira', now + 90 * 86_400_000 - 1)).toBe(true);
    expect(isPushSilent('feira', now + 90 * 86_400_000)).toBe(false);
    expect(isPushSilent('clube', now)).toBe(false);
  });
});
