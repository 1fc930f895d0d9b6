import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { StaticFolder, answerFile } from '#server/http/static.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'vitrine-static-'));
for (const name of ['sw.js', 'offline.html', 'drawing.svg', 'other.js'])
  writeFileSync(path.join(root, name), '');
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

  it('let the page without a network have its styles, and no script', async () => {
    const policy = await policyOf('offline.html');
    expect(policy).toContain("style-src 'unsafe-inline'");
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('script-src');
  });

  it('shut a drawing in, and leave everything else to the closed policy', async () => {
    expect(await policyOf('drawing.svg')).toContain('sandbox');
    expect(await policyOf('other.js')).toBeNull();
  });
});
