import { watchVersion } from '#shell/outdated.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { describe, expect, it, vi } from 'vitest';

const page = { querySelectorAll: () => [] } as unknown as Document; // nothing is typed
/** A shop whose store wants that version, with a flow or without. */
function shopWith(minVersion: string | undefined, state = 'home') {
  const wakes: (() => void)[] = [];
  const subscribe = (wake: () => void) => void wakes.push(wake);
  const known = { minVersion, state };
  const marketplace = {
    getSnapshot: () => ({ context: { documents: { minVersion: known.minVersion } } }),
    subscribe,
  };
  const app = {
    getSnapshot: () => ({ matches: (value: string) => value === known.state, children: { marketplace } }),
    subscribe,
    send: vi.fn(),
  };
  const now = (next: Partial<typeof known>) => {
    Object.assign(known, next);
    for (const wake of wakes) wake();
  };
  return { app: app as unknown as AppActor, send: app.send, now }; // what is read of it
}
function boxOf(kept = new Map<string, string>()) {
  return () => ({
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  });
}
const asked = { type: 'asked.app.version', params: {}, search: {} };

describe('a version below the oldest that the store talks to', () => {
  it('leads to Version at start, once for each version that is wanted', () => {
    const box = boxOf();
    const shop = shopWith('6.0.0');
    watchVersion(shop.app, box, page);
    expect(shop.send.mock.calls).toEqual([[asked]]);
    shop.now({});
    expect(shop.send).toHaveBeenCalledTimes(1);
    // The page is loaded again and is no newer: nobody is held there.
    const again = shopWith('6.0.0');
    watchVersion(again.app, box, page);
    expect(again.send).not.toHaveBeenCalled();
    again.now({ minVersion: '7.0.0' });
    expect(again.send).toHaveBeenCalledTimes(1);
  });
  it.each([undefined, '5.1.31', '4.0.0'])('is none where the store wants %s', (minVersion) => {
    const shop = shopWith(minVersion);
    watchVersion(shop.app, boxOf(), page);
    expect(shop.send).not.toHaveBeenCalled();
  });
  it.each(['checkout', 'orderPendingPayment'])('waits until nobody is at %s', (state) => {
    const shop = shopWith('6.0.0', state);
    watchVersion(shop.app, boxOf(), page);
    expect(shop.send).not.toHaveBeenCalled();
    shop.now({ state: 'home' });
    expect(shop.send.mock.calls).toEqual([[asked]]);
  });
  it('leads nowhere in a browser that keeps nothing', () => {
    const shop = shopWith('6.0.0');
    watchVersion(
      shop.app,
      () => {
        throw new Error('blocked');
      },
      page,
    );
    expect(shop.send).not.toHaveBeenCalled();
  });
});
