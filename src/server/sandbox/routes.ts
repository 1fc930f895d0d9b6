import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Campaign } from '#contract/campaign.ts';
import { inCents } from '#contract/money.ts';
import {
  advanceOrder,
  becomePersona,
  listMessages,
  makeKey,
  payPix,
  readShopClock,
  resetSandbox,
  setClock,
} from '#contract/sandbox.ts';
import { findTickets } from '#contract/ticket.ts';
import { instantOf } from '#domain/instant.ts';
import { normalisePhone } from '#domain/person/phone.ts';
import type { App } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { campaign } from '#server/db/schema/shop/campaign.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { deviceIn, handOut, takeBack } from '#server/http/routes/session.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';
import { sandboxAcquirer } from './acquirer.ts';
import { sandboxCardRoutes } from './card-routes.ts';
import { sandboxOidcRoutes } from './oidc-routes.ts';
import { demoKey } from './keys.ts';
import type { Register } from './past.ts';
import { orderDesk } from './order-desk.ts';
import { tokensOf } from './personas.ts';
import { resetDemo } from './reset.ts';
import { sandboxStaffRoutes } from './staff.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** What a tester may do. Registered in the sandbox only. Source: definitions, Sandbox. */
export function sandboxRoutes(app: App, services: Services, core: Core, register: Register): void {
  const { message, pixNotice, ticket } = services;
  const { db, clock, env } = core;
  const advance = orderDesk(core, services);

  serve(app, listMessages, ({ query: { to } }, c) =>
    message.list(
      c.var.tenant,
      to === undefined ? undefined : to.includes('@') ? to.toLowerCase() : (normalisePhone(to) ?? to),
    ),
  );
  // The same door as a real bank: a signed notice to the webhook.
  serve(app, payPix, async ({ params, query }, c) => {
    const notice = await pixNotice.noticeFor(c.var.tenant, params.orderCode, uuidv7(clock.now()));
    await sandboxAcquirer(core, c.var.tenant.id).payPix(
      notice.txid,
      inCents(notice.amount),
      notice.endToEndId ?? '',
    );
    if (query.notice === 'withheld') return { accepted: true as const };
    const body = new TextEncoder().encode(JSON.stringify(notice));
    const answer = await app.request('/api/webhooks/pix', {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Signature': pixNotice.sign(body),
        'X-App': c.var.tenant.client,
        Host: c.req.header('Host') ?? 'localhost',
      },
    });
    if (answer.status !== 202) throw new Error(`the webhook answered ${answer.status}`);
    return { accepted: true as const };
  });
  serve(app, advanceOrder, ({ params, body }, c) => advance(c.var.tenant, params.orderCode, body));
  serve(app, readShopClock, async (_, c) => ({
    now: clock.date().toISOString(),
    offsetSeconds: Math.round(clock.offset() / 1_000),
    moments: await momentsOf(c.var.tenant.id),
  }));
  /** Campaigns' openings and ends that are still to come or not long over, in order. */
  async function momentsOf(tenantId: string) {
    const rows = await db.read(tenantId, (tx) =>
      tx
        .select({ name: campaign.name, body: campaign.body })
        .from(campaign)
        .where(eq(campaign.tenantId, tenantId)),
    );
    return rows
      .flatMap(({ name, body }) => {
        // Validated when it was loaded
        const { depends, expired } = body as Pick<Campaign, 'depends' | 'expired'>;
        const end = instantOf(expired?.end);
        return [
          ...depends.flatMap((one) =>
            one.type === 'time' ? [{ campaign: name, kind: 'opens' as const, at: one.seconds * 1_000 }] : [],
          ),
          ...(end === null ? [] : [{ campaign: name, kind: 'ends' as const, at: end }]),
        ];
      })
      .toSorted((a, b) => a.at - b.at)
      .map((moment) => ({ ...moment, at: new Date(moment.at).toISOString() }));
  }
  serve(app, setClock, async ({ body }) => {
    await clock.shift(body.offsetSeconds * 1_000);
    return { now: clock.date().toISOString() };
  });
  serve(app, resetSandbox, async () => {
    await resetDemo(core, services);
    return undefined;
  });
  serve(app, becomePersona, async ({ params }, c) => {
    const signedIn = await tokensOf(core, services, c.var.tenant, params.persona, deviceIn(c));
    if (signedIn) handOut(c, env, signedIn.tokens, true);
    else takeBack(c, env);
    return {
      persona: params.persona,
      client: c.var.tenant.client,
      ...(signedIn ? { phone: signedIn.phone } : {}),
    };
  });

  serve(app, makeKey, (_, c) => demoKey(core, c.var.tenant, ['key', 'invites']));
  serve(app, findTickets, async ({ query }, c) => {
    const found = await ticket.find(c.var.tenant.id, query.code);
    return found ? [found] : [];
  });
  sandboxCardRoutes(app, core);
  sandboxOidcRoutes(app, services, core);
  sandboxStaffRoutes(app, services, core, register);
  app.get('/sandbox', (c) =>
    c.html(file('page.html'), 200, {
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
    }),
  );
  app.get('/sandbox/page.js', (c) => c.body(file('page.js'), 200, { 'Content-Type': 'text/javascript' }));
  app.get('/sandbox/page.css', (c) => c.body(file('page.css'), 200, { 'Content-Type': 'text/css' }));
}
