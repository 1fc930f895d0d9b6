/**
 * The least that a server can do: bare `node:http`, with the embedded database when it is given a folder, and
 * with one PostgreSQL connection when it is given an address. What the shop takes is said as a multiple of
 * what this takes in the same run.
 * `/bytes/<n>` answers n bytes as if compressed, `/row` reads one row, `/stream` stays open until it is told.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const { DATA_DIR, DATABASE_URL } = process.env;
if (DATA_DIR !== undefined) await (await PGlite.create(join(DATA_DIR, 'bare'))).query('select 1');
const database = DATABASE_URL === undefined ? null : new pg.Client({ connectionString: DATABASE_URL });
await database?.connect();

const streams = new Set<ServerResponse>();
const bodies = new Map<number, Buffer>();
const bodyOf = (bytes: number) => bodies.get(bytes) ?? bodies.set(bytes, Buffer.alloc(bytes, 'x')).get(bytes);

async function answer(path: string, response: ServerResponse): Promise<void> {
  if (path === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
    streams.add(response);
    response.on('close', () => streams.delete(response));
  } else if (path === '/row') {
    const { rows } = (await database?.query({
      name: 'row',
      text: 'select oid, relname from pg_class where oid = $1',
      values: [1259],
    })) ?? { rows: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
  } else {
    const body = bodyOf(Number(path.split('/')[2] ?? 0));
    response.writeHead(200, { 'content-encoding': 'br', 'content-length': body?.length ?? 0 }).end(body);
  }
}

const server = createServer((request, response) => void answer(request.url ?? '/', response));
server.listen(0, '127.0.0.1', () =>
  // What the server's own command says once it listens
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('message', () => {
  for (const stream of streams) stream.write('event: campaign.changed\ndata: {}\n\n');
});
process.on('SIGTERM', () => process.exit(0));
