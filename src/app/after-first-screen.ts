import { streamNews } from './streaming.ts';
import { registerWorker } from './worker.ts';
import type { Clock } from './clock.ts';
import type { Wired } from './wiring.ts';

/** What can wait until the first screen stands: the stream, and the worker that makes the next visit faster. @param sandbox somebody may move the shop's clock */
export function afterFirstScreen({ app, api, flows }: Wired, clock: Clock, sandbox: boolean): void {
  // Their first screen loads them again should this fail.
  void flows.load().catch(() => undefined);
  streamNews(app, api, clock, sandbox);
  void registerWorker((update) => {
    app
      .getSnapshot()
      .children.notices?.send({ type: 'notice.posted', text: 'Há uma versão nova da loja. Ela entra quando você abrir a loja de novo.' });
    // Only on the way out: a reload in the middle of anything is not ours to make.
    addEventListener('pagehide', update, { once: true });
  });
}
