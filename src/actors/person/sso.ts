import type { Client } from '#api/client.ts';
import { ApiProblem } from '#contract/problem.ts';
import { listSsoProviders, ssoLogin } from '#contract/people/sso.ts';
import type { HandedOver } from '#machines/login/sso-return.machine.ts';
import type { SsoAnswer, SsoKept, SsoTry } from '#machines/login/sso.machine.ts';
import type { Renewal } from '#machines/session/token.machine.ts';
import { fromPromise } from 'xstate';
import { loginActors } from './login.ts';
import { sessionTokens } from './tokens.ts';

/** Where a try and its answer are kept for a page that begins anew: in this tab, or in the window beside. */
const KEPT = 'vitrine-sso';
const ANSWER = 'vitrine.sso.answer';
const TAKEN = 'vitrine.sso.taken';
/** How often a window beside is looked at, and how long one waits to be answered, in ms. */
const LOOK = 400;
const ANSWERED = 1_000;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const textIn = (from: object, name: string): string | null => {
  const value: unknown = Reflect.get(from, name);
  return typeof value === 'string' ? value : null;
};
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const answerIn = (from: object): SsoAnswer => ({ code: textIn(from, 'code'), state: textIn(from, 'state') });

function tryIn(from: unknown): SsoTry | null {
  if (!isObject(from)) return null;
  const names = ['provider', 'url', 'state', 'codeVerifier', 'redirectUri'] as const;
  const texts = names.map((name) => [name, textIn(from, name)] as const);
  return texts.every(([, text]) => text !== null)
    ? (Object.fromEntries(texts) as unknown as SsoTry) // every one of its texts is there
    : null;
}
function keptIn(store: Pick<Storage, 'getItem'>): { attempt: SsoTry | null; answer: SsoAnswer | null } {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEPT) ?? 'null');
    if (!isObject(kept)) return { attempt: null, answer: null };
    const answer: unknown = Reflect.get(kept, 'answer');
    return {
      attempt: tryIn(Reflect.get(kept, 'attempt')),
      answer: isObject(answer) ? answerIn(answer) : null,
    };
  } catch {
    return { attempt: null, answer: null };
  }
}

type Post = Pick<Window, 'postMessage'>;
/** A window that shows the provider's page. */
export interface Beside extends Post, Pick<Window, 'closed' | 'close' | 'sessionStorage'> {
  location: Pick<Location, 'replace'>;
}
/** The page that a chart of single sign-on runs in. */
export interface SsoPage {
  own: Pick<Window, 'addEventListener' | 'removeEventListener' | 'sessionStorage' | 'close'> & {
    location: Pick<Location, 'origin' | 'search' | 'assign'>;
    opener: unknown;
  };
  /** the window that was opened with the tap */
  beside: () => Beside | null;
}

/**
 * Ports of the charts of single sign-on. A try is known to this page, to the window beside and to nobody else:
 * what is said between them names this origin and this window (SEC-11).
 */
export const ssoActors = (api: Client, now: () => number, { own, beside }: SsoPage) => {
  const { origin } = own.location;
  const window = (): Beside => {
    const opened = beside();
    if (!opened) throw new TypeError('there is no window');
    return opened;
  };
  return {
    activate: loginActors(api, now).activate,
    /** A verifier of 64 characters, and its challenge in the address of the provider's page (§9). */
    prepareTry: fromPromise<SsoTry, { provider: string; isBeside: boolean }>(
      async ({ input: { provider, isBeside }, signal }) => {
        const offered = await api.call(listSsoProviders, { signal });
        const url = new URL(offered.find(({ id }) => id === provider)?.authorizeUrl ?? 'about:blank');
        const state = url.searchParams.get('state');
        if (state === null) throw new ApiProblem('SSO_FAILED');
        const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(48)));
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
        const redirectUri = `${origin}/sso/callback`;
        url.searchParams.set('redirect_uri', redirectUri);
        url.searchParams.set('code_challenge', base64url(new Uint8Array(digest)));
        const attempt = { provider, url: url.href, state, codeVerifier, redirectUri };
        // A window that loses who opened it ends the sign-in by itself.
        const { sessionStorage } = isBeside ? window() : own;
        sessionStorage.setItem(KEPT, JSON.stringify({ attempt }));
        return attempt;
      },
    ),
    askBeside: fromPromise<SsoAnswer | null, { attempt: SsoTry }>(
      ({ input: { attempt }, signal }) =>
        new Promise((resolve) => {
          const asked = window();
          const look = setInterval(() => asked.closed && finish(null), LOOK);
          const finish = (answer: SsoAnswer | null) => {
            clearInterval(look);
            own.removeEventListener('message', hear);
            resolve(answer);
          };
          const hear = ({ origin: from, source, data }: MessageEvent<unknown>) => {
            if (from !== origin || source !== (asked as unknown) || !isObject(data)) return; // one and the same window
            if (textIn(data, 'type') !== ANSWER) return;
            asked.postMessage({ type: TAKEN }, origin);
            finish(answerIn(data));
          };
          own.addEventListener('message', hear);
          signal.addEventListener('abort', () => finish(null));
          asked.location.replace(attempt.url);
        }),
    ),
    /** Somebody who comes back by the browser's Back finds the page as it was. */
    leaveFor: fromPromise<void, { attempt: SsoTry }>(
      ({ input: { attempt }, signal }) =>
        new Promise((resolve) => {
          own.addEventListener('pageshow', () => resolve(), { once: true, signal });
          own.location.assign(attempt.url);
        }),
    ),
    recallTry: fromPromise<SsoKept | null, Record<string, never>>(() => {
      const { attempt, answer } = keptIn(own.sessionStorage);
      own.sessionStorage.removeItem(KEPT);
      return Promise.resolve(attempt && answer ? { attempt, answer } : null);
    }),
    redeem: fromPromise<Renewal, { attempt: SsoTry; answer: SsoAnswer }>(
      async ({ input: { attempt, answer }, signal }) => {
        const { provider, codeVerifier, redirectUri, state } = attempt;
        const tokens = await api.call(ssoLogin, {
          params: { provider },
          body: { redirectUri, code: answer.code ?? '', codeVerifier, state },
          signal,
        });
        return { tokens: sessionTokens(tokens, now()), signupGrant: tokens.signup_grant ?? null };
      },
    ),
    handOver: fromPromise<HandedOver, Record<string, never>>(async ({ signal }) => {
      const given = new URLSearchParams(own.location.search);
      if (!given.has('state')) return 'nothing';
      const answer = answerIn({ code: given.get('code'), state: given.get('state') });
      const opener = own.opener as Post | null; // whoever opened it, of whatever origin
      const isTaken = opener !== null && (await answers(own, opener, { type: ANSWER, ...answer }, signal));
      if (isTaken) {
        own.sessionStorage.removeItem(KEPT);
        own.close();
        return 'taken';
      }
      const { attempt } = keptIn(own.sessionStorage);
      if (attempt) own.sessionStorage.setItem(KEPT, JSON.stringify({ attempt, answer }));
      return 'alone';
    }),
  };
};

/** Tells it to whoever opened this window, on this origin alone. @returns whether they have it */
const answers = (own: SsoPage['own'], opener: Post, answer: object, signal: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const { origin } = own.location;
    const finish = (isTaken: boolean) => {
      clearTimeout(late);
      own.removeEventListener('message', hear);
      resolve(isTaken);
    };
    const hear = ({ origin: from, source, data }: MessageEvent<unknown>) => {
      if (
        from === origin &&
        source === (opener as unknown) &&
        isObject(data) &&
        textIn(data, 'type') === TAKEN
      )
        finish(true);
    };
    const late = setTimeout(() => finish(false), ANSWERED);
    own.addEventListener('message', hear);
    signal.addEventListener('abort', () => finish(false));
    opener.postMessage(answer, origin);
  });
