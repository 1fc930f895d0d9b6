import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';

const REQUEST_ID = /^[\w-]{8,64}$/;
const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What an address without a call of the contract is: few words, however many addresses there are. */
const kindOf = (path: string): string =>
  /^\/(assets|media|api|auth|ws|sandbox|livez|readyz|metrics)(?=\/|$)/.exec(path)?.[1] ?? 'page';

/** Whether the nearest proxy was spoken to by https; undefined when none is believed or it says nothing. */
export const isForwardedHttps = (
  trusted: number,
  forwarded: string | string[] | undefined,
): boolean | undefined =>
  trusted > 0 && forwarded !== undefined
    ? String(forwarded).split(',').at(-1)?.trim() === 'https'
    : undefined;

/**
 * Gives each request its id, address and scheme, and writes one line when it is answered. The address is not
 * in it, only which call it was: addresses carry codes, places and whatever a stranger wrote (OPS-08).
 */
export const describeRequest =
  ({ log, env, metrics }: Pick<Core, 'log' | 'env' | 'metrics'>): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const begun = performance.now();
    const given = c.req.header('X-Request-Id');
    const requestId = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
    // Bindings of the Node server; none when called in process
    const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
    const host = (c.req.header('Host') ?? new URL(c.req.url).host).toLowerCase();
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
    c.set(
      'ip',
      forwardedAddress(c.req.header('X-Forwarded-For'), env.TRUST_PROXY) ??
        incoming?.socket.remoteAddress ??
        '127.0.0.1',
    );
    c.set(
      'secure',
      isForwardedHttps(env.TRUST_PROXY, c.req.header('X-Forwarded-Proto')) ?? c.req.url.startsWith('https:'),
    );
    c.set(
      'trustworthy',
      c.var.secure || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[\w-]+\.localhost)(:\d+)?$/.test(host),
    );
    await next();
    c.header('X-Request-Id', requestId);
    const route = c.var.route ?? kindOf(c.req.path);
    metrics.answered(
      KNOWN_METHODS.has(c.req.method) ? c.req.method : 'other',
      route,
      c.res.status,
      (performance.now() - begun) / 1_000,
    );
    const line = {
      method: c.req.method,
      route,
      status: c.res.status,
      ms: Math.round(performance.now() - begun),
      tenant: c.var.tenant?.id,
      actor: actorOf(c.var.principal),
      outcome: c.var.outcome,
    };
    if (c.res.status >= 500) c.var.log.error(line, 'answered');
    else if (!c.req.path.startsWith('/assets/') && !c.req.path.startsWith('/media/'))
      c.var.log.info(line, 'answered');
  };

function actorOf(principal: AppEnv['Variables']['principal']): string | undefined {
  switch (principal?.kind) {
    case 'client':
      return `user:${principal.userId}`;
    case 'lead':
      return `lead:${principal.leadId}`;
    case 'signup':
      return `newcomer:${principal.userId}`;
    default:
      return undefined;
  }
}

/**
 * The address that the outermost trusted proxy saw. What stands before it in the list was written by
 * strangers.
 */
function forwardedAddress(header: string | undefined, trusted: number): string | undefined {
  if (trusted === 0 || header === undefined) return undefined;
  return header
    .split(',')
    .map((part) => part.trim())
    .at(-trusted);
}
