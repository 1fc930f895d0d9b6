import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';

/** For everything that is not a page: nothing may run in it. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * Where a map's style and its tiles come from; null where the store's own ground is drawn.
 * @param style MAP_STYLE_URL
 */
export const mapOriginOf = (style: string | undefined): string | null =>
  style === undefined ? null : new URL(style).origin;

/** What a page lets in for somebody else's part of it: sources, as a policy names them. */
export interface Guests {
  scripts?: string;
  frames: string;
  calls?: string;
}

/**
 * Content security policy of a page (SEC-27). Scripts come from our origin; of those in a page only the
 * loader, by its hash.
 * @param hashes of the page's own style elements, which have what style attributes would say (in the browser
 * React sets styles one by one), and of its loader
 * @param mapOrigin origin of map tiles, when there is one
 * @param guests the card field, on the page where an order is paid: only there may a script of somebody else run, and
 * only `default` of Trusted Types may name its address
 */
export function pagePolicy(
  hashes: { style: string; script: string } | null,
  mapOrigin: string | null = null,
  guests: Guests | null = null,
  isSandbox = false,
): string {
  const also = mapOrigin ? ` ${mapOrigin}` : '';
  const scripts = guests?.scripts;
  return [
    "default-src 'none'",
    `script-src 'self'${hashes ? ` ${hashes.script}` : ''}${scripts ? ` ${scripts}` : ''}`,
    `style-src 'self'${hashes ? ` ${hashes.style}` : ''}`,
    `img-src 'self' data:${also}`,
    "font-src 'self'",
    `connect-src 'self'${also}${guests?.calls ? ` ${guests.calls}` : ''}`,
    "require-trusted-types-for 'script'",
    `trusted-types vitrine${scripts ? ' default' : ''}`,
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    ...(guests ? [`frame-src ${guests.frames}`] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isSandbox ? "'self'" : "'none'"}`,
  ].join('; ');
}

const ALWAYS: readonly (readonly [string, string])[] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  [
    'Permissions-Policy',
    'camera=(self), geolocation=(self), microphone=(), payment=(), usb=(), otp-credentials=(self), browsing-topics=()',
  ],
  // The single sign-on pop-up must be able to answer its opener.
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** For the page that a provider sends people back to: parted from the provider's, its window would lose its opener. */
export const UNPARTED = ['Cross-Origin-Opener-Policy', 'unsafe-none'] as const;

/** What goes to anybody who has a link: kept by nobody, found by no search engine, told to no other site. */
export const SEALED = [
  ['Cache-Control', 'no-store'],
  ['X-Robots-Tag', 'noindex'],
  ['Referrer-Policy', 'no-referrer'],
] as const;

/** All of them for an answer that no page is. */
export const CLOSED_HEADERS: readonly (readonly [string, string])[] = [
  ...ALWAYS,
  ['Content-Security-Policy', CLOSED_POLICY],
  ['Cache-Control', 'no-store'],
];

const TRANSPORT = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;
/** What a page that is kept carries besides its own. */
export const pageHeaders = (isSecure: boolean): readonly (readonly [string, string])[] => [
  ...ALWAYS,
  // Telling a browser this over plain http is ignored, on localhost it would lock the developer out.
  ...(isSecure ? [TRANSPORT] : []),
];

/** Headers that every answer carries (SEC-28). What a handler set itself stays. */
export const securityHeaders = (): MiddlewareHandler<AppEnv> => async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of CLOSED_HEADERS) if (!headers.has(name)) headers.set(name, value);
  if (c.var.secure) headers.set(...TRANSPORT);
};
