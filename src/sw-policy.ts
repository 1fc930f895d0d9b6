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
