import { html } from 'hono/html';
import { EMBEDDED_ISSUER } from '#domain/person/sso.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { hostOf } from '#server/http/host.ts';
import { UNPARTED } from '#server/http/middleware/headers.ts';
import type { Core } from '#server/platform/core.ts';
import type { Services } from '#server/services/services.ts';
import { type EmbeddedGrant, embeddedOidc } from '../providers/embedded-oidc.ts';
import { knowAs } from './personas.ts';

const unparted = Object.fromEntries([UNPARTED]);

interface Choice {
  title: string;
  detail: string;
  who?: Pick<EmbeddedGrant, 'subject' | 'name'>;
  delay?: number;
  /** sends somebody else's state back */
  isMixed?: true;
}
const newcomer = { subject: 'nova', name: 'Teresa Moura' };
/** Who may be chosen there, and what may go wrong. */
const choices: Record<string, Choice> = {
  client: {
    title: 'Marina Prado',
    detail: 'Já compra na loja: entra na conta dela',
    who: { subject: 'marina', name: 'Marina Prado' },
  },
  newcomer: { title: 'Teresa Moura', detail: 'A loja ainda não a conhece: faz o cadastro', who: newcomer },
  unverified: {
    title: 'Caio Nunes, e-mail não confirmado',
    detail: 'O e-mail não liga a conta nenhuma: faz o cadastro',
    who: { subject: 'sem-confirmar', name: 'Caio Nunes' },
  },
  refused: { title: 'Não permitir', detail: 'O provedor volta com uma recusa' },
  mixed: {
    title: 'Trocar o estado',
    detail: 'O provedor volta com a entrada de outra pessoa',
    who: newcomer,
    isMixed: true,
  },
  slow: {
    title: 'Demorar',
    detail: 'O provedor leva 8 segundos para dizer quem é',
    who: newcomer,
    delay: 8_000,
  },
};

/** The page of the embedded provider. Everything that it does is a link, as nothing here is secret. */
export function sandboxOidcRoutes(app: App, services: Services, core: Core): void {
  const { tenants, secrets, clock } = core;
  const provider = embeddedOidc(secrets, clock);

  /** The shop's own way back, on this machine. */
  function wayBack(c: AppContext): URL | null {
    const given = c.req.query('redirect_uri') ?? '';
    const url = URL.canParse(given) ? new URL(given) : null;
    const { port, hostname } = new URL(`http://${hostOf(c)}`);
    const isHere =
      url && (url.hostname === hostname || /^(?:127\.0\.0\.1|(?:.+\.)?localhost)$/.test(url.hostname));
    return isHere && url.port === port && url.pathname === '/sso/callback' ? url : null;
  }
  const page = (c: AppContext, title: string, body: ReturnType<typeof html>) =>
    c.html(
      html`<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/sandbox/page.css"></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
      200,
      {
        'Content-Security-Policy':
          "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ...unparted,
      },
    );

  app.get('/sandbox/oidc', (c) => {
    const isFit =
      wayBack(c) !== null &&
      c.req.query('response_type') === 'code' &&
      c.req.query('code_challenge_method') === 'S256' &&
      c.req.query('code_challenge')?.length === 43;
    if (!isFit) return page(c, 'Pedido incompleto', html`<p>Volte à loja e tente de novo.</p>`);
    const query = new URL(c.req.url).searchParams;
    const linkTo = (choice: string) => `/sandbox/oidc/${choice}?${query}`;
    return page(
      c,
      'Conta Vitrine',
      html`<p>Um provedor de faz de conta, que só existe na demonstração. Quem é você?</p>
        <ul>${Object.entries(choices).map(
          ([choice, { title, detail }]) =>
            html`<li><a href="${linkTo(choice)}">${title}</a><div>${detail}</div></li>`,
        )}</ul>`,
    );
  });
  app.get('/sandbox/oidc/:choice', async (c) => {
    const back = wayBack(c);
    const choice = choices[c.req.param('choice')];
    if (!back || !choice) return page(c, 'Pedido incompleto', html`<p>Volte à loja e tente de novo.</p>`);
    const { who, delay = 0, isMixed } = choice;
    const state = c.req.query('state') ?? '';
    back.searchParams.set('state', isMixed ? `${state.slice(0, -4)}trocado` : state);
    if (!who) back.searchParams.set('error', 'access_denied');
    else {
      const tenant = tenants.byClient(c.req.query('client') ?? '') ?? c.var.tenant;
      if (who.subject === 'marina')
        await knowAs(core, services, tenant, { issuer: EMBEDDED_ISSUER, subject: who.subject });
      const code = provider.grant({
        ...who,
        nonce: c.req.query('nonce') ?? '',
        challenge: c.req.query('code_challenge') ?? '',
        redirectUri: c.req.query('redirect_uri') ?? '',
        delay,
      });
      back.searchParams.set('code', code);
    }
    return c.body(null, 302, { Location: back.href, ...unparted });
  });
}
