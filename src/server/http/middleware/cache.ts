import type { MiddlewareHandler } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { type ResponseCache, cacheKey } from '#server/http/response-cache.ts';

/**
 * Keeps what a handler called cacheable and answers conditional requests. Stands outside the headers, so that
 * a kept answer has them.
 */
export const keepAnswers =
  (cache: ResponseCache): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if (c.req.method !== 'GET') return next();
    // Read before the handler reads data.
    const mark = cache.mark();
    await next();
    const { cacheable } = c.var;
    if (!cacheable || c.res.status !== 200 || c.res.headers.has('Set-Cookie')) return;
    c.res.headers.set('Cache-Control', `public, max-age=0, s-maxage=${cacheable.seconds}`);
    const body = new Uint8Array(await c.res.arrayBuffer());
    const url = c.req.url;
    const key = cacheKey(
      c.var.secure,
      c.req.header('Host') ?? '',
      c.req.header('X-App') ?? '',
      url.slice(url.indexOf('/', url.indexOf('://') + 3)),
    );
    const answer = await cache.keep(key, {
      tenantId: c.var.tenant.id,
      forAll: cacheable.forAll,
      mark,
      body,
      headers: [...c.res.headers],
    });
    c.res = undefined;
    c.res = answer.respond(c.req.raw);
  };
