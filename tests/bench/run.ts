import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { ensureBuilt } from '#server/commands/build.ts';
import { freshDatabase, startPostgres } from '../support/postgres.ts';
import { measureBundle } from './bundle.ts';
import { type Figure, atMost, figure, memoryOf } from './figures.ts';
import { makeBigShop } from './big-shop.ts';
import { measureCampaigns } from './campaigns.ts';
import { measureFlash } from './flash.ts';
import { measureOrders } from './orders.ts';
import { measurePaths } from './paths.ts';
import { measurePersonal } from './personal.ts';
import { measureReads } from './reads.ts';
import { startMeasured } from './start.ts';
import { measureStreams } from './streams.ts';

/**
 * Every figure of docs/benchmarks.md, measured on this machine. Some minutes; nothing else should run
 * meanwhile.
 */
const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name);
const report: [string, Figure[]][] = [];
const measure = async (name: string, work: () => Promise<Figure[]> | Figure[]) => {
  if (!isWanted(name)) return;
  console.log(`measuring ${name} …`);
  report.push([name, await work()]);
};

if (wanted.size !== 1 || !isWanted('paths')) await ensureBuilt();
await measure('bundle', measureBundle);
await measure('starts', async () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-'));
  try {
    const cold = await startMeasured({ DATA_DIR: dir });
    await cold.stop();
    const warm = await startMeasured({ DATA_DIR: dir });
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // at rest, as an idle server is
    const idle = memoryOf(warm.pid);
    await warm.stop();
    return [
      figure('start on an empty data directory', cold.took / 1_000, 's', atMost(60, 's')),
      figure('later start', warm.took / 1_000, 's', atMost(5, 's')),
      figure('idle memory, embedded database', idle, 'MB'),
    ];
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
if (['orders', 'reads', 'personal', 'streams', 'flash', 'campaigns'].some(isWanted)) {
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
    await new Promise((resolve) => setTimeout(resolve, 3_000)); // at rest
    await measure('orders', async () => [
      figure('idle memory, PostgreSQL', memoryOf(shop.pid), 'MB', atMost(250, 'MB')),
      ...(await measureOrders(shop, () => analyse(database.url))),
    ]);
    await measure('reads', () => measureReads(shop, big.slug));
    await measure('personal', () => measurePersonal(shop));
    await measure('campaigns', () => measureCampaigns(shop, big.keys));
    await measure('streams', () => measureStreams(shop, env));
    await measure('flash', () => measureFlash(shop, database.url));
    await shop.stop();
  } finally {
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
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
console.log('| what | figure | promised | |\n|---|---|---|---|');
for (const [, figures] of report)
  for (const { name, value, target = '', isMet } of figures)
    console.log(
      `| ${name} | ${value} | ${target} | ${isMet === undefined ? '' : isMet ? 'met' : '**missed**'} |`,
    );
if (report.some(([, figures]) => figures.some((one) => one.isMet === false))) process.exitCode = 1;
