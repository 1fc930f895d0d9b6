import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { type Shop, createApp } from '#server/http/app.ts';
import { keepBackups } from '#server/backup/backup.ts';
import { openClock } from '#server/platform/clock.ts';
import type { Core } from '#server/platform/core.ts';
import type { Database } from '#server/db/database.ts';
import { faultCode } from '#server/db/faults.ts';
import { privateDirectory } from '#server/db/open.ts';
import { openDatabase } from '#server/backup/before-migration.ts';
import { type Env, readEnv } from '#server/platform/env.ts';
import { openEvents } from '#server/platform/events.ts';
import { createJobs } from '#server/jobs/jobs.ts';
import { createLimits } from '#server/platform/limits.ts';
import { type Logger, createLog } from '#server/platform/log.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { openSecrets } from '#server/platform/secrets.ts';
import { answerUnread } from '#server/http/problem.ts';
import { createServices } from '#server/services/services.ts';
import { openTenantDirectory } from '#server/platform/tenant-directory.ts';
import { refreshShippedTenants } from '#server/tenants/import.ts';

/** Longest wait for requests that are being answered when the server stops, in ms. */
const DRAIN = 25_000;

export interface RunningStore {
  url: string;
  core: Core;
  shop: Shop;
  /** Not ready at once, answers what was asked, gives jobs back, closes the database. */
  close(): Promise<void>;
}

/** Everything the services stand on, opened in the order in which it needs each other. */
export async function openCore(env: Env, db: Database, log: Logger): Promise<Core> {
  if (env.SECRET_KEYS === undefined) privateDirectory(env.DATA_DIR);
  const secrets = openSecrets(env, join(env.DATA_DIR, 'keys'));
  const events = await openEvents(db, log);
  const clock = await openClock(db, events);
  const tenants = await openTenantDirectory(db, events);
  return {
    env,
    db,
    log,
    metrics: createMetrics(),
    secrets,
    events,
    clock,
    tenants,
    limits: createLimits(db, clock),
    jobs: createJobs(db, () => tenants, clock, log),
  };
}

/** Another program listens where the store is to. */
export class PortFault extends Error {
  override readonly name = 'PortFault';
}

/**
 * Looked at before anything is made: a first start takes a while, and would end with nothing but this.
 * @throws PortFault
 */
async function assertPortFree({ PORT, HOST }: Env): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(PORT, HOST, () => resolve());
    });
  } catch (cause) {
    if (faultCode(cause) !== 'EADDRINUSE') throw cause;
    throw new PortFault(
      `Port ${PORT} is taken by another program. Choose another: PORT=${PORT + 1} npm start`,
      {
        cause,
      },
    );
  } finally {
    probe.close();
  }
}

/**
 * Opens the store: database, migrations, demo tenants, jobs, HTTP.
 * @param source the environment; nothing else is read
 * @throws EnvironmentFault, PortFault, DirectoryBusy
 */
export async function main(source: Record<string, string | undefined> = process.env): Promise<RunningStore> {
  const env = readEnv(source);
  const log = createLog(env.LOG_LEVEL);
  await assertPortFree(env);
  const db = await openDatabase(env, log);
  try {
    const core = await openCore(env, db, log);
    // Demo times are told from the import ("ends in three days"), so the sandbox tells them anew at each
    // start.
    if (env.sandbox || core.tenants.all().length === 0) await refreshShippedTenants(core);
    const services = createServices(core);
    const shop = createApp(core, services);
    await core.jobs.start();
    const endBackups = keepBackups(core);
    const server = listenOn(shop, core.clock);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(env.PORT, env.HOST, () => resolve());
    });
    const { port, family, address } = server.address() as AddressInfo; // listens on TCP
    const host = ['0.0.0.0', '::'].includes(address)
      ? 'localhost'
      : family === 'IPv6'
        ? `[${address}]`
        : address;
    void shop.build.warm().catch(() => undefined);
    let closing: Promise<void> | undefined;
    return {
      url: env.PUBLIC_URL ?? `http://${host}:${port}`,
      core,
      shop,
      close: () => (closing ??= closeAll(server, shop, core, endBackups)),
    };
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
}

/**
 * How long a request may take to arrive, its head alone, and how often that is looked at, in ms: at most one
 * look later its connection ends with 408. Source: SEC-31.
 */
export const DEADLINES = {
  requestTimeout: 29_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * The node server: kept answers first, then the app. Browsers set their clocks by `Date`, so a clock that was
 * moved is told there too.
 * @param deadlines others than those of people; for tests
 */
export function listenOn(
  { app, cache, pages, state }: Shop,
  clock?: Pick<Core['clock'], 'offset' | 'date'>,
  deadlines = DEADLINES,
): Server {
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: answerUnread,
  });
  const server = createServer(
    { maxHeaderSize: 16 * 1_024, keepAliveTimeout: 65_000, ...deadlines },
    (request, response: ServerResponse) => {
      if (clock && clock.offset() !== 0) response.setHeader('Date', clock.date().toUTCString());
      if (state.isDraining) response.setHeader('Connection', 'close');
      else if (pages.serveRaw(request, response) || cache.serveRaw(request, response)) return;
      void listener(request, response);
    },
  );
  return server;
}

async function closeAll(
  server: Server,
  shop: Shop,
  core: Core,
  endBackups: () => Promise<void>,
): Promise<void> {
  shop.state.isDraining = true;
  shop.pages.close();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // A browser keeps its connection when it has its answer: whoever is done is let go, not waited for.
  const doorman = setInterval(() => server.closeIdleConnections(), 100);
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN);
  await core.jobs.stop();
  await endBackups();
  await core.events.close();
  await closed;
  clearInterval(doorman);
  clearTimeout(timer);
  await core.db.close();
}
