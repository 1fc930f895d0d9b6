import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { keepFormerAssets } from '#server/http/asset-sets.ts';
import { compressBuild } from '#server/http/compress-build.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const dist = path.join(root, 'dist');
const stamp = path.join(dist, 'sources.sha256');

/**
 * Everything the browser's bundle and the render bundle are made of. The server itself runs from source, so
 * it is not part of it.
 */
const sources = [
  'src/**',
  'machines/**',
  'package-lock.json',
  'vite.*.ts',
  'docs/flows/notes/*.md',
  'tsconfig.json',
  'src/tsconfig.sw.json',
];
const isLeftOut = (file: string) => file.startsWith(path.join('src', 'server')) || file.startsWith('dist');

async function hashOfSources(): Promise<string> {
  const files: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    const file = path.relative(root, path.join(entry.parentPath, entry.name));
    if (entry.isFile() && !isLeftOut(file)) files.push(file);
  }
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].sort())
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/**
 * Builds `dist/client`, `dist/server/render.js`, `dist/ops` and `dist/flows`, unless the ones there were built from
 * these very sources. Built beside and moved into place when whole, so an interrupted build leaves the former one
 * usable.
 * @param tell receives a line of progress at least every two seconds (elapsed time is in seconds)
 * @returns whether something was built
 * @throws Error from Vite when the sources do not build
 */
export async function ensureBuilt(tell: (line: string) => void = console.log): Promise<boolean> {
  const hash = await hashOfSources();
  const former = existsSync(stamp) ? readFileSync(stamp, 'utf8').trim() : null;
  if (former === hash) return false;
  // In a process of its own: what the bundler keeps in memory leaves with it.
  if (import.meta.main) await build(hash, former !== null, tell);
  else await buildApart(tell);
  return true;
}

function buildApart(tell: (line: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', tell);
  child.once('error', reject);
  child.once('exit', (code) =>
    code === 0 ? resolve() : reject(new Error('the shop does not build; the reason stands above')),
  );
  return promise;
}

async function build(hash: string, isAgain: boolean, tell: (line: string) => void): Promise<void> {
  const begun = performance.now();
  const elapsed = () => `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
  let doing = 'reading the build tools';
  tell(`Building the shop (${isAgain ? 'the sources changed' : 'first time'}) …`);
  const ticker = setInterval(() => tell(`  … ${doing}, ${elapsed()}`), 2_000);
  const staging = path.join(root, `dist-${process.pid}`);
  // Whatever this process runs as, the build is the one for people: React's other half would not even draw a
  // page. The server that runs on must not hear it.
  const { NODE_ENV } = process.env;
  process.env['NODE_ENV'] = 'production';
  try {
    const { build: bundle } = await import('vite');
    const shared = {
      configFile: path.join(root, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'warn',
    } as const;
    doing = 'building what the browser loads';
    await bundle({ ...shared, build: { outDir: path.join(staging, 'client') } });
    doing = 'building the page renderer';
    await bundle({ ...shared, build: { outDir: path.join(staging, 'server'), ssr: 'shell/render.tsx' } });
    doing = 'building the desk';
    await bundle({
      ...shared,
      configFile: path.join(root, 'vite.ops.config.ts'),
      build: { outDir: path.join(staging, 'ops') },
    });
    doing = 'building the flow book';
    await bundle({
      ...shared,
      configFile: path.join(root, 'vite.flows.config.ts'),
      build: { outDir: path.join(staging, 'flows') },
    });
    doing = 'compressing what is served';
    for (const served of ['client', 'ops', 'flows']) await compressBuild(path.join(staging, served));
    writeFileSync(path.join(staging, 'sources.sha256'), `${hash}\n`);
    keepFormerAssets(dist, staging);
    rmSync(dist, { recursive: true, force: true });
    renameSync(staging, dist);
  } finally {
    if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = NODE_ENV;
    clearInterval(ticker);
    rmSync(staging, { recursive: true, force: true });
  }
  tell(`Built in ${elapsed()}.`);
}

if (import.meta.main && !(await ensureBuilt())) console.log('The build in dist/ is up to date.');
