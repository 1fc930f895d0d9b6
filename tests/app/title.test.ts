import { render } from '#app/render.tsx';
import { describe, expect, it } from 'vitest';
import { NOW, stubFetch, tenantOf } from './stub-shop.ts';

const titleWith = async (partner: { name: string; hideTitleSuffix: boolean }, routes: object) => {
  const known = stubFetch();
  const fetch = (request: Request) =>
    new URL(request.url).pathname === '/api/documents/routes'
      ? Promise.resolve(Response.json([{ id: 'pt-br', data: routes }]))
      : known(request);
  const tenant = { ...tenantOf(), partner };
  return (await render({ url: '/home', tenant, sandbox: false, origin: 'http://shop.test', now: NOW, fetch })).head.title;
};

describe('the title of a page', () => {
  it('has the operator’s words for its route, where the document store has some', async () => {
    const partner = { name: 'Feira', hideTitleSuffix: false };
    expect(await titleWith(partner, { newHome: 'Tudo da semana' })).toBe('Tudo da semana | Feira | Vitrine');
    expect(await titleWith(partner, {})).toBe('Campanhas | Feira | Vitrine');
  });
  it('leaves the product out for a partner that hides it', async () => {
    expect(await titleWith({ name: 'Feira', hideTitleSuffix: true }, {})).toBe('Campanhas | Feira');
  });
});
