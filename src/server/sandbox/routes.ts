import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, and } from 'drizzle-orm';
import { deleteCookie } from 'hono/cookie';
import { ApiProblem } from '#contract/problem.ts';
import { advanceOrder, becomePersona, listMessages, payPix, resetSandbox, setClock } from '#contract/sandbox.ts';
import { normalisePhone } from '#domain/phone.ts';
import type { App } from '../app-env.ts';
import type { Core } from '../core.ts';
import { order } from '../db/schema/order.ts';
import { payment as charge } from '../db/schema/payment.ts';
import { uuidv7 } from '../ids.ts';
import { handOut } from '../routes/identity.ts';
import { serve } from '../serve.ts';
import { allowedOf, stateOf } from '../services/order-life.ts';
import type { Services } from '../services.ts';
import { tokensOf } from './personas.ts';
import { resetDemo } from './reset.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** What a tester may do. Registered in the sandbox only. Source: definitions, Sandbox. */
export function sandboxRoutes(app: App, services: Services, core: Core): void {
  const { code, payment, life } = services;
  const { db, clock } = core;

  serve(app, listMessages, ({ query: { to } }, c) => code.messages(c.var.tenant, to === undefined ? undefined : to.includes('@') ? to.toLowerCase() : (normalisePhone(to) ?? to)));
  // The same door as a real bank: a signed notice to the webhook.
  serve(app, payPix, async ({ params }, c) => {
    const notice = await payment.noticeFor(c.var.tenant, params.orderCode, uuidv7(clock.now()));
    const body = new TextEncoder().encode(JSON.stringify(notice));
    const answer = await app.request('/api/webhooks/pix', {
      method: 'POST', body, headers: { 'Content-Type': 'application/json', 'X-Signature': payment.sign(body), 'X-App': c.var.tenant.client, Host: c.req.header('Host') ?? 'localhost' },
    });
    if (answer.status !== 202) throw new Error(`the webhook answered ${answer.status}`);
    return { accepted: true as const };
  });
  serve(app, advanceOrder, ({ params, body }, c) =>
    db.tenant(c.var.tenant.id, async (tx) => {
      const { id: tenantId } = c.var.tenant;
      const [row] = await tx.select().from(order).where(and(eq(order.tenantId, tenantId), eq(order.code, params.orderCode))).for('update');
      if (!row) throw new ApiProblem('NOT_FOUND');
      const [open] = await tx.select().from(charge).where(and(eq(charge.tenantId, tenantId), eq(charge.orderId, row.id), eq(charge.state, 'pending')));
      if (open && body.type === 'payment.expired') await life.settle(tx, open, 'payment.expired');
      if (open && body.type === 'payment.confirmed') await life.settle(tx, open, 'payment.confirmed');
      const moved = await life.apply(tx, row, body.type, 'sandbox');
      return { code: moved.code, state: stateOf(moved), allowedEvents: allowedOf(moved) };
    }),
  );
  serve(app, setClock, async ({ body }) => {
    await clock.shift(body.offsetSeconds * 1_000);
    return { now: clock.date().toISOString() };
  });
  serve(app, resetSandbox, async () => {
    await resetDemo(core, services);
    return undefined;
  });
  serve(app, becomePersona, async ({ params }, c) => {
    const signedIn = await tokensOf(core, services, c.var.tenant, params.persona);
    if (signedIn) handOut(c, signedIn.tokens, true);
    else for (const name of ['__Host-refresh', 'refresh']) deleteCookie(c, name, { path: '/', secure: c.var.trustworthy });
    return { persona: params.persona, ...(signedIn ? { phone: signedIn.phone } : {}) };
  });

  app.get('/sandbox', (c) => c.html(file('page.html'), 200, { 'Content-Security-Policy': "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" }));
  app.get('/sandbox/page.js', (c) => c.body(file('page.js'), 200, { 'Content-Type': 'text/javascript' }));
  app.get('/sandbox/page.css', (c) => c.body(file('page.css'), 200, { 'Content-Type': 'text/css' }));
}
