import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import { ApiProblem } from '#contract/problem.ts';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Env } from '#server/platform/env.ts';
import type { TenantDirectory, TenantRecord } from '#server/platform/tenant-directory.ts';

/**
 * Spellings of a path that mean one thing here and another behind some proxy (SEC-24), plain letters and
 * digits written as numbers among them. None of ours needs them.
 */
const STRANGE_PATH = /\/\/|\\|;|%2[def]|%5[cf]|%25|%00|%7e|%3\d|%[46][1-9a-f]|%[57][0-9a]|\/\.{1,2}(\/|$)/i;

/** Name of a host without port and trailing dot. */
export const hostName = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '');

/**
 * Whose store a request is for. The host decides; `X-App` may only confirm, except on unknown hosts of the
 * sandbox, where it chooses.
 * @throws ApiProblem TENANT_MISMATCH
 */
export function tenantOf(
  tenants: TenantDirectory,
  host: string,
  xApp: string | undefined,
  sandbox: boolean,
): TenantRecord {
  const claimed = tenants.byHost(hostName(host));
  const asked = xApp === undefined || xApp === '' ? undefined : xApp;
  if (!claimed && sandbox && asked !== undefined) {
    const chosen = tenants.byClient(asked);
    if (chosen) return chosen;
  }
  const found = claimed ?? tenants.fallback();
  if (asked !== undefined && asked !== found.client) throw new ApiProblem('TENANT_MISMATCH');
  return found;
}

/** Lets in what is addressed properly: a plain path, a tenant, no foreign origin. */
export const entrance = (tenants: TenantDirectory, env: Env): MiddlewareHandler<AppEnv> => {
  const publicOrigin = env.PUBLIC_URL === undefined ? null : new URL(env.PUBLIC_URL).origin;
  return async (c, next) => {
    // Bindings of the Node server; none when called in process
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    // As it came: the URL of the request object has been tidied already.
    const path = incoming?.url ?? c.req.url.slice(c.req.url.indexOf('/', c.req.url.indexOf('://') + 3));
    if (STRANGE_PATH.test(path.split('?', 1)[0] ?? '')) throw new ApiProblem('NOT_FOUND');
    const host = c.req.header('Host') ?? new URL(c.req.url).host;
    c.set('tenant', tenantOf(tenants, host, c.req.header('X-App'), env.sandbox));
    const origin = c.req.header('Origin');
    if (
      origin !== undefined &&
      origin !== `${c.var.secure ? 'https' : 'http'}://${host}`.toLowerCase() &&
      origin !== publicOrigin
    )
      throw new ApiProblem('FOREIGN_ORIGIN');
    c.set('origin', origin === undefined ? 'none' : 'own');
    await next();
  };
};
