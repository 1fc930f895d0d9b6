import { afterEach, describe, expect, it, vi } from 'vitest';
import { openStorage } from '#client/storage.ts';
import type { AppMemory } from '#machines/stored.ts';
import { keepMemory } from '#shell/wiring/keep-memory.ts';

afterEach(() => vi.unstubAllGlobals());

describe('what a tab keeps of the way somebody was on', () => {
  it('is told of where they began to do something, and not where they were only sent', () => {
    const page = { cookie: '' };
    const values = new Map<string, string>();
    vi.stubGlobal('document', page);
    vi.stubGlobal('localStorage', { getItem: () => null });
    vi.stubGlobal('sessionStorage', {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, text: string) => void values.set(name, text),
    });
    const storage = openStorage('client');
    const sent: AppMemory = {
      version: 1,
      returnTo: { screen: 'app.accountDashboard', params: {}, search: {} },
      origin: null,
      refusal: { reason: 'session.missing', asked: null },
      login: null,
      address: null,
    };
    keepMemory(storage, sent);
    expect([page.cookie, storage.memory.read()]).toEqual(['', sent]);
    keepMemory(storage, { ...sent, address: { address: null, locked: [], known: false, editing: null } });
    expect(page.cookie).toMatch(/^vitrine-known=1;/);
  });
});
