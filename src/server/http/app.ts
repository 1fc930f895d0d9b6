import { join } from 'node:path';
import { Hono } from 'hono';
import { CLIENT_VERSION } from '#domain/constants.ts';
import { ApiProblem } from '#contract/problem.ts';
import type { App, AppEnv } from './app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { registerHealth } from './health.ts';
import { mediaFolders, servePictures } from './media.ts';
import { registerMetrics, watch } from './metrics.ts';
import { keepAnswers } from './middleware/cache.ts';
import { compressAnswers } from './middleware/compress.ts';
import { entrance } from './middleware/entrance.ts';
import { mapOriginOf, securityHeaders } from './middleware/headers.ts';
import { describeRequest } from './middleware/request.ts';
import { openApiOf } from './openapi.ts';
import { registerApart } from './apart-pages.ts';
import { registerPages } from './pages.ts';
import { answerProblem } from './problem.ts';
import { KeptPages } from './kept-pages.ts';
import { ResponseCache } from './response-cache.ts';
import { registerRoutes } from './routes.ts';
import { endpointsOf, prepareServing } from './serve.ts';
import type { Services } from '#server/services/services.ts';
import { registerStopPage } from './stop-page.ts';
import { StaticFolder, serveBuild, serveMedia } from './static.ts';

export interface Shop {
  app: App;
  cache: ResponseCache;
  pages: KeptPages;
  /** Files of the built shop. */
  build: StaticFolder;
  /** Set while stopping: not ready, and connections are not kept. */
  state: { isDraining: boolean };
  /** Requests that are being answered. */
  inFlight(): number;
}

/** Addresses that are never a page; `/auth` by itself is one. */
const PROGRAMS = /^\/(?:(?:api|ws|sandbox|assets|media|problems)(?:\/|$)|auth\/)/i;

/**
 * The whole HTTP application. Needs no socket: tests call `app.request`.
 * @param dist folder with the built `client` and `server`
 */
export function createApp(
  core: Core,
  services: Services,
  options: { dist?: string; checkReplies?: boolean } = {},
): Shop {
  const dist = options.dist ?? join(import.meta.dirname, '../../../dist');
  const app: App = new Hono<AppEnv>();
  const cache = new ResponseCache(core.env.TRUST_PROXY);
  cache.follow(core.events);
  const pages = new KeptPages(cache, core.clock, core.env.TRUST_PROXY);
  const build = new StaticFolder(join(dist, 'client'));
  const state = { isDraining: false };
  app.onError(answerProblem);
  let inFlight = 0;
  app.use('*', async (_, next) => {
    inFlight++;
    try {
      await next();
    } finally {
      inFlight--;
    }
  });
  app.use('*', describeRequest(core));
  app.use('*', compressAnswers());
  app.use('*', keepAnswers(cache));
  app.use('*', securityHeaders());
  registerHealth(app, core, state);
  registerMetrics(app, core);
  watch(core, { cache, pages, inFlight: () => inFlight });
  app.use('*', entrance(core.tenants, core.env));
  app.get('/media/:client/:name', serveMedia(mediaFolders(core)));
  app.get('/media/:client/:name/:folder/:file', servePictures(core.env.DATA_DIR));

  prepareServing(app, {
    authenticator: services.authenticator,
    staffDoor: services.staffSession,
    checkReplies: options.checkReplies ?? false,
    endpoints: [],
  });
  let openApi: string | undefined;
  app.get('/api/openapi.json', (c) => {
    c.set('cacheable', { seconds: 60, forAll: true });
    c.header('Content-Type', 'application/json');
    return c.body((openApi ??= JSON.stringify(openApiOf(endpointsOf(app), CLIENT_VERSION))));
  });
  registerRoutes(app, services, core);
  registerStopPage(app, services);

  app.all('*', async (c, next) => {
    if (PROGRAMS.test(c.req.path) && !c.req.path.startsWith('/assets/')) throw new ApiProblem('NOT_FOUND');
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') throw new ApiProblem('NOT_FOUND');
    await next();
  });
  registerApart(app, dist, 'ops');
  if (core.env.sandbox) registerApart(app, dist, 'flows');
  app.get('*', serveBuild(build, mapOriginOf(core.env.MAP_STYLE_URL)));
  registerPages(app, core, services, { cache, pages }, dist);
  return { app, cache, pages, build, state, inFlight: () => inFlight };
}
