import { join } from 'node:path';
import { besideBare, startBare } from './bare-limits.ts';
import { type Figure, type Promised, figure } from './figures.ts';
import { shownPages } from './pages.ts';
import { type Started, startMeasured } from './start.ts';

/** Drawn side by side: while one waits for its calls, the others have the core. */
const CONNECTIONS = 4;
/** Until the renderer's code is compiled, ms. */
const WARM = 8_000;
const SHARE: Promised = { text: '≥ 1/150 ×', holds: (ratio) => ratio >= 1 / 150 };

/**
 * Pages that nobody keeps: drawn, written and compressed for each request, by the processor time that this
 * takes. What they are drawn from is kept, as the server keeps it beside a page whose time has come.
 * @param env of the shop, whose database is read
 */
export async function measureRenders(shop: Started, env: Record<string, string>): Promise<Figure[]> {
  const figures: Figure[] = [];
  const drawer = await startMeasured(env, join(import.meta.dirname, 'drawer.ts'));
  const bare = await startBare();
  const { Home, Catalog, Product } = await shownPages(shop.url);
  for (const [name, path] of Object.entries({ Home, Catalog, Product })) {
    const how = { bare, connections: CONNECTIONS, warm: WARM };
    const { own, limit } = await besideBare(drawer, path, { 'accept-encoding': 'br' }, how);
    figures.push(
      figure(`${name} as a page, drawn for each request, one core of the server`, own.perCore, 'req/s', {
        limit: limit.perCore,
        promised: SHARE,
      }),
    );
  }
  await bare.stop();
  await drawer.stop();
  return figures;
}
