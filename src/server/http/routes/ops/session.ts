import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import {
  type StaffTokens,
  readMe,
  sendStaffCode,
  staffLogin as login,
  staffLogout,
  staffRenew,
  staffSecond,
  staffStepUp,
} from '#contract/ops/session.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { isPlain } from '#server/http/plain-cookie.ts';
import { callerOf } from '#server/http/routes/session.ts';
import { serve } from '#server/http/serve.ts';
import type { Core } from '#server/platform/core.ts';
import type { Env } from '#server/platform/env.ts';
import { staffOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** What the body holds when the token is in the cookie: opens nothing. */
const HANDLE = 'cookie';
const nameOf = (c: AppContext, env: Env) => (isPlain(c, env) ? 'ops' : '__Host-ops');
const rules = (c: AppContext, env: Env) =>
  ({ httpOnly: true, path: '/', sameSite: 'Strict', secure: !isPlain(c, env) }) as const;

/** The token goes into a cookie that ends with the browser for a page of our own, into the body for a program. */
export function handOutStaff<T extends StaffTokens>(c: AppContext, env: Env, tokens: T, isHeld = false): T {
  if (c.var.origin !== 'own' && !isHeld) return tokens;
  setCookie(c, nameOf(c, env), `${c.var.tenant.id}.${tokens.refresh_token}`, rules(c, env));
  return { ...tokens, refresh_token: HANDLE };
}

/** The token of a call: the cookie first, then the body. */
function presented(c: AppContext, env: Env, body: string | undefined) {
  const [cookie, mark] = [getCookie(c, nameOf(c, env)), `${c.var.tenant.id}.`];
  if (cookie?.startsWith(mark)) return { token: cookie.slice(mark.length), isCookie: true };
  return body === undefined || body === '' || body === HANDLE ? null : { token: body, isCookie: false };
}

/** Sign-in of the operator's side. */
export function staffSessionRoutes(app: App, { staffLogin, staffSession }: Services, core: Core): void {
  const { env } = core;
  serve(app, sendStaffCode, ({ body }, c) => staffLogin.send(c.var.tenant, body.contact, callerOf(c, core)));
  serve(app, login, ({ body }, c) =>
    staffLogin.first(c.var.tenant, body.contact, body.code, callerOf(c, core)),
  );
  serve(app, staffSecond, async ({ body }, c) =>
    handOutStaff(c, env, await staffLogin.second(c.var.tenant, body.challenge, body.code)),
  );
  serve(app, staffRenew, async ({ body }, c) => {
    const held = presented(c, env, body.refreshToken);
    if (!held) throw new ApiProblem('UNAUTHENTICATED');
    return handOutStaff(c, env, await staffSession.renew(c.var.tenant, held.token), held.isCookie);
  });
  serve(app, staffLogout, async ({ body }, c) => {
    const held = presented(c, env, body.refreshToken);
    if (held) await staffSession.end(c.var.tenant.id, held.token);
    deleteCookie(c, nameOf(c, env), rules(c, env));
    return undefined;
  });
  serve(app, staffStepUp, ({ body }, c) => staffLogin.stepUp(c.var.tenant.id, staffOf(c), body.code));
  serve(app, readMe, (_, c) => staffSession.meOf(c.var.tenant, staffOf(c)));
}
