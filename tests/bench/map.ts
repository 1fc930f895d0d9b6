import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { type Figure, atMost, figure, percentile } from './figures.ts';
import { browsers, openTab, withPhone } from './phone.ts';
import type { Started } from './start.ts';

const library = path.resolve(import.meta.dirname, '../../node_modules/maplibre-gl/dist');
/** The library with one colour to draw, and nothing else on the page. */
const ALONE = `<!doctype html><title>map</title><link rel="icon" href="data:,">
<div id="box" style="width:380px;height:320px"></div><script type="module">
import { Map } from '/maplibre-gl.mjs';
const style = { version: 8, sources: {}, layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#dde' } }] };
new Map({ container: 'box', style, attributionControl: false }).once('idle', () => { document.getElementById('box').dataset.map = 'drawn'; });
</script>`;

/** The library alone, on a server of its own. */
async function startAlone(): Promise<{ url: string; stop: () => void }> {
  const server = createServer(({ url = '/' }, answer) => {
    if (url === '/') answer.setHeader('content-type', 'text/html').end(ALONE);
    else
      answer
        .setHeader('content-type', 'text/javascript')
        .end(readFileSync(path.join(library, path.basename(new URL(url, 'http://alone').pathname))));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo; // it listens on a port
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

/** ms from the moment the library's file is there until the map is drawn. */
async function drawnAfter(page: Page, url: string): Promise<number> {
  await page.goto(url);
  await page.locator('[data-map="drawn"]').waitFor({ state: 'attached' });
  return page.evaluate(() => {
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const file = files.filter(({ name }) => /\/(?:draw-map-|maplibre-gl\.)[^/]*js$/.test(name));
    return performance.now() - Math.max(...file.map(({ responseEnd }) => responseEnd));
  });
}

/** The first drawn map of `/map`, on a phone four times slower than this machine, in each browser that is here. */
export async function measureMap(shop: Started, rounds: number): Promise<Figure[]> {
  const alone = await startAlone();
  const figures: Figure[] = [];
  for (const browser of await browsers()) {
    const [own, least]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      own.push(
        await withPhone(browser, async (phone) => drawnAfter(await openTab(phone), `${shop.url}/map`)),
      );
      least.push(await withPhone(browser, async (phone) => drawnAfter(await openTab(phone), alone.url)));
    }
    figures.push(
      figure(`first drawn map after its code, 4 × slower, ${browser.name}`, percentile(own, 0.5), 'ms', {
        limit: { name: 'MapLibre alone, one colour', value: percentile(least, 0.5) },
        promised: atMost(3, '×'),
      }),
    );
  }
  alone.stop();
  return figures;
}
