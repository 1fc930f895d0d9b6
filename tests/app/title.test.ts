import { render } from '#shell/render.tsx';
import { tenantView } from '#client/tenant.ts';
import { titleOf } from '#shell/page/title.ts';
import { NetworkFault } from '#contract/fault.ts';
import { ask, placeOf } from '#machines/navigation/place.ts';
import { describe, expect, it } from 'vitest';
import { openShop, settled } from '../machines/real-shop.ts';
import { itemId, order, orderCode } from '../machines/samples.ts';
import { NOW, stubFetch, tenantOf } from './stub-shop.ts';

const titleWith = async (partner: { name: string; hideTitleSuffix: boolean }, routes: object) => {
  const known = stubFetch();
  const fetch = (request: Request) =>
    new URL(request.url).pathname === '/api/documents/routes'
      ? Promise.resolve(Response.json([{ id: 'pt-br', data: routes }]))
      : known(request);
  const tenant = { ...tenantOf(), partner };
  return (await render({ url: '/home', tenant, sandbox: false, origin: 'http://shop.test', now: NOW, fetch }))
    .head.title;
};

describe('the title of a page', () => {
  it('has the operator’s words for its route, where the document store has some', async () => {
    const partner = { name: 'Feira', hideTitleSuffix: false };
    expect(await titleWith(partner, { newHome: 'Tudo da semana' })).toBe('Tudo da semana | Feira | Vitrine');
    expect(await titleWith(partner, {})).toBe('Campanhas | Feira | Vitrine');
  });
  it('is the screen’s own from the beginning, never that of the page one came from', async () => {
    const tenant = tenantView(tenantOf(), false);
    const titles: string[] = [];
    const item = Promise.withResolvers<unknown>();
    const app = openShop({ who: 'visitor', lines: 0, draft: 'empty', intranet: false }, undefined, {
      loadItem: () => item.promise,
    });
    app.start();
    const read = async () => {
      await settled();
      titles.push(titleOf(app.getSnapshot(), tenant));
    };
    app.send(ask('app.catalog', { campaign: 'campanha-1' }));
    await read();
    app.send(ask('app.product', { campaignId: 'campanha-1', itemId: itemId(1) }));
    await read();
    app.send(ask('app.product', { campaignId: 'campanha-1', itemId: itemId(7) }));
    await read();
    item.reject(new NetworkFault('offline'));
    await read();
    // The first is on the shelf, which shows it before it has come, or when it does not.
    expect(titles).toEqual(
      ['Campanha 1', 'Tomate 1', 'Produto', 'Produto'].map((name) => `${name} | Feira | Vitrine`),
    );
    // A screen whose code did not come: the chart is still where one came from.
    const asked = placeOf('address.location', {});
    expect(titleOf(app.getSnapshot(), tenant, asked)).toBe('Onde entregar | Feira | Vitrine');
    app.stop();
  });
  it('thanks nobody before the server has said that the order is paid', async () => {
    const tenant = tenantView(tenantOf(), false);
    const answer = Promise.withResolvers<unknown>();
    const world = { who: 'client', lines: 0, draft: 'empty', intranet: false } as const;
    const app = openShop(world, placeOf('app.orderSuccess', { orderCode: orderCode(1) }), {
      loadOrder: () => answer.promise,
    });
    app.start();
    await settled();
    expect(titleOf(app.getSnapshot(), tenant)).toBe('Pedido | Feira | Vitrine');
    answer.resolve({ order: order(1), follow: null });
    await settled();
    expect(titleOf(app.getSnapshot(), tenant)).toBe('Pedido feito | Feira | Vitrine');
    app.stop();
  });
  it('leaves the product out for a partner that hides it', async () => {
    expect(await titleWith({ name: 'Feira', hideTitleSuffix: true }, {})).toBe('Campanhas | Feira');
  });
});
