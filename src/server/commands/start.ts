/** `npm start`: builds what is missing, then opens the store and says where it is. */
import './require-node.mjs';
import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { ensureBuilt } from './build.ts';
import { userMessage } from './command.ts';

const parent = process.ppid;
const begun = performance.now();
const elapsed = () => `${((performance.now() - begun) / 1_000).toFixed(1)} s`;

/** What a person can do something about is told without a stack; the rest is a bug and needs one. */
function reasonOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  return userMessage(fault) ?? fault.stack ?? fault.message;
}

try {
  console.log(`Vitrine is starting (Node ${process.versions.node}).`);
  await ensureBuilt();
  console.log('Opening the database; the first time the demo stores are loaded too …');
  const ticker = setInterval(() => console.log(`  … still opening, ${elapsed()}`), 3_000);
  enableCompileCache();
  // Everything that loading makes lives on, which makes V8 set 128 MB aside for the young. Kept small until
  // the shop is open: it then grows as the work asks for it.
  setFlagsFromString('--semi-space-growth-factor=1');
  const { main } = await import('./main.ts');
  const store = await main().finally(() => clearInterval(ticker));
  setFlagsFromString('--semi-space-growth-factor=2');

  const { port, hostname } = new URL(store.url);
  const local = ['127.0.0.1', 'localhost', '0.0.0.0', '[::]', '[::1]'].includes(hostname);
  console.log(`\nReady in ${elapsed()}.`);
  console.log(`  Feira (public store)    ${local ? `http://localhost:${port}/` : store.url}`);
  if (local) {
    console.log(`  Clube (company store)   http://clube.localhost:${port}/`);
    console.log(`  Sandbox                 http://localhost:${port}/sandbox`);
  }
  console.log('Stop with Ctrl+C.');
  process.send?.({ url: store.url });
  // Behind the open shop, and for people alone: tests and measurements begin with empty boards.
  const endDemo =
    store.core.env.sandbox && process.argv.includes('--demo-orders')
      ? (await import('#server/sandbox/demo-orders.ts')).keepDemoOrders(
          store.core,
          (await import('#server/http/routes.ts')).registerRoutes,
        )
      : () => Promise.resolve();

  let isStopping = false;
  const stop = (reason: string, code: 0 | 1) => {
    isStopping = true;
    console.log(`\nStopping (${reason}) …`);
    endDemo()
      .then(() => store.close())
      .then(
        () => process.exit(code),
        (fault: unknown) => {
          console.error(fault);
          process.exit(1);
        },
      );
  };
  const obey = (signal: NodeJS.Signals) => {
    // A second Ctrl+C means now: whatever is committed is safe in the database.
    if (isStopping) process.exit(1);
    stop(signal, 0);
  };
  process.on('SIGINT', obey);
  process.on('SIGTERM', obey);
  process.on('disconnect', () => obey('SIGTERM'));
  // npm runs scripts by a shell, and a shell that is told to end leaves its program running: whoever is left
  // alone was meant too.
  if (process.argv.includes('--end-with-parent'))
    setInterval(() => {
      if (process.ppid !== parent && !isStopping) stop('npm ended', 0);
    }, 250).unref();
  // A bug that nobody caught: whoever is being served is served, the database is closed, and whatever watches
  // the process starts a new one. What fails because of it is no news.
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(kind, (fault: unknown) => {
      if (isStopping) return;
      store.core.log.fatal(
        { err: fault },
        kind === 'uncaughtException' ? 'an error that nobody caught' : 'a rejection that nobody caught',
      );
      stop('a fault', 1);
    });
} catch (fault) {
  console.error(`\nVitrine could not start.\n${reasonOf(fault)}`);
  process.exit(1);
}
