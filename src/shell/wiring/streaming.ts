import type { Stream } from '#actors/stream.ts';
import type { StreamEvent } from '#contract/stream.ts';
import type { Client } from '#api/client.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { whereIs } from '#machines/app/selectors.ts';
import type { AppActor, AppSnapshot } from '#machines/app/app.machine.ts';
import type { Clock } from '#client/clock.ts';
import { once } from '#client/late.ts';
import { whenIdle } from '#shell/rest.ts';
import { rootIn } from '#shell/page/title.ts';

/**
 * What this page wants to hear of at once. Without an order nobody needs a connection: polling and the clock
 * say the rest.
 * In a sandbox every page listens, because its clock can be moved by hand; but nobody at a company's closed
 * door.
 */
export function topicsOf(snapshot: AppSnapshot, sandbox: boolean): string[] {
  const place = whereIs(snapshot);
  const orders = rootIn(snapshot, 'orders')?.context;
  const codes = new Set(
    (orders?.orders ?? []).filter(({ state }) => !hasOrderTag(state, 'final')).map(({ code }) => code),
  );
  if (place && 'orderCode' in place.params) codes.add(place.params.orderCode);
  const {
    cart: { uuid },
    intranet,
    session,
  } = snapshot.context;
  // Orders that came with the page are somebody's: their news are told to nobody before it is known who asks.
  if (session === 'restoring') return [];
  if (codes.size === 0 && (!sandbox || (intranet && session !== 'client'))) return [];
  return [
    ...[...codes].slice(0, 12).map((code) => `order:${code}`),
    'campaigns',
    ...(uuid ? [`cart:${uuid}`] : []),
  ];
}

/** Hands the server's news to the charts. */
export const teller =
  (app: AppActor, clock: Clock) =>
  (event: StreamEvent): void => {
    if (event.type === 'clock.changed') {
      // As after a sleep: what was timed is looked at again, even when an answer to a call has told this
      // clock before.
      clock.hear(Date.parse(event.now));
      app.send({ type: 'restored', now: clock.now() });
    } else if (event.type === 'cart.changed') {
      const { cart } = app.getSnapshot().children;
      cart?.send({ type: 'cart.changed.elsewhere', uuid: event.uuid, version: event.version });
    } else if (event.type === 'campaign.changed') app.send({ type: event.type });
    else app.send({ type: event.type, code: event.code, state: event.state, version: event.version });
  };

/**
 * Brings the server's news to the charts while the page is seen. What listens is loaded when there is
 * something to hear of.
 */
export function streamNews(app: AppActor, api: () => Promise<Client>, clock: Clock, sandbox: boolean): void {
  let stream: Stream | undefined;
  const open = once(async () => {
    const [{ createStream }, client] = await Promise.all([import('#actors/stream.ts'), api()]);
    stream = createStream(client, teller(app, clock), () =>
      app.getSnapshot().children.orders?.send({ type: 'order.stale' }),
    );
  });
  // An order is heard of at once; the sandbox's clock is no reason to hold up a page that is still arriving.
  let isResting = false;
  const topics = () => (document.hidden ? [] : topicsOf(app.getSnapshot(), sandbox && isResting));
  const follow = () => {
    if (stream) stream.follow(topics());
    else if (topics().length > 0)
      open().then(
        () => stream?.follow(topics()),
        () => undefined,
      );
  };
  app.subscribe(follow);
  app.getSnapshot().children.orders?.subscribe(follow);
  document.addEventListener('visibilitychange', follow);
  void whenIdle().then(() => {
    isResting = true;
    follow();
  });
  follow();
}
