import { streamSSE } from 'hono/streaming';
import {
  findHandover,
  listOpsOrders,
  readBoard,
  readOpsOrder,
  sendOpsEvent,
  sendOpsEvents,
} from '#contract/ops/orders.ts';
import { revealPerson } from '#contract/ops/person.ts';
import { readOpsReturnPhoto } from '#contract/ops/return.ts';
import { opsStream } from '#contract/ops/stream.ts';
import type { App } from '#server/http/app-env.ts';
import { pictureReply } from '#server/http/routes/return-photo.ts';
import { serve } from '#server/http/serve.ts';
import { CLOCK_TOPIC } from '#server/platform/clock.ts';
import type { Core } from '#server/platform/core.ts';
import { staffOf } from '#server/platform/principal.ts';
import { STAFF_TOPIC } from '#server/services/ops/staff-session.ts';
import type { Services } from '#server/services/services.ts';
import { askedBy } from './staff.ts';

const PING = 15_000;

/** The board, its orders and what is sent to them. */
export function opsOrderRoutes(
  app: App,
  { board, opsOrderReads, opsOrderEvents, opsReturnPhotos, handover, reveal }: Services,
  { clock, events }: Core,
): void {
  serve(app, readBoard, ({ query }, c) => board.board(c.var.tenant.id, staffOf(c), query));
  serve(app, listOpsOrders, ({ query }, c) => board.page(c.var.tenant.id, staffOf(c), query));
  serve(app, readOpsOrder, ({ params }, c) => opsOrderReads.read(c.var.tenant.id, staffOf(c), params.id));
  serve(app, revealPerson, ({ params, body }, c) =>
    reveal.reveal(c.var.tenant.id, staffOf(c), params.id, body),
  );
  serve(app, readOpsReturnPhoto, async ({ params: { id, photoId } }, c) => {
    const { type, bytes } = await opsReturnPhotos.read(c.var.tenant.id, staffOf(c), id, photoId);
    return pictureReply(c, type, bytes);
  });
  serve(app, sendOpsEvent, ({ params, body }, c) =>
    opsOrderEvents.send(askedBy(c, sendOpsEvent, { ...params, ...body }), params.id, body),
  );
  serve(app, sendOpsEvents, ({ body }, c) => opsOrderEvents.sendMany(askedBy(c, sendOpsEvents, body), body));
  serve(app, findHandover, ({ body }, c) => handover.find(c.var.tenant.id, staffOf(c), body.code));
  // Told that something changed, and not what: an order of another hub is none of theirs.
  serve(app, opsStream, (_, c) => {
    const { tenant } = c.var;
    const { staffId, endsAt } = staffOf(c);
    return streamSSE(c, async (sse) => {
      const tell = (event: string, data: object) => void sse.writeSSE({ event, data: JSON.stringify(data) });
      const stops: (() => void)[] = [];
      await new Promise<void>((end) => {
        const ping = setInterval(() => tell('ping', {}), PING).unref();
        const over = setTimeout(end, Math.max(0, endsAt - clock.now())).unref();
        stops.push(
          () => clearInterval(ping),
          () => clearTimeout(over),
          events.onClose(end),
          events.subscribe(tenant.id, '*', (_event, topic) => {
            if (topic.startsWith('order:')) tell('orders.changed', { at: clock.date().toISOString() });
          }),
          // Taken out, or signed out everywhere: nothing more is told.
          events.subscribe(tenant.id, STAFF_TOPIC, ({ id }) => id === staffId && end()),
          events.subscribe('*', CLOCK_TOPIC, ({ now }) => tell('clock.changed', { now })),
        );
        sse.onAbort(end);
        void sse.write(': open\n\n');
      });
      for (const stop of stops) stop();
    });
  });
}
