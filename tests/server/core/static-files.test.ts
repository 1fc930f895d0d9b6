import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Hono } from 'hono';
import type { AppEnv } from '#server/http/app-env.ts';
import { StaticFolder, answerFile, serveBuild } from '#server/http/static.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-static-'));
mkdirSync(path.join(root, 'assets'));
for (const name of ['sw.js', 'offline.html', 'drawing.svg', 'other.js', 'assets/decoder-worker-a_1.js'])
  writeFileSync(path.join(root, name), '');
const MAP_WORKER = 'assets/maplibre-gl-worker-1.mjs';
writeFileSync(path.join(root, MAP_WORKER), '');
afterAll(() => rmSync(root, { recursive: true }));

const policyOf = async (name: string): Promise<string | null> => {
  const answer = await answerFile(
    new StaticFolder(root),
    name,
    new Request(`https://feira.test/${name}`),
    'no-cache',
  );
  return answer.headers.get('Content-Security-Policy');
};

describe('policies of files that do something by themselves', () => {
  it('let the service worker fetch what it keeps', async () => {
    expect(await policyOf('sw.js')).toContain("connect-src 'self'");
  });

  it.each([
    [null, "default-src 'none'; connect-src 'self'"],
    ['https://tiles.test', "default-src 'none'; connect-src 'self' https://tiles.test"],
  ])('let the worker that reads maps fetch the ground, and tiles of %s', async (origin, policy) => {
    const app = new Hono<AppEnv>().get('*', serveBuild(new StaticFolder(root), origin));
    const answer = await app.request(`https://feira.test/${MAP_WORKER}`);
    expect(answer.headers.get('Content-Security-Policy')).toBe(policy);
    expect(answer.headers.get('Content-Type')).toContain('javascript');
  });

  it('let the page without a network have its styles, and no script', async () => {
    const policy = await policyOf('offline.html');
    expect(policy).toContain("style-src 'unsafe-inline'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });

  it('let the reader of codes alone compile wasm', async () => {
    expect(await policyOf('assets/decoder-worker-a_1.js')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(await policyOf('sw.js')).not.toContain('wasm');
  });

  it('shut a drawing in, and leave everything else to the closed policy', async () => {
    expect(await policyOf('drawing.svg')).toContain('sandbox');
    expect(await policyOf('other.js')).toBeNull();
  });
});
