import { deviceOf } from '#client/device.ts';
import { keptAttempt } from '#client/attempt.ts';
import { openStorage, storageOn } from '#client/storage.ts';
import { type Store, createStore } from '#client/store.ts';
import type { SignupDraft } from '#machines/signup/setup.ts';
import { guest } from '../machines/samples.ts';
import { readGuest, readLocation, readMemory, readPlacing, readSignup } from '#machines/stored.ts';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

const uuid = '3f2b8c1e-7d4a-4f6b-9a2c-1b5e8d7f0a93';
/** An area as browsers have it, from a map. */
function areaOf(values: Map<string, string>): Storage {
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, text) => void values.set(name, text),
    removeItem: (name) => void values.delete(name),
    clear: () => values.clear(),
  };
}
const fresh = () => {
  const values = new Map<string, string>();
  const [lasting, passing] = ['vitrine:client:', 'vitrine:client:tab:'].map((prefix) =>
    createStore(() => areaOf(values), prefix),
  ) as [Store, Store];
  return { values, storage: storageOn(lasting, passing) };
};

describe('what outlives the page', () => {
  it('comes back as it was kept', () => {
    const { storage } = fresh();
    const memory = {
      version: 1,
      returnTo: { screen: 'app.product', params: { campaignId: 'feira', itemId: 'x' }, search: {} },
      origin: null,
      refusal: { reason: 'session.missing', asked: null },
      login: null,
      address: null,
    } as const;
    storage.memory.write(memory);
    storage.location.write({ version: 1, location: { postalCode: '05435-000', city: 'São Paulo' } });
    storage.hint.write(true);
    storage.lead.keep({ id: uuid, secret: 'a-secret-of-some-length' });
    expect(storage.memory.read()).toEqual(memory);
    expect(readLocation(storage.location.read())?.location?.city).toBe('São Paulo');
    expect(storage.hint.read()).toBe(true);
    expect(storage.lead.read()).toEqual({ id: uuid, secret: 'a-secret-of-some-length' });
  });
  it('keeps the answers of a sign-up, and drops what is none', () => {
    const { storage, values } = fresh();
    const draft: SignupDraft = {
      userId: uuid,
      accepted: [{ id: 'terms', version: '1' }],
      name: 'Maria',
      identification: null,
      typed: {},
      attrs: {},
      address: { postalCode: '05435-000' },
      locked: ['city'],
    };
    storage.signup.write(draft);
    expect(readSignup(storage.signup.read())).toMatchObject(draft);
    values.set(
      'vitrine:client:signup',
      JSON.stringify({ version: 1, ...draft, accepted: [{ id: 'everything', version: '1' }] }),
    );
    expect(readSignup(storage.signup.read())).toBeNull();
    storage.signup.write(null);
    expect(storage.signup.read()).toBeUndefined();
  });
  it('keeps who buys without an account, until they agree to another text', () => {
    const { storage, values } = fresh();
    storage.guest.write(guest);
    const read = ['1', '2'].map((version) => readGuest(storage.guest.read(), version));
    expect(read).toEqual([guest, { ...guest, guest: null }]);
    values.set('vitrine:client:guest', JSON.stringify({ version: 1, ...guest, guest: { name: 'Ana' } }));
    expect(readGuest(storage.guest.read(), '1')).toBeNull();
  });
  it('is gone after a sign-out, and the other tenant keeps its own', () => {
    const { storage, values } = fresh();
    values.set('vitrine:clube:cart', '{}');
    storage.hint.write(true);
    storage.cart.write({ version: 1 }, []);
    storage.attempt.write({ cartUuid: uuid, attempt: uuid });
    storage.searches.write({ words: ['pão'] });
    storage.wipe();
    expect([...values.keys()]).toEqual(['vitrine:clube:cart']);
  });
  it('names this browser by chance, the same until somebody signs out', () => {
    const { storage, values } = fresh();
    const device = deviceOf(storage);
    expect(device).toEqual({ uniqueId: expect.stringMatching(/^[\da-f-]{36}$/), deviceId: 'web' });
    expect(deviceOf(storage)).toEqual(device);
    values.set('vitrine:client:device', '{"uniqueId":"<script>"}');
    const next = deviceOf(storage);
    expect(next.uniqueId).toMatch(/^[\da-f-]{36}$/);
    storage.wipe();
    expect(deviceOf(storage)).not.toEqual(next);
  });
  it('gives the key of an order only to the cart it was made for', () => {
    const { storage } = fresh();
    storage.attempt.write({ cartUuid: uuid, attempt: 'b0a0c0d0-1111-4222-8333-444455556666' });
    expect(keptAttempt(storage, uuid)).toBe('b0a0c0d0-1111-4222-8333-444455556666');
    expect(keptAttempt(storage, 'another')).toBeNull();
  });
});

/** What is found where a memory should be: other versions, halves, strangers, traps. */
const hostile: unknown[] = [
  null,
  undefined,
  0,
  1,
  -1,
  Number.NaN,
  '',
  'x',
  true,
  false,
  [],
  [[]],
  {},
  { version: 0 },
  { version: 2 },
  { version: '1' },
  { version: 1 },
  { version: 1, returnTo: null },
  { version: 1, returnTo: {}, origin: null, refusal: null },
  { version: 1, returnTo: { screen: 'app.nowhere', params: {}, search: {} }, origin: null, refusal: null },
  { version: 1, returnTo: { screen: 'app.product', params: {}, search: {} }, origin: null, refusal: null },
  { version: 1, returnTo: { screen: '__proto__', params: {}, search: {} }, origin: null, refusal: null },
  { version: 1, returnTo: { screen: 'constructor', params: {}, search: {} }, origin: null, refusal: null },
  { version: 1, returnTo: 'javascript:alert(1)', origin: null, refusal: null },
  { version: 1, returnTo: null, origin: null, refusal: { reason: 'made.up', asked: null } },
  { version: 1, location: 'São Paulo' },
  { version: 1, location: { latitude: 400 } },
  { version: 1, location: { postalCode: 5 } },
  { version: 1, cartUuid: uuid, key: uuid, draft: {}, lock: null },
  { version: 1, cartUuid: uuid, key: `${uuid}:`, draft: {}, lock: null },
  { version: 1, cartUuid: 'other', key: `${uuid}:1`, draft: {}, lock: null },
];

describe('a memory that does not fit', () => {
  for (const [index, value] of hostile.entries())
    it(`is as if it had never been (${index}: ${String(JSON.stringify(value)).slice(0, 60)})`, () => {
      const { storage, values } = fresh();
      const text = JSON.stringify(value) ?? 'undefined';
      for (const name of ['memory', 'location', 'placing', 'lead', 'hint', 'attempt', 'cart', 'lines'])
        for (const prefix of ['vitrine:client:', 'vitrine:client:tab:']) values.set(prefix + name, text);
      expect(readMemory(storage.memory.read())).toBeNull();
      expect(readLocation(storage.location.read())).toBeNull();
      expect(storage.lead.read()).toBeNull();
      expect(keptAttempt(storage, uuid)).toBeNull();
      expect(readPlacing(storage.placing.read(), uuid, 0)).toBeNull();
      expect(() => storage.cart.read()).not.toThrow();
    });
  it('REL-14 never throws, whatever it is (400 made up, cut or bent)', () => {
    const whole = JSON.stringify({
      version: 1,
      returnTo: { screen: 'app.cart', params: {}, search: {} },
      origin: null,
      refusal: null,
    });
    const bent = fc.oneof(
      fc.json(),
      fc.string(),
      fc.integer({ min: 0, max: whole.length }).map((at) => whole.slice(0, at)),
      fc
        .integer({ min: 0, max: whole.length - 1 })
        .map((at) => `${whole.slice(0, at)}~${whole.slice(at + 1)}`),
    );
    fc.assert(
      fc.property(bent, (text) => {
        const { storage, values } = fresh();
        for (const name of ['memory', 'location', 'placing', 'lead', 'attempt'])
          for (const prefix of ['vitrine:client:', 'vitrine:client:tab:']) values.set(prefix + name, text);
        const memory = readMemory(storage.memory.read());
        expect(memory === null || memory.version === 1).toBe(true);
        expect(readMemory(memory)).toEqual(memory);
        const location = readLocation(storage.location.read());
        expect(readLocation(location)).toEqual(location);
        expect(storage.lead.read() === null || typeof storage.lead.read()?.secret === 'string').toBe(true);
        readPlacing(storage.placing.read(), uuid, 0);
        keptAttempt(storage, uuid);
      }),
      { numRuns: 400 },
    );
  });
  it('is not read when it is too large to be ours', () => {
    const { storage, values } = fresh();
    values.set('vitrine:client:lead', JSON.stringify({ id: uuid, secret: 'x'.repeat(500_000) }));
    expect(storage.lead.read()).toBeNull();
  });
});

describe('a browser that keeps nothing', () => {
  const failures: [string, () => Storage | null][] = [
    ['has no storage', () => null],
    [
      'forbids it',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
    [
      'is full',
      () => ({
        ...areaOf(new Map()),
        length: 0,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      }),
    ],
    [
      'fails at every touch',
      () => ({
        get length(): number {
          throw new Error('x');
        },
        key: () => {
          throw new Error('x');
        },
        getItem: () => {
          throw new Error('x');
        },
        setItem: () => {
          throw new Error('x');
        },
        removeItem: () => {
          throw new Error('x');
        },
        clear: () => undefined,
      }),
    ],
  ];
  for (const [name, open] of failures)
    it(`still sells when it ${name}`, () => {
      const storage = storageOn(createStore(open, 'vitrine:client:'), createStore(open, 'vitrine:client:'));
      storage.hint.write(true);
      storage.lead.keep({ id: uuid, secret: 'a-secret-of-some-length' });
      storage.attempt.write({ cartUuid: uuid, attempt: uuid });
      expect(storage.hint.read()).toBe(true);
      expect(storage.lead.read()?.id).toBe(uuid);
      expect(storage.lasts()).toBe(false);
      storage.wipe();
      expect(storage.hint.read()).toBe(false);
    });
  it('REL-15 keeps again as soon as it can', () => {
    const values = new Map<string, string>();
    let isFull = true;
    const store = createStore(
      () => ({
        ...areaOf(values),
        setItem: (name: string, text: string) => {
          if (isFull) throw new Error('full');
          values.set(name, text);
        },
      }),
      'v:',
    );
    store.set('a', 1);
    expect(store.get('a')).toBe(1);
    isFull = false;
    store.set('a', 2);
    expect(values.get('v:a')).toBe('2');
  });

  it('tells of it by a cookie while it keeps something, REL-21 and not after somebody left', () => {
    const page = { cookie: '' };
    vi.stubGlobal('document', page);
    vi.stubGlobal('localStorage', areaOf(new Map()));
    vi.stubGlobal('sessionStorage', areaOf(new Map()));
    const storage = openStorage('client');
    storage.hint.write(false);
    storage.hint.read();
    expect(page.cookie).toBe('');
    const told = (who: string) => `vitrine-known=${who}; Max-Age=31536000; Path=/; SameSite=Lax`;
    storage.attempt.write({ cartUuid: uuid, attempt: uuid });
    expect(page.cookie).toBe(told('1'));
    storage.lead.keep({ id: uuid, secret: 'a-secret-of-some-length' });
    expect(page.cookie).toBe(told(uuid));
    // Whoever is signed in is no visitor any more, until the shop says that they are not.
    storage.hint.write(true);
    expect(page.cookie).toBe(told('client'));
    storage.hint.write(false);
    expect(page.cookie).toBe(told(uuid));
    storage.lead.drop();
    expect(page.cookie).toBe(told('1'));
    // Of somebody who left nothing stays, not even that.
    storage.wipe();
    expect(page.cookie).toBe('vitrine-known=; Max-Age=0; Path=/; SameSite=Lax');
    vi.unstubAllGlobals();
  });
});
