import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import {
  login,
  loginByLink,
  logout,
  lookAtLink,
  renew,
  sendEmailCode,
  sendSmsCode,
  type Tokens,
} from '#contract/people/session.ts';
import type { Device } from '#contract/people/device.ts';
import { createUser, sendIntranetCode } from '#contract/people/intranet.ts';
import { ApiProblem } from '#contract/problem.ts';
import { deviceOf } from '#domain/person/device.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import type { Env } from '#server/platform/env.ts';
import { originsOf } from '#server/http/host.ts';
import { isPlain } from '#server/http/plain-cookie.ts';
import { randomToken } from '#server/platform/ids.ts';
import { forgetVisitor } from '#server/http/visitor-cookie.ts';
import { serve } from '#server/http/serve.ts';
import type { Caller } from '#server/services/people/caller.ts';
import { masked } from '#server/services/people/contact.ts';
import type { Services } from '#server/services/services.ts';

/** What the body holds instead of a refresh token when the real one is in the cookie: opens nothing. */
const HANDLE = 'cookie';
const REMEMBERED = 30 * 86_400;

export const refreshCookie = (c: AppContext, env: Env) => (isPlain(c, env) ? 'refresh' : '__Host-refresh');
const cookieRules = (c: AppContext, env: Env) =>
  ({ httpOnly: true, path: '/', sameSite: 'Strict', secure: !isPlain(c, env) }) as const;

/**
 * The refresh token goes into the cookie of a page of our own, and into the body of a program. The cookie's
 * value carries the tenant.
 * @param cameAsCookie what came as a cookie never leaves it: a script that can send the cookie must not read
 * the token
 */
export function handOut(
  c: AppContext,
  env: Env,
  tokens: Tokens,
  isRemembered: boolean,
  cameAsCookie = false,
): Tokens {
  if (c.var.origin !== 'own' && !cameAsCookie) return tokens;
  setCookie(c, refreshCookie(c, env), `${c.var.tenant.id}.${tokens.refresh_token}`, {
    ...cookieRules(c, env),
    ...(isRemembered ? { maxAge: REMEMBERED } : {}),
  });
  return { ...tokens, refresh_token: HANDLE };
}
/** Takes away from a browser what says who it is: the refresh token, and the visitor before the sign-in. */
export function takeBack(c: AppContext, env: Env): void {
  deleteCookie(c, refreshCookie(c, env), cookieRules(c, env));
  forgetVisitor(c, env);
}

/** The refresh token in the cookie of this store. */
export function tokenIn(c: AppContext, env: Env): string | null {
  const cookie = getCookie(c, refreshCookie(c, env));
  const tenantMark = `${c.var.tenant.id}.`;
  return cookie?.startsWith(tenantMark) ? cookie.slice(tenantMark.length) : null;
}

/** The refresh token of a call: the cookie first, then the body. */
function presented(
  c: AppContext,
  env: Env,
  body: string | undefined,
): { token: string; isCookie: boolean } | null {
  const token = tokenIn(c, env);
  if (token !== null) return { token, isCookie: true };
  return body === undefined || body === '' || body === HANDLE ? null : { token: body, isCookie: false };
}

/** Browsers are marked to limit each by itself; programs get no cookie. */
export function callerOf(c: AppContext, core: Core): Caller {
  let device = getCookie(c, 'device');
  if (device !== undefined && !/^[\w-]{22}$/.test(device)) device = undefined;
  if (device === undefined && c.var.origin === 'own') {
    device = randomToken(16);
    setCookie(c, 'device', device, { ...cookieRules(c, core.env), maxAge: 365 * 86_400 });
  }
  return { ip: c.var.ip, device, proof: c.req.header('X-Proof-Of-Work'), origin: originsOf(c, core)[0] };
}

/** The device of a call, as coarse as it is kept. */
export const deviceIn = (c: AppContext): Device => deviceOf(c.req.header('User-Agent'));

/** Codes, sign-in, renewal and sign-out. */
export function sessionRoutes(app: App, services: Services, core: Core): void {
  const { code, session, roster } = services;
  const { env, clock } = core;
  serve(app, sendSmsCode, ({ body }, c) =>
    code.send(c.var.tenant, { channel: 'SMS', value: body.phone }, callerOf(c, core)),
  );
  serve(app, sendEmailCode, ({ body }, c) =>
    code.send(c.var.tenant, { channel: 'EMAIL', value: body.email }, callerOf(c, core)),
  );
  serve(app, sendIntranetCode, ({ body }, c) => roster.send(c.var.tenant, body, callerOf(c, core)));
  serve(app, createUser, ({ body }, c) => roster.createUser(c.var.tenant, body, c.var.ip));
  serve(app, login, async ({ body }, c) => {
    const contact = await roster.usernameOf(c.var.tenant, body.username, body.privacyVersion);
    const userId = await code.check(c.var.tenant, contact, body.password, callerOf(c, core));
    const tokens = await session.open(c.var.tenant.id, userId, body.rememberme, {
      admit: (tx) => roster.admit(tx, c.var.tenant, userId, body.privacyVersion),
      leadSecret: c.req.header('X-Lead-Secret'),
      device: deviceIn(c),
    });
    return handOut(c, env, tokens, body.rememberme);
  });
  serve(app, lookAtLink, async ({ body }, c) => {
    const { contact, expiresAt } = await code.lookAtLink(c.var.tenant, body.token, callerOf(c, core));
    return {
      contact: masked({ key: 'EMAIL', value: contact }),
      expiresIn: Math.ceil((expiresAt.getTime() - clock.now()) / 1_000),
    };
  });
  serve(app, loginByLink, async ({ body }, c) => {
    const userId = await code.checkLink(c.var.tenant, body.token, callerOf(c, core));
    const tokens = await session.open(c.var.tenant.id, userId, body.rememberme, {
      admit: (tx) => roster.admit(tx, c.var.tenant, userId, undefined),
      leadSecret: c.req.header('X-Lead-Secret'),
      device: deviceIn(c),
    });
    return handOut(c, env, tokens, body.rememberme);
  });
  serve(app, renew, async ({ body }, c) => {
    const held = presented(c, env, body.refreshToken);
    if (!held) throw new ApiProblem('UNAUTHENTICATED');
    const { remembered, ...tokens } = await session.renew(c.var.tenant.id, held.token);
    return handOut(c, env, tokens, remembered, held.isCookie);
  });
  serve(app, logout, async ({ body }, c) => {
    const held = presented(c, env, body.refreshToken);
    // A program has no cookie, and need not send a body: its bearer says which session.
    const access = /^Bearer (\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
    if (held) await session.end(c.var.tenant.id, { refresh: held.token });
    else if (access !== undefined) await session.end(c.var.tenant.id, { access });
    takeBack(c, env);
    c.header('Clear-Site-Data', '"cache"');
    return undefined;
  });
}
