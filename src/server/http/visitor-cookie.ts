import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import type { Env } from '#server/platform/env.ts';
import { isPlain } from './plain-cookie.ts';

const REMEMBERED = 365 * 86_400;
const nameOf = (c: AppContext, env: Env) => (isPlain(c, env) ? 'visitor' : '__Host-visitor');
// Lax: a link in a message leads to one's own cart as well.
const rulesOf = (c: AppContext, env: Env) =>
  ({ httpOnly: true, path: '/', sameSite: 'Lax', secure: !isPlain(c, env) }) as const;
const marked = (c: AppContext, leadId: string): string => `${c.var.tenant.id}.${leadId}`;

/**
 * Makes the browser of a visitor known to the pages of this store. The cookie names the visitor's record and is
 * signed; no call takes it, so that it can show a cart and change nothing.
 */
export function knowAgain(c: AppContext, { env, secrets }: Core, leadId: string): void {
  if (c.var.origin !== 'own') return;
  const mark = marked(c, leadId);
  const value = `${mark}.${secrets.hash('visitor', mark)}`;
  if (getCookie(c, nameOf(c, env)) === value) return;
  setCookie(c, nameOf(c, env), value, { ...rulesOf(c, env), maxAge: REMEMBERED });
}

/** The record that the visitor's browser was made known by, in this store; null without one. */
export function visitorKnown(c: AppContext, { env, secrets }: Core): string | null {
  const [tenantId, leadId = '', signature = ''] = (getCookie(c, nameOf(c, env)) ?? '').split('.');
  return tenantId === c.var.tenant.id && secrets.matches('visitor', marked(c, leadId), signature)
    ? leadId
    : null;
}

/** Whoever signs out leaves no visitor behind either. */
export function forgetVisitor(c: AppContext, env: Env): void {
  if (getCookie(c, nameOf(c, env)) !== undefined) deleteCookie(c, nameOf(c, env), rulesOf(c, env));
}
