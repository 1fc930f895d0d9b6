import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { activateUser, createAccount, createLead, currentUser, getAccount, getLead, login, logout, renew, sendEmailCode, sendSmsCode, type Tokens, updateAccount, updateLead } from '#contract/identity.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { App, AppEnv } from '../app-env.ts';
import { randomToken } from '../ids.ts';
import { clientOf, newcomerOf, visitorOf } from '../principal.ts';
import { serve } from '../serve.ts';
import type { Caller } from '../services/code.ts';
import type { Services } from '../services.ts';

/** What the body holds instead of a refresh token when the real one is in the cookie: opens nothing. */
const HANDLE = 'cookie';
const REMEMBERED = 30 * 86_400;

// `__Host-` needs Secure, which browsers drop on other plain http; a tester's phone on the LAN gets the plain name in the sandbox.
const cookieName = (c: Context<AppEnv>) => (c.var.trustworthy ? '__Host-refresh' : 'refresh');
const cookieRules = (c: Context<AppEnv>) => ({ httpOnly: true, path: '/', sameSite: 'Strict', secure: c.var.trustworthy }) as const;

/** The refresh token goes into the cookie of a page of our own, and into the body of a program. The cookie's value carries the tenant. */
export function handOut(c: Context<AppEnv>, tokens: Tokens, isRemembered: boolean): Tokens {
  if (c.var.origin !== 'own') return tokens;
  setCookie(c, cookieName(c), `${c.var.tenant.id}.${tokens.refresh_token}`, { ...cookieRules(c), ...(isRemembered ? { maxAge: REMEMBERED } : {}) });
  return { ...tokens, refresh_token: HANDLE };
}

/** The refresh token of a call: the cookie first, then the body. */
function presented(c: Context<AppEnv>, body: string | undefined): string | undefined {
  const cookie = getCookie(c, cookieName(c));
  const tenantMark = `${c.var.tenant.id}.`;
  if (cookie?.startsWith(tenantMark)) return cookie.slice(tenantMark.length);
  return body === HANDLE ? undefined : body;
}

function callerOf(c: Context<AppEnv>): Caller {
  let device = getCookie(c, 'device');
  if (!device || !/^[\w-]{22}$/.test(device)) {
    device = randomToken(16);
    setCookie(c, 'device', device, { ...cookieRules(c), maxAge: 365 * 86_400 });
  }
  return { ip: c.var.ip, device, proof: c.req.header('X-Proof-Of-Work') };
}

export function identityRoutes(app: App, { code, session, account }: Services): void {
  serve(app, sendSmsCode, ({ body }, c) => code.send(c.var.tenant, { channel: 'SMS', value: body.phone }, callerOf(c)));
  serve(app, sendEmailCode, ({ body }, c) => code.send(c.var.tenant, { channel: 'EMAIL', value: body.email }, callerOf(c)));
  serve(app, login, async ({ body }, c) => {
    const userId = await code.check(c.var.tenant, body.username, body.password, callerOf(c));
    return handOut(c, await session.open(c.var.tenant.id, userId, body.rememberme), body.rememberme);
  });
  serve(app, renew, async ({ body }, c) => {
    const token = presented(c, body.refreshToken);
    if (!token) throw new ApiProblem('UNAUTHENTICATED');
    const { remembered, ...tokens } = await session.renew(c.var.tenant.id, token);
    return handOut(c, tokens, remembered);
  });
  serve(app, logout, async ({ body }, c) => {
    const token = presented(c, body.refreshToken);
    if (token) await session.end(c.var.tenant.id, token);
    deleteCookie(c, cookieName(c), cookieRules(c));
    c.header('Clear-Site-Data', '"cache"');
    return undefined;
  });
  serve(app, activateUser, (_, c) => account.activate(c.var.tenant.id, clientOf(c)));
  serve(app, currentUser, (_, c) => account.user(c.var.tenant.id, clientOf(c)));
  serve(app, getAccount, (_, c) => account.get(c.var.tenant.id, clientOf(c)));
  serve(app, updateAccount, ({ body }, c) => account.update(c.var.tenant.id, clientOf(c), body));
  serve(app, createAccount, ({ params, query, body }, c) => {
    const secret = c.req.header('X-Lead-Secret');
    return account.create(c.var.tenant.id, newcomerOf(c), params.userId, body, query.lead_id && secret ? { leadId: query.lead_id, secret } : undefined);
  });
  serve(app, createLead, ({ body }, c) => account.createLead(c.var.tenant.id, body));
  serve(app, updateLead, ({ body }, c) => account.updateLead(c.var.tenant.id, visitorOf(c), body));
  serve(app, getLead, ({ params }, c) => account.getLead(c.var.tenant.id, visitorOf(c), params.id));
}
