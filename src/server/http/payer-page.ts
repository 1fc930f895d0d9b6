import { ApiProblem } from '#contract/problem.ts';
import type { Core } from '#server/platform/core.ts';
import type { Services } from '#server/services/services.ts';
import type * as Render from '#shell/render.tsx';
import type { App } from './app-env.ts';
import { hostOf } from './host.ts';
import { pagePolicy } from './middleware/headers.ts';
import { refusalOf } from './problem.ts';
import { sealPayer } from './routes/payer-link.ts';

/**
 * The page of whoever pays a Pix for somebody: of the server alone, none of the shop's screens, and without the
 * shop's scripts. Source: decision 110.
 */
export function registerPayerPage(
  app: App,
  core: Core,
  { payerLink }: Services,
  {
    renderer,
    ...built
  }: Pick<Render.PayerPageInput, 'manifest' | 'asset'> & {
    renderer: Promise<typeof Render>;
  },
): void {
  app.get('/pix/:token', async (c) => {
    const { tenant, ip, secure } = c.var;
    sealPayer(c);
    const found = await payerLink.open(tenant, c.req.param('token'), ip).catch(refusalOf);
    const refusal = found instanceof ApiProblem ? found : null;
    if (refusal?.code === 'INTERNAL') c.var.log.error({ err: refusal }, 'the page of a payer failed');
    const { body, hashes } = await (await renderer).payerPage({
      ...built,
      tenant: tenant.settings,
      sandbox: core.env.sandbox,
      origin: `${secure ? 'https' : 'http'}://${hostOf(c)}`,
      now: core.clock.now(),
      found: found instanceof ApiProblem ? (found.code === 'NOT_FOUND' ? 'over' : 'unknown') : found,
    });
    return c.html(body, (refusal?.status ?? 200) as 200, { 'Content-Security-Policy': pagePolicy(hashes) });
  });
}
