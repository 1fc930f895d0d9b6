import { listSsoProviders, ssoLogin } from '#contract/people/sso.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { hostOf } from '#server/http/host.ts';
import { hostName } from '#server/http/middleware/entrance.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';
import { deviceIn, handOut } from './session.ts';

const originOf = (c: AppContext): string => `${c.var.secure ? 'https' : 'http'}://${hostOf(c).toLowerCase()}`;

/**
 * The addresses of ours that a provider may send people back to. A host that nobody claimed is believed in
 * the sandbox only.
 */
function callbacksOf(c: AppContext, { env, tenants }: Core): string[] {
  const host = hostOf(c).toLowerCase();
  const isOurs = env.sandbox || tenants.byHost(hostName(host))?.id === c.var.tenant.id;
  const origins = [
    ...(isOurs ? [originOf(c)] : []),
    ...(env.PUBLIC_URL === undefined ? [] : [new URL(env.PUBLIC_URL).origin]),
  ];
  return origins.map((origin) => `${origin}/sso/callback`);
}

export function ssoRoutes(app: App, { sso }: Services, core: Core): void {
  serve(app, listSsoProviders, (_, c) => sso.providers(c.var.tenant, originOf(c)));
  serve(app, ssoLogin, async ({ params, body }, c) => {
    const { signedUp, ...tokens } = await sso.login(
      c.var.tenant,
      params.provider,
      body,
      callbacksOf(c, core),
      c.var.ip,
      { leadSecret: c.req.header('X-Lead-Secret'), device: deviceIn(c) },
    );
    return { ...handOut(c, core.env, tokens, true), signedUp };
  });
}
