import { listSsoProviders, ssoLogin } from '#contract/people/sso.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import type { Core } from '#server/platform/core.ts';
import { askedOrigin, originsOf } from '#server/http/host.ts';
import { serve } from '#server/http/serve.ts';
import type { Services } from '#server/services/services.ts';
import { deviceIn, handOut } from './session.ts';

/** The addresses of ours that a provider may send people back to. */
const callbacksOf = (c: AppContext, core: Core): string[] =>
  originsOf(c, core).map((origin) => `${origin}/sso/callback`);

export function ssoRoutes(app: App, { sso }: Services, core: Core): void {
  serve(app, listSsoProviders, (_, c) => sso.providers(c.var.tenant, askedOrigin(c)));
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
