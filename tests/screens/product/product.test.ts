import { lineOf } from '#client/shop/choice/item-line.ts';
import { lineKey } from '#domain/cart-line.ts';
import { roomFor } from '#domain/room.ts';
import { badgeOf, fullText, stockHint } from '#client/shop/choice/item-words.ts';
import { describe, expect, it } from 'vitest';
import type { Tenant } from '#contract/tenant/tenant.ts';
import { tenantOf } from '#tests/app/stub-shop.ts';
import { HOUR, NOW, campaignOf, idOf, itemOf, windowAt } from '../window.ts';

const url = `/store/campanha-1/product/${idOf(101)}`;
const eggs = itemOf(101, 'Ovos', {
  price: 16.9,
  packages: [{ id: 'caixa', name: 'Caixa', units: 3, price: 46.9 }],
});

describe('the product screen', () => {
  it('says price, unit and the total on the button', async () => {
    const { text, count } = await windowAt(url, { items: [eggs] });
    expect(text).toContain('500 g · R$ 19,80/kg');
    expect(text).toContain('Adicionar · R$ 16,90');
    expect(text).toContain('Descrição de Ovos');
    expect(count('<h1')).toBe(1);
  });
  it('says on the button what the line will cost, with a discount that it has at once', async () => {
    const campaign = campaignOf(1, 'Feira', {
      cartControls: {
        discountRules: [
          { minimumQuantity: 1, discountType: 'allProducts', type: 'percentage', discount: 10 },
        ],
      },
    });
    const { text } = await windowAt(url, { items: [eggs], campaigns: [campaign] });
    expect(text).toContain('Adicionar · R$ 15,21');
  });
  it('says what the campaign sells one person', async () => {
    const campaign = campaignOf(1, 'Feira', { cartControls: { discountRules: [], maxPerAccount: 5 } });
    const { text } = await windowAt(url, { items: [eggs], campaigns: [campaign] });
    expect(text).toContain('Até 5 itens por pessoa nesta campanha');
  });
  it('offers packages with what one costs in them', async () => {
    const { text } = await windowAt(url, { items: [eggs] });
    expect(text).toContain('3 unidades · R$ 15,63 cada');
    expect(text).toContain('R$ 46,90');
  });
  it('is as its address says: in the box that was chosen, and as many of it as there are', async () => {
    const { text, html } = await windowAt(`${url}?package=caixa&quantity=2`, { items: [eggs] });
    expect(text).toContain('Adicionar · R$ 93,80');
    expect(html).toMatch(/<input(?=[^>]* checked)[^>]* value="caixa"/);
    const none = await windowAt(`${url}?package=nope&quantity=-3`, { items: [eggs] });
    expect(none.text).toContain('Adicionar · R$ 16,90');
    const few = await windowAt(`${url}?quantity=50`, { items: [{ ...eggs, quantity: 4 }] });
    expect(few.text).toMatch(/Só restam 4.*Adicionar · R\$ 67,60/);
  });
  it('says sold out beside a way on instead of a dead button', async () => {
    const { text } = await windowAt(url, { items: [{ ...eggs, quantity: 0 }] });
    expect(text).toContain('Esgotado por enquanto.');
    expect(text).not.toContain('Adicionar ·');
    expect(text).toContain('Ver outros produtos');
  });
  it('leads to where it is put together what has to be, and lets nothing be added that the shop would take out again', async () => {
    const flavours = await windowAt(url, { items: [{ ...eggs, type: 'FLAVOR_PARENT', needsChoice: true }] });
    expect(flavours.text).toContain('A partir de R$ 16,90');
    expect(flavours.hrefOf('Escolher os sabores')).toMatch(/^\/flavor\?campaign=.*&amp;item=/);
    expect(flavours.html).not.toContain('Adicionar');
    const kit = await windowAt(url, { items: [{ ...eggs, type: 'KIT', needsChoice: true }] });
    expect(kit.hrefOf('Montar')).toMatch(/^\/kit\/optionals\?/);
  });
  it('offers to change what a kit comes with', async () => {
    const { text, hrefOf } = await windowAt(url, { items: [{ ...eggs, type: 'KIT' }] });
    expect(text).toContain('Adicionar · R$ 16,90');
    expect(hrefOf('Trocar o que vem')).toMatch(/^\/kit\/optionals\?/);
  });
  it('answers an unknown product with a page that leads on', async () => {
    const { status, text } = await windowAt(`/store/campanha-1/product/${idOf(999)}`, { items: [eggs] });
    expect(status).toBe(404);
    expect(text).toContain('Todas as campanhas');
  });
});

describe('the pictures of a product', () => {
  it('stand side by side, each with its words, and are moved by finger and by keys before any script', async () => {
    const images = ['/a.svg', '/b.svg', '/c.svg'];
    const { html } = await windowAt(url, { items: [{ ...eggs, images }] });
    expect(html).toMatch(/<ul[^>]*tabindex="0"[^>]*aria-label="Fotos de Ovos"/);
    expect(
      [...html.matchAll(/<img[^>]*src="(\/[abc]\.svg)"[^>]*alt="([^"]*)"/g)].map(([, , alt]) => alt),
    ).toEqual(['Ovos', 'Ovos, foto 2', 'Ovos, foto 3']);
  });
  it('are no list where there is one', async () => {
    expect((await windowAt(url, { items: [eggs] })).html).not.toContain('Fotos de Ovos');
  });
});

describe('what a product costs in each way of paying', () => {
  const taking = (payment: Partial<Tenant['payment']>): Tenant => ({
    ...tenantOf(),
    payment: { ...tenantOf().payment, ...payment },
  });
  const cards = taking({
    methods: ['PIX', 'CREDIT_CARD'],
    installments: { rate: 2, max: 4, free: 2, minimum: 5 },
  });
  const dear = { ...eggs, price: 100 };
  it('is the price alone at a store that takes Pix at the full price', async () => {
    expect((await windowAt(url, { items: [dear] })).html).not.toContain('<details');
  });
  it('says number, value, rate and total of its parcels by the terms of the store', async () => {
    const { text } = await windowAt(url, { items: [dear], tenant: cards, sandbox: true });
    expect(text).toContain('ou 2x de R$ 50,00 sem juros');
    expect(text).toContain('3x de R$ 34,67 com juros: 2% ao mês, total R$ 104,03');
    expect(text).toContain('4x de R$ 26,26 com juros: 2% ao mês, total R$ 105,05');
    expect(text).not.toContain('5x');
    expect((await windowAt(url, { items: [dear], tenant: cards })).text).not.toContain('Cartão');
  });
  it('says what Pix takes off, at a glance', async () => {
    const { text } = await windowAt(url, {
      items: [dear],
      tenant: taking({ terms: { PIX: { discountPercent: 5 } } }),
    });
    expect(text).toContain('R$ 95,00 no Pix, 5% off');
  });
  it('says how many an order may hold before somebody takes more', async () => {
    expect((await windowAt(url, { items: [{ ...eggs, max: 2 }] })).text).toContain('Até 2 por pedido');
  });
});

describe('what stands beside a product', () => {
  const closing = campaignOf(1, 'Feira', { expired: { end: new Date(NOW + 30 * HOUR).toISOString() } });
  const made = {
    ...eggs,
    properties: {
      ...eggs.properties,
      brand: 'Sítio Boa Vista',
      origin: 'Ibiúna, SP',
      allergens: 'Contém ovo.',
    },
  };
  const bread = itemOf(102, 'Pão', { tags: ['padaria'], properties: { brand: 'Sítio Boa Vista' } });
  it('says when it comes, for which place, and until when it is sold, in the page itself', async () => {
    const { text, hrefOf } = await windowAt(url, { items: [eggs], campaigns: [closing] });
    expect(text).toMatch(
      /Entrega e retirada Fecha em 1 d 06:00 Chega segunda O dia e a hora você escolhe no pedido\./,
    );
    expect(hrefOf('Confira se chega até você Informe seu CEP')).toBe('/location');
  });
  it('promises nothing of a campaign that has ended or says nothing', async () => {
    const over = campaignOf(1, 'Feira', { expired: { end: new Date(NOW - HOUR).toISOString() } });
    expect((await windowAt(url, { items: [eggs], campaigns: [over] })).text).not.toContain(
      'Entrega e retirada',
    );
    const silent = await windowAt(url, {
      items: [eggs],
      campaigns: [campaignOf(1, 'Feira', { properties: {} })],
    });
    expect(silent.text).toMatch(/Entrega e retirada Frete e prazo Confira se chega até você/);
  });
  it('speaks of no freight where a campaign is only fetched', async () => {
    const fetched = campaignOf(1, 'Sócios', { ignoreShippingAddress: true });
    const { text } = await windowAt(url, { items: [eggs], campaigns: [fetched] });
    expect(text).toContain('Entrega e retirada');
    expect(text).not.toContain('Frete e prazo');
  });
  it('says where it comes from, and leads to the others of the same name', async () => {
    const { text, hrefOf } = await windowAt(url, { items: [made, bread] });
    expect(text).toMatch(/De onde vem Sítio Boa Vista Ver 2 produtos Ibiúna, SP Alergênicos Contém ovo\./);
    expect(hrefOf('Ver 2 produtos de Sítio Boa Vista')).toBe(
      '/store/campanha-1/catalog?q=s%C3%ADtio+boa+vista',
    );
  });
  it('leads to no list that holds it alone, or what only speaks of the name', async () => {
    const speaks = itemOf(102, 'Pão', { description: 'Feito com ovos do Sítio Boa Vista' });
    expect((await windowAt(url, { items: [made] })).text).not.toContain('Ver 1 produto');
    expect((await windowAt(url, { items: [made, speaks] })).text).not.toMatch(/Ver \d produtos/);
    expect((await windowAt(url, { items: [eggs, bread] })).text).not.toContain('De onde vem');
  });
  it('shows six of its category that can be bought, in the tiles of the shelf', async () => {
    const others = Array.from({ length: 9 }, (_, n) =>
      itemOf(200 + n, `Fruta ${n}`, { quantity: n === 0 ? 0 : 9 }),
    );
    const { links, text } = await windowAt(url, { items: [eggs, bread, ...others] });
    expect(text).toContain('Mais em Frutas');
    expect(links.flatMap(({ name }) => /^Fruta (\d)$/.exec(name)?.[1] ?? [])).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
    ]);
  });
  it('is read after what is decided: name, price, button, what it is, how it comes, what else there is', async () => {
    const { text } = await windowAt(url, { items: [made, itemOf(102, 'Pão')], campaigns: [closing] });
    const places = [
      '500 g ·',
      'Como você quer levar',
      'Adicionar ·',
      'Sobre o produto',
      'De onde vem',
      'Entrega e retirada',
      'Mais em Frutas',
    ].map((part) => text.indexOf(part));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
  });
});

describe('how much may be taken', () => {
  const other = { stock: 0, quantity: 0 };
  it('is added as the shop fills it, so that it stays the line that the server answers with', () => {
    const kit = {
      ...eggs,
      type: 'KIT' as const,
      selectedKitItems: [{ item: { id: idOf(102) }, quantity: 1 }],
    };
    expect(lineKey(lineOf(kit, null, 'Feira', 1))).toBe(
      lineKey({
        id: kit.id,
        campaignId: kit.campaignId,
        quantity: 2,
        selection: [{ item: { id: idOf(102) }, quantity: 1 }],
      }),
    );
  });
  it('stops at the stock and says so', () => {
    const room = roomFor({ ...eggs, quantity: 3 }, null, other);
    expect([room.most, fullText(room, eggs)]).toEqual([3, 'Só restam 3']);
  });
  it('stops at the limit of an order and says so', () => {
    const item = { ...eggs, max: 4 };
    const room = roomFor(item, null, other);
    expect([room.most, fullText(room, item)]).toEqual([4, 'Máximo de 4 por pedido']);
  });
  it('counts what other lines of the same item hold, boxes by their units', () => {
    expect(roomFor({ ...eggs, quantity: 10 }, null, { stock: 6, quantity: 2 }).most).toBe(4);
    expect(roomFor({ ...eggs, quantity: 10 }, eggs.packages[0] ?? null, { stock: 2, quantity: 2 }).most).toBe(
      2,
    );
  });
  it('speaks of stock only while there is little', () => {
    expect([1, 9, 11, 0].map((quantity) => stockHint({ ...eggs, quantity }))).toEqual([
      'Última unidade',
      'Restam 9 unidades',
      null,
      null,
    ]);
  });
  it('rounds what is off down', () => {
    expect(badgeOf({ ...eggs, price: 87.01, listPrice: 100 })).toBe('12% off');
    expect(badgeOf({ ...eggs, price: 100, listPrice: 100 })).toBeUndefined();
  });
});
