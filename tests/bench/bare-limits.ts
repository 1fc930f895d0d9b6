import { join } from 'node:path';
import pg from 'pg';
import { openBuyer } from './buyer.ts';
import { type Limit, percentile, processorSeconds } from './figures.ts';
import { rawLoad } from './raw-load.ts';
import { type Started, startMeasured } from './start.ts';

const SECONDS = 3;
const CALLS = 2_000;

export const startBare = (env: Record<string, string> = {}): Promise<Started> =>
  startMeasured(env, join(import.meta.dirname, 'bare.ts'));

/** What a server answered in one turn. */
interface Turn {
  /** a second of its processor's time */
  perCore: number;
  /** a second */
  rate: number;
  /** ms */
  p99: number;
}
/** Turns of each, and how long one takes, ms. Processor time is told in hundredths of a second. */
const [TURNS, TURN] = [7, 1_500];

/**
 * Answers of a server beside those of as many bytes that `node:http` gives by itself, a static page: asked in
 * turn, so that whatever else the machine does falls on both. Medians.
 * @param path answers with 200 and brotli
 * @param warm ms that it is asked for before
 */
export async function besideBare(
  shop: Started,
  path: string,
  headers: Record<string, string>,
  { bare, connections, warm }: { bare: Started; connections: number; warm: number },
): Promise<{ own: Turn; limit: Record<keyof Turn, Limit>; bytes: number }> {
  const url = shop.url + path;
  await rawLoad(url, headers, connections, warm);
  const once = await fetch(url, { headers });
  await once.arrayBuffer();
  const bytes = Number(once.headers.get('content-length') ?? 0);
  const limit = `${bare.url}/bytes/${bytes}`;
  await rawLoad(limit, {}, connections, TURN);
  const ask = async (address: string, { pid }: Started, more: Record<string, string>): Promise<Turn> => {
    const cpu = processorSeconds(pid);
    const { total, bad, p99 } = await rawLoad(address, more, connections, TURN);
    if (bad > 0) throw new Error(`${address}: ${bad} answers were not 200 with brotli`);
    return { perCore: total / (processorSeconds(pid) - cpu), rate: (total / TURN) * 1_000, p99 };
  };
  const [own, bares]: [Turn[], Turn[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    own.push(await ask(url, shop, headers));
    bares.push(await ask(limit, bare, {}));
  }
  const median = (turns: readonly Turn[], what: keyof Turn) =>
    percentile(
      turns.map((turn) => turn[what]),
      0.5,
    );
  const limitOf = (what: keyof Turn): Limit => ({
    name: `bare node:http, ${bytes} bytes`,
    value: median(bares, what),
  });
  return {
    own: { perCore: median(own, 'perCore'), rate: median(own, 'rate'), p99: median(own, 'p99') },
    limit: { perCore: limitOf('perCore'), rate: limitOf('rate'), p99: limitOf('p99') },
    bytes,
  };
}

/** Processor time of a bare answer with one row that PostgreSQL reads for it, in ms a call. */
export async function bareRead(bare: Started): Promise<Limit> {
  const buyer = openBuyer(bare.url);
  for (let call = 0; call < CALLS; call++) await buyer.call('GET', '/row');
  const cpu = processorSeconds(bare.pid);
  for (let call = 0; call < CALLS; call++) await buyer.call('GET', '/row');
  const value = ((processorSeconds(bare.pid) - cpu) / CALLS) * 1_000;
  buyer.close();
  return { name: 'bare node:http, one row read', value };
}

/** PostgreSQL has a connection at rest tell what it did after ten seconds. */
const UNTIL_TOLD = 11_000;

/** Rows that PostgreSQL has written since the database was made. */
export async function rowsWritten(client: pg.Client): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, UNTIL_TOLD));
  const { rows } = await client.query<{ count: number }>(
    'select (tup_inserted + tup_updated + tup_deleted)::int as count from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.count ?? 0;
}

/**
 * One transaction that writes so many plain rows and is on the disk: what a purchase would be if it were
 * nothing but its rows.
 */
export async function bareTransactions(
  connectionString: string,
  rows: number,
  connections: number,
): Promise<Record<'rate' | 'p50' | 'p99', Limit>> {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(
    'create table bare (id bigint generated always as identity primary key, body text not null)',
  );
  const times: number[] = [];
  const until = performance.now() + SECONDS * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        const began = performance.now();
        await client.query({
          name: 'bare',
          text: "insert into bare (body) select repeat('x', 200) from generate_series(1, $1::int)",
          values: [rows],
        });
        times.push(performance.now() - began);
      }
    }),
  );
  await clients[0]?.query('drop table bare');
  await Promise.all(clients.map((client) => client.end()));
  const name = `one transaction of ${rows} plain rows`;
  return {
    rate: { name, value: times.length / SECONDS },
    p50: { name, value: percentile(times, 0.5) },
    p99: { name, value: percentile(times, 0.99) },
  };
}
