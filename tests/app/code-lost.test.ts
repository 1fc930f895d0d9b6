import { CodeLost, codeLost, isOfNetwork } from '#client/code-lost.ts';
import { isNewVersionDue, takeNewVersion } from '#shell/new-version.ts';
import { isModuleNotFoundError } from '@tanstack/router-core';
import { afterEach, describe, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());
const answering = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
const cause = new TypeError('Failed to fetch dynamically imported module: http://shop.test/assets/cart-1.js');
const why = (lost = cause): Promise<CodeLost> => codeLost(lost).catch((fault: unknown) => fault as CodeLost);
const box = () => {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
};

describe('code that does not arrive', () => {
  it('is the network’s fault when nobody is there', async () => {
    const here = new TypeError('…/here.js');
    answering(() => Promise.reject(new TypeError('offline')));
    expect(await why(here)).toMatchObject({ isOutdated: false, cause: here });
    answering(() => Promise.resolve(new Response(null, { status: 502 })));
    expect((await why(here)).isOutdated).toBe(false);
  });
  it('stays the network’s fault when the server is back: the browser may not ask again', async () => {
    const train = new TypeError('…/train.js');
    answering(() => Promise.reject(new TypeError('offline')));
    expect(isOfNetwork(await why(train))).toBe(true);
    answering(() => Promise.resolve(new Response(null, { status: 200 })));
    const again = await why(train);
    expect([again.isOutdated, isOfNetwork(again)]).toEqual([true, true]);
    expect([isOfNetwork(new CodeLost(true, new TypeError('…/other.js'))), isOfNetwork(train)]).toEqual([
      false,
      false,
    ]);
  });
  it('is an older version’s when the server is there', async () => {
    answering(() => Promise.resolve(new Response(null, { status: 200 })));
    expect(await why()).toMatchObject({ isOutdated: true });
  });
  it('does not speak the words at which the router loads the page again by itself', async () => {
    expect(isModuleNotFoundError(cause)).toBe(true);
    for (const isOutdated of [true, false])
      expect(isModuleNotFoundError(new CodeLost(isOutdated, cause))).toBe(false);
  });
});

describe('a new version', () => {
  it('is taken once for what was lost', () => {
    const storage = box();
    const reload = vi.fn();
    const lost = new CodeLost(true, cause);
    expect(isNewVersionDue(lost, storage)).toBe(true);
    takeNewVersion(lost, storage, reload);
    expect(isNewVersionDue(lost, storage)).toBe(false);
    takeNewVersion(lost, storage, reload);
    expect(reload).toHaveBeenCalledTimes(1);
    takeNewVersion(new CodeLost(true, new TypeError('…/cart-2.js')), storage, reload);
    takeNewVersion(new CodeLost(false, new TypeError('…/cart-3.js')), storage, reload);
    expect(reload).toHaveBeenCalledTimes(2);
  });
  it('waits for a press where nothing can be remembered', () => {
    const reload = vi.fn();
    const shut = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    takeNewVersion(new CodeLost(true, cause), () => shut, reload);
    expect(reload).not.toHaveBeenCalled();
  });
});
