import { type LinkPage, dropLink, keptLink, takeLink } from '#actors/person/link-kept.ts';
import { linkActors } from '#actors/person/link.ts';
import { NOW } from '#tests/machines/samples.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const TOKEN = 't'.repeat(43);
/** A page at an address, with what its tab keeps. */
function pageAt(href: string, kept = new Map<string, string>(), refuses = false) {
  const { pathname, search, hash } = new URL(href, 'https://feira.example');
  const location = { pathname, search, hash };
  const replaceState = vi.fn((_: unknown, __: string, to: string) =>
    Object.assign(location, { search: new URL(to, 'https://feira.example').search }),
  );
  const orRefused = <T>(work: () => T): T => {
    if (refuses) throw new Error('this browser keeps nothing');
    return work();
  };
  const page: LinkPage = {
    location,
    history: { state: { index: 1 }, replaceState: replaceState as never }, // takes what a history takes
    sessionStorage: {
      getItem: (name) => orRefused(() => kept.get(name) ?? null),
      setItem: (name, value) => void orRefused(() => kept.set(name, value)),
      removeItem: (name) => void orRefused(() => kept.delete(name)),
    },
  };
  return { page, kept, replaceState };
}
/** As a page of the same tab that was loaded anew: nothing is held, what was kept is there. */
function reloaded(kept: ReadonlyMap<string, string>) {
  const before = new Map(kept);
  dropLink(pageAt('/auth').page);
  return pageAt('/auth', before);
}
afterEach(() => {
  dropLink(pageAt('/').page);
  vi.useRealTimers();
});
const refusedAs = (code: string, status = 401) =>
  Response.json(
    { type: 'about:blank', title: 'x', status, code, retryable: false, requestId: 'q' },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );

describe('a sign-in link in the address', () => {
  it('is taken off it at once, in the place of the same entry', () => {
    const { page, replaceState } = pageAt(`/auth?utm=mail&token=${TOKEN}#top`);
    takeLink(page);
    expect(replaceState.mock.calls).toEqual([[{ index: 1 }, '', '/auth']]);
    expect(keptLink(page)).toBe(TOKEN);
  });
  it('is what the page took off itself when it came, once', () => {
    const { page, replaceState } = pageAt('/auth');
    page.arrived = `?token=${TOKEN}`;
    takeLink(page);
    expect([keptLink(page), replaceState.mock.calls]).toEqual([TOKEN, []]);
    dropLink(page);
    takeLink(page);
    expect(keptLink(page)).toBeNull();
  });
  it('is one on its own page alone', () => {
    for (const href of ['/auth', `/auth/link?token=${TOKEN}`, `/?token=${TOKEN}`, '/auth?code=1']) {
      const { page, replaceState } = pageAt(href);
      takeLink(page);
      expect([href, replaceState.mock.calls, keptLink(page)]).toEqual([href, [], null]);
    }
  });
  it('outlives a reload of its tab, for the five minutes of any link', () => {
    vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
    const { page, kept } = pageAt(`/auth?token=${TOKEN}`);
    takeLink(page);
    vi.setSystemTime(NOW + 299_000);
    const early = reloaded(kept);
    expect(keptLink(early.page)).toBe(TOKEN);
    vi.setSystemTime(NOW + 300_000);
    expect(keptLink(reloaded(early.kept).page)).toBeNull();
  });
  it('is held by the page where the browser keeps nothing', () => {
    const { page } = pageAt(`/auth?token=${TOKEN}`, new Map(), true);
    takeLink(page);
    expect(keptLink(page)).toBe(TOKEN);
    dropLink(page);
    expect(keptLink(page)).toBeNull();
  });
});

describe('the ports of a sign-in link', () => {
  const portsOf = (answers: Record<string, unknown>) => {
    const { page, kept } = pageAt(`/auth?token=${TOKEN}`);
    const { api, asked, sent } = apiOf(answers);
    return { ports: linkActors(api, () => NOW, page), page, kept, asked, sent };
  };
  it('read it, look at it and spend it by POST, with the token in the body alone', async () => {
    const { ports, page, kept, asked, sent } = portsOf({
      'POST /auth/link/contact': { contact: 'm•••@exemplo.com', expiresIn: 200 },
      'POST /auth/link': { access_token: 'a', refresh_token: 'cookie', expires_in: 600, signup_grant: 'g' },
    });
    expect(await run(ports.readLink)).toBe(TOKEN);
    expect(await run(ports.lookAtLink, { token: TOKEN })).toMatchObject({ contact: 'm•••@exemplo.com' });
    expect(keptLink(page)).toBe(TOKEN);
    expect(await run(ports.redeemLink, { token: TOKEN })).toMatchObject({
      tokens: { accessToken: 'a' },
      signupGrant: 'g',
    });
    expect(asked).toEqual(['POST /auth/link/contact', 'POST /auth/link']);
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
      { token: TOKEN },
      { token: TOKEN, rememberme: true },
    ]);
    expect([keptLink(page), kept.size]).toEqual([null, 0]);
  });
  it('keep it no longer once it was refused for good, by either call', async () => {
    for (const code of ['INVALID_CODE', 'EXPIRED_CODE', 'TOO_MANY_ATTEMPTS'])
      for (const [port, path] of [
        ['lookAtLink', '/auth/link/contact'],
        ['redeemLink', '/auth/link'],
      ] as const) {
        const { ports, page, kept } = portsOf({ [`POST ${path}`]: refusedAs(code) });
        await run(ports.readLink);
        await expect(run(ports[port], { token: TOKEN })).rejects.toMatchObject({ code });
        expect([code, port, keptLink(page), kept.size]).toEqual([code, port, null, 0]);
      }
  });
  it('keep it while there is no answer, or too many ask', async () => {
    for (const answer of [new TypeError('offline'), refusedAs('TOO_MANY_REQUESTS', 429)]) {
      const { ports, page, kept } = portsOf({ 'POST /auth/link': answer });
      await run(ports.readLink);
      await expect(run(ports.redeemLink, { token: TOKEN })).rejects.toThrow();
      expect([keptLink(page), kept.size]).toEqual([TOKEN, 1]);
    }
  });
});
