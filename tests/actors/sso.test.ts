import { type Beside, ssoActors } from '#actors/person/sso.ts';
import type { SsoAnswer, SsoTry } from '#machines/login/sso.machine.ts';
import { NOW } from '#tests/machines/samples.ts';
import { apiOf } from '#tests/support/store/ports.ts';
import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';

const origin = 'https://feira.example';
const KEPT = 'vitrine-sso';
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  } as Storage; // all that is asked of it
}
/** A page with a window beside it; what is posted to a page is heard there as a browser tells it. */
function openPages(search = '') {
  const heard = new EventTarget();
  const told: unknown[] = [];
  const opener = { postMessage: vi.fn((data: unknown) => void told.push(data)) };
  const beside = {
    closed: false,
    close: vi.fn(),
    postMessage: vi.fn(),
    sessionStorage: storage(),
    location: { replace: vi.fn() },
  };
  const own = {
    addEventListener: heard.addEventListener.bind(heard),
    removeEventListener: heard.removeEventListener.bind(heard),
    sessionStorage: storage(),
    close: vi.fn(),
    location: { origin, search, assign: vi.fn() },
    opener: null as unknown,
  };
  const say = (data: unknown, source: unknown, from = origin) =>
    heard.dispatchEvent(Object.assign(new Event('message'), { data, source, origin: from }));
  return { own, beside, opener, told, say };
}
const provider = {
  id: 'conta',
  label: 'Conta',
  authorizeUrl: 'https://conta.example/entrar?state=this-try&nonce=n',
  clientId: 'vitrine',
  scopes: ['openid'],
};
function portsOf(pages: ReturnType<typeof openPages>, answers: Record<string, unknown> = {}) {
  const { api, asked, sent } = apiOf({ 'GET /api/sso/marketplace/providers': [provider], ...answers });
  const actors = ssoActors(api, () => NOW, {
    own: pages.own as never, // what the ports ask of a window
    beside: () => pages.beside as unknown as Beside,
  });
  return { actors, asked, sent };
}
const attempt: SsoTry = {
  provider: 'conta',
  url: 'https://conta.example/entrar',
  state: 'this-try',
  codeVerifier: 'v'.repeat(64),
  redirectUri: `${origin}/sso/callback`,
};
const answer = { type: 'vitrine.sso.answer', code: 'code', state: 'this-try' };

describe('a try at a provider', () => {
  it('has a verifier of 64 characters, its S256 challenge, and is kept where the answer comes back (§9)', async () => {
    for (const isBeside of [true, false]) {
      const pages = openPages();
      const { actors } = portsOf(pages);
      const made = await toPromise(
        createActor(actors.prepareTry, { input: { provider: 'conta', isBeside } }).start(),
      );
      expect(made.codeVerifier).toMatch(/^[\w-]{64}$/);
      const url = new URL(made.url);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        state: 'this-try',
        nonce: 'n',
        redirect_uri: `${origin}/sso/callback`,
        code_challenge: createHash('sha256').update(made.codeVerifier).digest('base64url'),
      });
      const [has, hasNot] = isBeside ? [pages.beside, pages.own] : [pages.own, pages.beside];
      expect(JSON.parse(has.sessionStorage.getItem(KEPT) ?? '')).toEqual({ attempt: made });
      expect(hasNot.sessionStorage.getItem(KEPT)).toBe(null);
    }
  });
  it('is refused for a provider that is not there', async () => {
    const { actors } = portsOf(openPages(), { 'GET /api/sso/marketplace/providers': [] });
    const input = { provider: 'conta', isBeside: false };
    await expect(toPromise(createActor(actors.prepareTry, { input }).start())).rejects.toMatchObject({
      code: 'SSO_FAILED',
    });
  });
});

describe('the window beside', () => {
  it('is heard only from this origin, this window and in these words (SEC-11)', async () => {
    const pages = openPages();
    const port = createActor(portsOf(pages).actors.askBeside, { input: { attempt } }).start();
    expect(pages.beside.location.replace).toHaveBeenCalledWith(attempt.url);
    pages.say(answer, pages.beside, 'https://mal.example');
    pages.say(answer, pages.beside, `${origin}.mal.example`);
    pages.say(answer, {});
    for (const junk of [null, 'vitrine.sso.answer', 7, [], {}, { type: 'other', code: 'x' }])
      pages.say(junk, pages.beside);
    expect(port.getSnapshot().status).toBe('active');
    pages.say(answer, pages.beside);
    expect(await toPromise(port)).toEqual({ code: 'code', state: 'this-try' } satisfies SsoAnswer);
    expect(pages.beside.postMessage).toHaveBeenCalledWith({ type: 'vitrine.sso.taken' }, origin);
  });
  it('that is closed has said nothing', async () => {
    vi.useFakeTimers();
    const pages = openPages();
    const port = createActor(portsOf(pages).actors.askBeside, { input: { attempt } }).start();
    pages.beside.closed = true;
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(await toPromise(port)).toBe(null);
  });
});

describe('the window that comes back', () => {
  const search = '?code=code&state=this-try&scope=openid';
  it('hands the answer to who opened it, on this origin alone, and closes', async () => {
    const pages = openPages(search);
    pages.own.opener = pages.opener;
    pages.own.sessionStorage.setItem(KEPT, JSON.stringify({ attempt }));
    const port = createActor(portsOf(pages).actors.handOver, { input: {} }).start();
    expect(pages.opener.postMessage).toHaveBeenCalledWith(answer, origin);
    pages.say({ type: 'vitrine.sso.taken' }, {});
    pages.say({ type: 'vitrine.sso.taken' }, pages.opener, 'https://mal.example');
    expect(port.getSnapshot().status).toBe('active');
    pages.say({ type: 'vitrine.sso.taken' }, pages.opener);
    expect(await toPromise(port)).toBe('taken');
    expect(pages.own.close).toHaveBeenCalled();
    expect(pages.own.sessionStorage.getItem(KEPT)).toBe(null);
  });
  it('has nothing to hand over that no provider sent', async () => {
    const pages = openPages();
    pages.own.opener = pages.opener;
    const port = createActor(portsOf(pages).actors.handOver, { input: {} }).start();
    expect(await toPromise(port)).toBe('nothing');
    expect(pages.told).toEqual([]);
  });
  it('keeps it for the end of the sign-in where nobody has it, once', async () => {
    vi.useFakeTimers();
    const pages = openPages(search);
    pages.own.opener = pages.opener;
    pages.own.sessionStorage.setItem(KEPT, JSON.stringify({ attempt }));
    const { actors } = portsOf(pages);
    const port = createActor(actors.handOver, { input: {} }).start();
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(await toPromise(port)).toBe('alone');
    const recall = () => toPromise(createActor(actors.recallTry, { input: {} }).start());
    expect(await recall()).toEqual({ attempt, answer: { code: 'code', state: 'this-try' } });
    expect(await recall()).toBe(null);
  });
  it.each(['', '{', 'null', '7', '{"attempt":{}}', JSON.stringify({ attempt, answer: null })])(
    'finds nothing in %s',
    async (kept) => {
      const pages = openPages();
      pages.own.sessionStorage.setItem(KEPT, kept);
      const port = createActor(portsOf(pages).actors.recallTry, { input: {} }).start();
      expect(await toPromise(port)).toBe(null);
    },
  );
  it('sends the answer with what proves that it was asked for here', async () => {
    const tokens = {
      access_token: 'a',
      refresh_token: 'cookie',
      expires_in: 600,
      signup_grant: 'g',
      signedUp: false,
    };
    const { actors, sent } = portsOf(openPages(), { 'POST /auth/sso/conta': tokens });
    const input = { attempt, answer: { code: 'code', state: 'this-try' } };
    expect(await toPromise(createActor(actors.redeem, { input }).start())).toMatchObject({
      tokens: { accessToken: 'a', expiresIn: NOW + 600_000 },
      signupGrant: 'g',
    });
    expect(await sent[0]?.json()).toEqual({
      redirectUri: attempt.redirectUri,
      code: 'code',
      codeVerifier: attempt.codeVerifier,
      state: 'this-try',
    });
  });
});
