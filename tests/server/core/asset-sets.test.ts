import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { keepFormerAssets } from '#server/http/asset-sets.ts';
import { StaticFolder, answerFile } from '#server/http/static.ts';

const root = mkdtempSync(join(tmpdir(), 'vitrine-sets-'));
afterAll(() => rmSync(root, { recursive: true }));
const dist = join(root, 'dist');

/** A build with a chunk of its own, one that all share, and a font in a folder. */
function build(revision: number): void {
  const fresh = join(root, 'fresh');
  mkdirSync(join(fresh, 'client/assets/fonts'), { recursive: true });
  for (const name of [`index-${revision}.js`, 'shared-x.js', `fonts/f-${revision}.woff2`])
    writeFileSync(join(fresh, 'client/assets', name), `${name} of ${revision}`);
  writeFileSync(join(fresh, 'client/index.html'), String(revision));
  keepFormerAssets(dist, fresh);
  rmSync(dist, { recursive: true, force: true });
  renameSync(fresh, dist);
}
const status = (name: string) =>
  answerFile(
    new StaticFolder(join(dist, 'client')),
    name,
    new Request(`https://feira.test/${name}`),
    'x',
  ).then(
    (answer) => answer.text(),
    (refusal: { code: string }) => refusal.code,
  );

describe('the files of earlier builds', () => {
  it('REL-13 stay served for three builds, and what is newer is never replaced', async () => {
    for (let revision = 1; revision <= 6; revision++) {
      build(revision);
      const served = await Promise.all(
        Array.from({ length: revision }, (_, at) => status(`assets/index-${at + 1}.js`)),
      );
      const kept = Array.from({ length: revision }, (_, at) =>
        at + 1 > revision - 4 ? `index-${at + 1}.js of ${at + 1}` : 'NOT_FOUND',
      );
      expect([revision, served]).toEqual([revision, kept]);
      expect(await status('assets/shared-x.js')).toBe(`shared-x.js of ${revision}`);
      expect(await status(`assets/fonts/f-${Math.max(1, revision - 3)}.woff2`)).toContain('f-');
      expect(await status('index.html')).toBe(String(revision));
    }
    expect(readdirSync(join(dist, 'client/assets')).length).toBe(6);
  });

  it('are kept of a build that had no list yet', async () => {
    rmSync(join(dist, 'asset-sets.json'));
    build(7);
    expect(await status('assets/index-6.js')).toBe('index-6.js of 6');
  });
});
