import { createHash } from 'node:crypto';
import { ApiProblem } from '#contract/problem.ts';
import { masked } from '#server/services/people/contact.ts';
import type { Services } from '#server/services/services.ts';
import type { TenantRecord } from '#server/platform/tenant-directory.ts';
import type { App, AppContext } from './app-env.ts';
import { escaped } from './escaped.ts';
import { SEALED } from './middleware/headers.ts';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;margin:0;color:#1b1d1a;background:#fff}
main{max-width:32rem;margin:0 auto;padding:2rem 1rem}
h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:600;min-height:3rem;padding:0 1.5rem;border:2px solid #1b1d1a;border-radius:.5rem;background:#1b1d1a;color:#fff}
button:focus-visible,a:focus-visible{outline:3px solid #1b1d1a;outline-offset:3px}
a{color:inherit}`;
/** Nothing runs in it, and its one form goes to itself. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageOf = (tenant: TenantRecord, title: string, body: string) =>
  `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · ${escaped(tenant.name)}</title><style>${STYLE}</style><main><p>${escaped(tenant.name)}</p><h1>${title}</h1>${body}<p><a href="/">Ir para a loja</a></p></main></html>`;

const maskedContact = (value: string) =>
  escaped(masked({ key: value.includes('@') ? 'EMAIL' : 'PHONE', value }));

/**
 * The page behind the link of an alert: without scripts, of the server alone. Opening it changes nothing, whoever
 * opens it first; its one button, or the same button of a mail program (RFC 8058), takes the contact's alerts back.
 * Source: D78; decision 141.
 */
export function registerStopPage(app: App, { alert }: Services): void {
  const answer = (c: AppContext, status: 200 | 404, title: string, body: string) => {
    for (const [name, value] of SEALED) c.header(name, value);
    // Without a referrer a browser would send the form without its origin, as a stranger's.
    c.header('Referrer-Policy', 'same-origin');
    c.header('Content-Security-Policy', POLICY);
    return c.html(pageOf(c.var.tenant, title, body), status);
  };
  const unknown = (c: AppContext) =>
    answer(
      c,
      404,
      'Este link não vale aqui',
      '<p>Abra o link inteiro, como veio na mensagem. Se ele não abrir, fale com a loja.</p>',
    );
  app.get('/alert/:token', (c) => {
    const contact = alert.contactIn(c.var.tenant.id, c.req.param('token'));
    if (contact === null) return unknown(c);
    return answer(
      c,
      200,
      'Parar os avisos?',
      `<p>A loja deixa de mandar avisos de campanhas para ${maskedContact(contact)}. Códigos para entrar e notícias de pedidos continuam.</p><form method="post"><p><button>Parar os avisos</button></p></form>`,
    );
  });
  app.post('/alert/:token', async (c) => {
    try {
      await alert.stopByLink(c.var.tenant.id, c.req.param('token'));
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'NOT_FOUND') return unknown(c);
      throw error;
    }
    return answer(
      c,
      200,
      'Avisos parados',
      '<p>Nenhum aviso de campanha espera mais por você. Se quiser outro, peça na página da campanha.</p>',
    );
  });
}
