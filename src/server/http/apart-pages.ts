import { join } from 'node:path';
import { ApiProblem } from '#contract/problem.ts';
import type { App, AppContext } from './app-env.ts';
import { escaped } from './escaped.ts';
import { pagePolicy } from './middleware/headers.ts';
import { IMMUTABLE, StaticFolder, answerFile } from './static.ts';

/**
 * A page with a build of its own, for all of its addresses, which its own chart tells apart. It is the same for
 * everybody and says nothing of anybody, and no browser keeps it. What was put beside the book (pictures, replays,
 * a former revision) is answered by its name.
 * @param name of its build and of its path: `ops` the desk, `flows` the flow book
 */
export function registerApart(app: App, dist: string, name: 'ops' | 'flows'): void {
  const folder = new StaticFolder(join(dist, name));
  const base = `/${name}/`;
  app.get(`${base}assets/*`, (c) => answerFile(folder, c.req.path.slice(base.length), c.req.raw, IMMUTABLE));
  const page = async (c: AppContext) => {
    if (!folder.has('index.html')) throw new ApiProblem('NOT_FOUND');
    const { body } = await folder.read('index.html');
    const { client, name: store } = c.var.tenant;
    const text = body
      .toString('utf8')
      .replace('name="app" content=""', () => `name="app" content="${escaped(client)}"`)
      .replace('name="store" content=""', () => `name="store" content="${escaped(store)}"`);
    return c.html(text, 200, {
      // The flow book shows the store beside a chart.
      'Content-Security-Policy': pagePolicy(null, null, name === 'flows' ? { frames: "'self'" } : null),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    });
  };
  app.get(`/${name}`, page);
  app.get(`${base}*`, (c) => {
    const file = c.req.path.slice(base.length);
    const isBeside = folder.has(file) && !file.endsWith('.html');
    return isBeside ? answerFile(folder, file, c.req.raw, 'no-cache') : page(c);
  });
}
