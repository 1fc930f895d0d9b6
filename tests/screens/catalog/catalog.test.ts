import { describe, expect, it } from 'vitest';
import { campaignOf, itemOf, windowAt } from '../window.ts';

const many = Array.from({ length: 30 }, (_, n) => itemOf(100 + n, `Produto ${n}`));
const catalog = '/store/campanha-1/catalog';

describe('the catalog screen', () => {
  it('draws the first 24 products on the server, each a link with a + of its own', async () => {
    const { count } = await windowAt(catalog, { items: many });
    expect(count('<article')).toBe(24);
    expect(count('aria-label="Adicionar Produto')).toBe(24);
    expect(count('<h1')).toBe(1);
  });
  it('finds words whatever their accents', async () => {
    const items = [itemOf(101, 'Pão de queijo'), itemOf(102, 'Maçã')];
    const { text, count } = await windowAt(`${catalog}?q=pao`, { items });
    expect(count('<article')).toBe(1);
    expect(text).toContain('1 produto para “pao”');
  });
  it('offers all products when nothing is found', async () => {
    const { text, html } = await windowAt(`${catalog}?q=xyz`, { items: [itemOf(101, 'Maçã')] });
    expect(text).toContain('Não encontramos “xyz”');
    expect(html).toContain(`href="${catalog}"`);
  });
  it('leads to the categories before the products: in chips on a phone, in the rail of a wide screen', async () => {
    const { html } = await windowAt(catalog, { items: many });
    const lists = [...html.matchAll(/<nav aria-label="Categorias"/g)].map(({ index }) => index);
    expect(lists).toHaveLength(2);
    for (const at of lists) expect(at).toBeLessThan(html.indexOf('<article'));
  });
  it('says of what is paused why, and does not sell it', async () => {
    const paused = { reason: 'Chegou verde.', until: '2026-11-21T21:00:00.000Z' };
    const { text, html } = await windowAt(catalog, {
      items: [itemOf(101, 'Maçã', { quantity: 0, paused })],
    });
    expect(text).toContain('Pausado: Chegou verde. Volta sáb., 21 de nov., 18h.');
    expect(text).not.toContain('Esgotado');
    expect(html).not.toContain('Adicionar');
  });
  it('keeps what is sold out in its place, without a way to take it', async () => {
    const { text, html } = await windowAt(catalog, { items: [itemOf(101, 'Maçã', { quantity: 0 })] });
    expect(text).toContain('Esgotado');
    expect(html).not.toContain('Adicionar Maçã');
  });
  it('leads from what needs a choice to where it is made, and says from what it costs', async () => {
    const { text, html, hrefOf } = await windowAt(catalog, {
      items: [itemOf(101, 'Bolo meio a meio', { type: 'FLAVOR_PARENT', needsChoice: true })],
    });
    expect(text).toContain('a partir de R$ 9,90');
    expect(hrefOf('Escolher opções de Bolo meio a meio')).toMatch(/^\/flavor\?campaign=.*&amp;item=/);
    expect(html).not.toContain('Adicionar Bolo');
  });
  it('says the old price and what is off, never more than is true', async () => {
    const { text } = await windowAt(catalog, {
      items: [itemOf(101, 'Queijo', { price: 42.9, listPrice: 48.99 })],
    });
    expect(text).toContain('12% off');
    expect(text).toContain('R$ 48,99');
  });
  it('says once what the campaign sells one person, before it is reached', async () => {
    const few = (maxPerAccount: number) =>
      campaignOf(1, 'Feira', { cartControls: { discountRules: [], maxPerAccount } });
    const items = [itemOf(101, 'Maçã'), itemOf(102, 'Pera')];
    const { text } = await windowAt(catalog, { campaigns: [few(2)], items });
    expect(text.match(/Até 2 itens por pessoa nesta campanha/g)).toHaveLength(1);
    expect((await windowAt(catalog, { campaigns: [few(1)], items })).text).toContain(
      'Até 1 item por pessoa nesta campanha',
    );
    expect((await windowAt(catalog, { items })).text).not.toContain('por pessoa');
  });
  it('says the campaign’s discount before anything is taken, so that nothing moves later', async () => {
    const campaign = campaignOf(1, 'Feira', {
      cartControls: {
        discountRules: [
          { minimumQuantity: 5, discountType: 'allProducts', type: 'percentage', discount: 10 },
        ],
      },
    });
    expect((await windowAt(catalog, { campaigns: [campaign], items: many })).text).toContain(
      'Leve 5 e ganhe 10% off',
    );
  });
  it('says that the place is a guess, and where to correct it', async () => {
    const { text, html } = await windowAt(catalog, { items: many });
    expect(text).toContain('Local aproximado · confirme seu CEP');
    expect(html).toContain('href="/location"');
  });
});
