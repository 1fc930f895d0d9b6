/** What the service worker may keep. Apart from the worker, so that each rule is a test. */

/** Reads of the catalog that are the same for everybody; §7 marks them by the word in their path. */
const ANONYMOUS = /^\/api\/(?:operation\/.*\/public|documents\/.+)$/;

/**
 * True for a GET that carries nothing about a person: only then may its answer be shown to the next person on
 * this device.
 */
export function isAnonymousRead({
  method,
  url,
  headers,
}: Pick<Request, 'method' | 'url' | 'headers'>): boolean {
  if (method !== 'GET' || !ANONYMOUS.test(new URL(url).pathname)) return false;
  // An order's public page is read by code: public, but somebody's.
  if (new URL(url).pathname.startsWith('/api/operation/orders/')) return false;
  return !['authorization', 'x-lead-secret', 'x-signup-grant', 'range'].some((name) => headers.has(name));
}

/**
 * True for an answer that may be kept. `Set-Cookie` cannot be seen from a script, so the server's word
 * `public` is what counts: it never says
 * so beside a cookie.
 */
export function isKeepable({
  status,
  type,
  headers,
}: Pick<Response, 'status' | 'type' | 'headers'>): boolean {
  if (status !== 200 || type === 'opaque' || headers.has('set-cookie')) return false;
  const control = (headers.get('cache-control') ?? '').toLowerCase();
  return /\bpublic\b/.test(control) && !/\b(?:no-store|private)\b/.test(control);
}

/**
 * Key under which an answer is kept: address, tenant (host and, on shared hosts, X-App) and the client's
 * version.
 */
export function keyOf({ url, headers }: Pick<Request, 'url' | 'headers'>): string {
  const key = new URL(url);
  key.searchParams.set('~app', headers.get('x-app') ?? '');
  key.searchParams.set('~version', headers.get('x-app-version') ?? '');
  return key.href;
}

/**
 * The built files that a page names in its tags, one or several in an attribute: what it needs to start
 * without a network.
 */
export const builtFilesOf = (html: string): string[] => [
  ...new Set([...html.matchAll(/[" ](\/assets\/[^" ]+)/g)].flatMap(([, file]) => file ?? [])),
];

/**
 * Longest that a page or an answer is shown again, s: prices older than a day mislead more than they help.
 */
export const LONGEST_KEPT = 86_400;
/** What a notification shows. */
export interface Pushed {
  title: string;
  text: string;
  /** where a press leads */
  target: string;
  tag: string | undefined;
}
const MESSAGES = '/messages';
const LONGEST_TARGET = 2_000;

/**
 * Where a notification leads: a path of this origin; anything else is read in Messages. Whether the path is a screen is
 * for the page to say, which has the table.
 */
export function ownTarget(target: unknown, origin: string): string {
  if (typeof target !== 'string' || !/^\/[^/\\]/.test(target) || target.length > LONGEST_TARGET)
    return MESSAGES;
  const url = URL.canParse(target, origin) ? new URL(target, origin) : null;
  return url?.origin === origin ? `${url.pathname}${url.search}` : MESSAGES;
}

/** What the store sent, as far as it can be read; the browser wants something shown in any case. */
export function pushedOf(sent: unknown, origin: string): Pushed {
  const { title, text, target, tag } = Object(sent) as Partial<Record<keyof Pushed, unknown>>;
  return {
    title: typeof title === 'string' && title ? title : 'A loja tem uma novidade',
    text: typeof text === 'string' ? text : '',
    target: ownTarget(target, origin),
    tag: typeof tag === 'string' && tag ? tag : undefined,
  };
}

/** Whether a window shows the shop: the desk and the flow book have nothing of a person. */
export const isShopWindow = (url: string): boolean =>
  !/^\/(?:ops|flows|sandbox)(?:\/|$)/.test(new URL(url).pathname);

/** Until when a kept page may be shown, epoch ms of this device. */
const UNTIL = 'x-kept-until';

/**
 * A page of everybody as it is kept: it says that it was, with the time of the shop (`src/shell/kept-page.ts`), and
 * is shown until time opens or ends something on it.
 * @param now epoch ms of this device
 * @returns null for what may not be kept
 */
export async function keptPage(page: Response, now: number): Promise<Response | null> {
  const sentAt = Date.parse(page.headers.get('date') ?? '');
  if (!isKeepable(page) || !page.headers.get('content-type')?.startsWith('text/html') || !(sentAt > 0))
    return null;
  // By the shop's clock too, which may be another than this device's
  const due = page.headers.get('x-due');
  const left = Math.min(LONGEST_KEPT * 1_000, due === null ? Infinity : Number(due) - sentAt);
  if (!(left > 0)) return null;
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length', 'date']) headers.delete(name);
  headers.set(UNTIL, String(now + left));
  const text = (await page.text()).replace('<html', `<html data-kept="${sentAt - now}"`);
  return new Response(text, { headers });
}

/** Whether a page that is kept may be shown now; a clock that was set back says nothing. */
export function isShowable({ headers }: Pick<Response, 'headers'>, now: number): boolean {
  const left = Number(headers.get(UNTIL)) - now;
  return left > 0 && left <= LONGEST_KEPT * 1_000;
}

/** Whether who opens an address may be shown a page that is kept: a reload asks for the one of now. */
export const mayBeKept = ({ cache }: Pick<Request, 'cache'>): boolean =>
  cache === 'default' || cache === 'force-cache';

/** Whether an answer says nothing about the page itself: a shop in trouble takes none away. */
export const isTrouble = ({ status }: Pick<Response, 'status'>): boolean => status >= 500;
