import { endOtherSessions, endSession, readSessions } from '#contract/people/device.ts';
import { updateLogin, verifyLogin } from '#contract/people/contact.ts';
import { measure } from '#contract/measurement.ts';
import { deleteAccount, exportAccount, listConsents, setConsent } from '#contract/people/privacy.ts';
import { listNews, pushKey, readNews, subscribePush, unsubscribePush } from '#contract/people/push.ts';
import type { App } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { buyerOf, clientOf } from '#server/platform/principal.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';
import { callerOf, takeBack } from './session.ts';

/** The reply of a 204. */
const nothing = () => undefined;

/** What people may do about themselves. */
export function personRoutes(
  app: App,
  { contact, erasure, consent, push, news, measurement, session }: Services,
  core: Core,
): void {
  const { env } = core;
  serve(app, verifyLogin, ({ body }, c) =>
    contact.verify(c.var.tenant, clientOf(c), body, callerOf(c, core)),
  );
  serve(app, updateLogin, ({ body }, c) =>
    contact.update(c.var.tenant, clientOf(c), body, callerOf(c, core)),
  );
  serve(app, exportAccount, (_, c) => erasure.export(c.var.tenant.id, clientOf(c)));
  serve(app, deleteAccount, async (_, c) => {
    await erasure.remove(c.var.tenant, clientOf(c));
    takeBack(c, env);
    c.header('Clear-Site-Data', '"cache"');
    return undefined;
  });
  serve(app, readSessions, (_, c) => session.devices(c.var.tenant.id, clientOf(c)));
  serve(app, endSession, async ({ params }, c) => {
    const left = await session.endOne(c.var.tenant.id, clientOf(c), params.id);
    if (params.id === clientOf(c).sessionId) takeBack(c, env);
    return left;
  });
  serve(app, endOtherSessions, (_, c) => session.endAllOthers(c.var.tenant.id, clientOf(c)));
  serve(app, listConsents, (_, c) => consent.list(c.var.tenant.id, buyerOf(c)));
  serve(app, setConsent, ({ body }, c) => consent.set(c.var.tenant.id, buyerOf(c), body));
  serve(app, pushKey, () => push.key());
  serve(app, subscribePush, ({ body }, c) => push.subscribe(c.var.tenant.id, buyerOf(c), body));
  serve(app, unsubscribePush, ({ body }, c) =>
    push.unsubscribe(c.var.tenant.id, buyerOf(c), body.endpoint).then(nothing),
  );
  serve(app, measure, ({ body }, c) =>
    measurement.take(c.var.tenant.id, buyerOf(c), body.events).then(nothing),
  );
  serve(app, listNews, (_, c) => news.list(c.var.tenant.id, buyerOf(c)));
  serve(app, readNews, ({ params }, c) => news.read(c.var.tenant.id, buyerOf(c), params.id));
}
