import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '#server/commands/build.ts';
import { freshDatabase, startPostgres } from '../support/store/postgres.ts';
import { measureBundle } from './bundle.ts';
import { measureDesk } from './desk.ts';
import { type Figure, atMost, figure, memoryOf } from './figures.ts';
import { bareRead, startBare } from './bare-limits.ts';
import { makeBigShop } from './big-shop.ts';
import { measureCampaigns } from './campaigns.ts';
import { measureFlash } from './flash.ts';
import { measureJourney } from './journey.ts';
import { measureMap } from './map.ts';
import { measureOrders } from './orders.ts';
import { measurePages } from './pages.ts';
import { measurePaths } from './paths.ts';
import { measurePersonal } from './personal.ts';
import { measureReads } from './reads.ts';
import { measureRenders } from './renders.ts';
import { type Started, startMeasured } from './start.ts';
import { measureStreams } from './streams.ts';
import { measureWays } from './ways.ts';

/**
 * Every figure of docs/benchmarks.md, measured on this machine. Some minutes; nothing else should run
 * meanwhile. `npm run bench pages rounds=2` measures the pages alone, and quickly.
 */
const isRounds = (given: string) => given.startsWith('rounds=');
const given = process.argv.slice(2);
const wanted = new Set(given.filter((one) => !isRounds(one)));
/** Visits of each page and walks of each journey; what is told is their median. */
const rounds = Number(given.find(isRounds)?.slice('rounds='.length) ?? 7);
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name);
const report: [string, Figure[]][] = [];
const measure = async (name: string, work: () => Promise<Figure[]> | Figure[]) => {
  if (!isWanted(name)) return;
  console.log(`measuring ${name} …`);
  try {
    report.push([name, await work()]);
  } catch (fault) {
    // What the others measured is told all the same.
    console.error(`${name} could not be measured:`, fault);
    process.exitCode = 1;
  }
};

if (wanted.size !== 1 || !isWanted('paths')) await ensureBuilt();
await measure('bundle', measureBundle);
await measure('starts', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  try {
    const startTwice = async (start: (env: Record<string, string>) => Promise<Started>) => {
      const cold = await start({ DATA_DIR: dir });
      await cold.stop();
      const warm = await start({ DATA_DIR: dir });
      await new Promise((resolve) => setTimeout(resolve, 3_000)); // at rest, as an idle server is
      const idle = memoryOf(warm.pid);
      await warm.stop();
      return { cold: cold.took / 1_000, warm: warm.took / 1_000, idle };
    };
    const shop = await startTwice(startMeasured);
    const bare = await startTwice(startBare);
    const name = 'bare node:http with an empty embedded database';
    return [
      figure('start on an empty data directory', shop.cold, 's', {
        limit: { name, value: bare.cold },
        promised: atMost(10, '×'),
      }),
      figure('later start', shop.warm, 's', { limit: { name, value: bare.warm }, promised: atMost(8, '×') }),
      figure('idle memory, embedded database', shop.idle, 'MB', {
        limit: { name, value: bare.idle },
        promised: atMost(3, '×'),
      }),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
if (['orders', 'reads', 'renders', 'personal', 'streams', 'flash', 'campaigns', 'desk'].some(isWanted)) {
  const server = await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
  const database = await freshDatabase(server.host);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  try {
    const env = {
      DATA_DIR: dir,
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.url,
      SANDBOX: '1',
      NODE_ENV: 'production',
    };
    const big = await makeBigShop(env);
    const shop = await startMeasured(env);
    const bare = await startBare({ DATABASE_URL: database.url });
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // at rest
    const read = await bareRead(bare);
    await measure('orders', async () => [
      figure('idle memory, PostgreSQL', memoryOf(shop.pid), 'MB', {
        limit: { name: 'bare node:http with a connection', value: memoryOf(bare.pid) },
        promised: atMost(6, '×'),
      }),
      ...(await measureOrders(shop, database.url, read, () => analyse(database.url))),
    ]);
    await measure('reads', () => measureReads(shop, big.slug));
    await measure('renders', () => measureRenders(shop, env));
    await measure('personal', () => measurePersonal(shop, read));
    await measure('campaigns', () => measureCampaigns(shop, big.keys, read));
    await measure('streams', () => measureStreams(shop, env));
    await measure('desk', () => measureDesk(shop, database.url, read, rounds));
    await measure('flash', () => measureFlash(shop, database.url));
    await bare.stop();
    await shop.stop();
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
await measure('pages', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  const shop = await startMeasured({ DATA_DIR: dir, SANDBOX: '1', NODE_ENV: 'production' });
  try {
    return await measurePages(shop, rounds);
  } finally {
    await shop.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
await measure('map', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  const shop = await startMeasured({ DATA_DIR: dir, SANDBOX: '1', NODE_ENV: 'production' });
  try {
    return await measureMap(shop, rounds);
  } finally {
    await shop.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
await measure('journey', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  const env = { DATA_DIR: dir, SANDBOX: '1', NODE_ENV: 'production' };
  const big = await makeBigShop(env);
  const shop = await startMeasured(env);
  try {
    return await measureJourney(shop, big.slug, rounds);
  } finally {
    await shop.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
await measure('ways', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  const shop = await startMeasured({ DATA_DIR: dir, SANDBOX: '1', NODE_ENV: 'production' });
  try {
    return await measureWays(shop, rounds);
  } finally {
    await shop.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
await measure('paths', measurePaths);

async function analyse(connectionString: string): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query('analyze');
  await admin.end();
}

const revision = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
console.log(
  `\nRevision ${revision}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'processor'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n`,
);
console.log('| what | figure | limit in the same run | ratio | promised | |\n|---|---|---|---|---|---|');
for (const [, figures] of report)
  for (const { name, value, limit = '', ratio = '', target = '', isMet } of figures)
    console.log(
      `| ${name} | ${value} | ${limit} | ${ratio} | ${target} | ${isMet === undefined ? '' : isMet ? 'met' : '**missed**'} |`,
    );
if (report.some(([, figures]) => figures.some((one) => one.isMet === false))) process.exitCode = 1;
