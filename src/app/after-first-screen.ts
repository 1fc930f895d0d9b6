import { pageRest } from './rest.ts';
import { streamNews } from './streaming.ts';
import { registerWorker } from './worker.ts';
import type { Clock } from './clock.ts';
import type { Wired } from './wiring.ts';

export { keepAll } from './keeping.ts';

/** The flows come ahead for those who may soon need them: whoever has something in the cart, or is signed in. */
function loadFlows({ app, flows }: Wired): void {
  const { cart, session } = app.getSnapshot().children;
  const look = () => {
    // Their first screen loads them again should this fail.
    if ((cart?.getSnapshot().context.lines.length ?? 0) > 0 || session?.getSnapshot().context.tokens) void flows.load().catch(() => undefined);
  };
  cart?.subscribe(look);
  session?.subscribe(look);
  look();
}

/** What can wait until the first screen stands: the stream, and the worker that makes the next visit faster. @param sandbox somebody may move the shop's clock */
export function afterFirstScreen(wired: Wired, clock: Clock, sandbox: boolean): void {
  const { app, api } = wired;
  loadFlows(wired);
  streamNews(app, api, clock, sandbox);
  void pageRest().then(() => {
    void registerWorker((update) => {
      app
        .getSnapshot()
        .children.notices?.send({ type: 'notice.posted', text: 'Há uma versão nova da loja. Ela entra quando você abrir a loja de novo.' });
      // Only on the way out: a reload in the middle of anything is not ours to make.
      addEventListener('pagehide', update, { once: true });
    });
  });
}
