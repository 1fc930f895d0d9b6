import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, desc, eq } from 'drizzle-orm';
import { ApiProblem } from '#contract/problem.ts';
import {
  answerChallenge,
  confirmCard,
  judgeReview,
  readCharge,
  tokeniseCard,
} from '#contract/payment/sandbox-card.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { order } from '../db/schema/order.ts';
import { payment } from '../db/schema/payment.ts';
import { uuidv7 } from '#server/platform/ids.ts';
import { signNotice } from '../providers/signature.ts';
import { hostOf } from '#server/http/host.ts';
import { serve } from '#server/http/serve.ts';
import { sandboxAcquirer } from './acquirer.ts';
import { shopOrigins } from '../providers/other-origin.ts';

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** What stands in the sandbox in the place of a provider's card field and of the bank behind it. */
export function sandboxCardRoutes(app: App, core: Core): void {
  const { db, clock, secrets } = core;
  const acquirerOf = (c: AppContext) => sandboxAcquirer(core, c.var.tenant.id);

  /** Tells the shop through the same door as a real provider. */
  async function tell(
    c: AppContext,
    { id, kind }: { id: string; kind: string },
    type: string,
  ): Promise<void> {
    const [key] = secrets.keys('webhook');
    if (!key) throw new Error('there is no key for notices');
    const body = new TextEncoder().encode(
      JSON.stringify({ id: uuidv7(clock.now()), type, data: { object: { id, object: kind } } }),
    );
    const answer = await app.request('/api/webhooks/card', {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'X-Signature': signNotice(key.key, body, clock.now()),
        'X-App': c.var.tenant.client,
        Host: c.req.header('Host') ?? 'localhost',
      },
    });
    if (answer.status !== 202) throw new Error(`the webhook answered ${answer.status}`);
  }

  serve(app, readCharge, ({ body }, c) => acquirerOf(c).read(body.clientSecret));
  serve(app, tokeniseCard, ({ body }, c) => acquirerOf(c).tokenise(body));
  serve(app, confirmCard, async ({ body: { clientSecret, token, notice } }, c) => {
    const { outcome, ...charge } = await acquirerOf(c).act({ clientSecret }, 'confirm', { token });
    if (notice === 'sent') await tell(c, charge, `card.${outcome.status}`);
    return outcome;
  });
  serve(app, answerChallenge, async ({ body: { clientSecret, passed, notice } }, c) => {
    const { outcome, ...charge } = await acquirerOf(c).act({ clientSecret }, 'challenge', {
      isRight: passed,
    });
    if (notice === 'sent') await tell(c, charge, `card.${outcome.status}`);
    return outcome;
  });
  serve(app, judgeReview, async ({ params: { orderCode }, body: { approved, notice } }, c) => {
    const { id: tenantId } = c.var.tenant;
    const [newest] = await db.read(tenantId, (tx) =>
      tx
        .select({ id: payment.txid })
        .from(payment)
        .innerJoin(order, and(eq(order.tenantId, payment.tenantId), eq(order.id, payment.orderId)))
        .where(
          and(eq(payment.tenantId, tenantId), eq(order.code, orderCode), eq(payment.type, 'CREDIT_CARD')),
        )
        .orderBy(desc(payment.attempt))
        .limit(1),
    );
    if (!newest) throw new ApiProblem('NOT_FOUND');
    const { outcome, ...charge } = await acquirerOf(c).act({ id: newest.id }, 'review', {
      isRight: approved,
    });
    if (notice === 'sent') await tell(c, charge, `card.${outcome.status}`);
    return outcome;
  });
  // Only the shop under its other names may show it.
  app.get('/sandbox/acquirer/field', (c) =>
    c.html(file('field.html'), 200, {
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${shopOrigins(hostOf(c))}`,
    }),
  );
  app.get('/sandbox/acquirer/field.js', (c) =>
    c.body(file('field.js'), 200, { 'Content-Type': 'text/javascript' }),
  );
  app.get('/sandbox/acquirer/field.css', (c) =>
    c.body(file('field.css'), 200, { 'Content-Type': 'text/css' }),
  );
}
