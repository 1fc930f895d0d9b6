import { describe, expect, it } from 'vitest';
import { HOUR, NOW, campaignOf, idOf, itemOf, windowAt } from '../window.ts';

const at = (ms: number) => new Date(NOW + ms).toISOString();
const soon = campaignOf(1, 'Feira', { expired: { end: at(3 * HOUR) } });
const open = campaignOf(2, 'Café', { expired: { end: '2026-12-20T12:00:00.000Z' } });
const later = campaignOf(3, 'Natal', { depends: [{ type: 'time', seconds: (NOW + 48 * HOUR) / 1_000 }] });
const over = campaignOf(4, 'Morangos', { expired: { end: at(-HOUR) } });
const campaigns = [open, later, over, soon];
const of = (n: number, name: string, campaign: number, more = {}) =>
  itemOf(n, name, { campaignId: idOf(campaign), ...more });
const items = [
  of(101, 'Maçã', 1),
  of(102, 'Queijo curado', 1, { tags: ['queijos'] }),
  of(103, 'Café em grãos', 2),
  of(104, 'Panetone', 3),
  of(105, 'Morango', 4),
  of(106, 'Bolo meio a meio', 1, { type: 'FLAVOR_PARENT', needsChoice: true }),
];
const look = (url: string, more: Parameters<typeof windowAt>[1] = {}) =>
  windowAt(url, { campaigns, items, ...more });

describe('the screen of all products', () => {
  it('draws on the server what the campaigns sell, each with its campaign and until when', async () => {
    const { text, html, count, hrefOf, snapshot } = await look('/products');
    expect(count('<h1')).toBe(1);
    expect(count('<article')).toBe(5);
    expect(text).toContain('5 produtos');
    expect(text).toMatch(/Maçã 500 g .{0,20}Feira Fecha em 03:00:00/);
    expect(text).toMatch(/Café em grãos .{0,40}Café Fecha dom., 20 de dez\./);
    expect(text).not.toContain('Morango');
    expect(html).toContain('aria-label="Adicionar Maçã"');
    expect(hrefOf('Maçã')).toBe(`/store/campanha-1/product/${idOf(101)}`);
    expect(snapshot).toMatchObject({
      seed: { products: { total: 5, query: { campaigns: [1, 2, 3].map(idOf) } } },
    });
  });
  it('sends the first 24 of them, and a way to more', async () => {
    const many = Array.from({ length: 30 }, (_, n) => of(200 + n, `Produto ${n}`, 1));
    const { text, count } = await look('/products', { items: many });
    expect(count('<article')).toBe(24);
    expect(text).toContain('30 produtos');
    expect(text).toContain('Carregando mais produtos');
  });
  it('says why an item of a campaign that is not open has no +, and leads to the campaign', async () => {
    const { html, links } = await look('/products');
    expect(html).not.toContain('Adicionar Panetone');
    const reason = links.find(({ name }) => name.includes('Abre seg., 23 de nov., 9h'));
    expect([reason?.name, reason?.href]).toEqual([expect.stringContaining('Natal'), '/store/campanha-3']);
  });
  it('leads from what needs a choice to where it is made', async () => {
    const { html, hrefOf } = await look('/products');
    expect(html).not.toContain('Adicionar Bolo');
    expect(hrefOf('Escolher opções de Bolo meio a meio')).toMatch(/^\/flavor\?campaign=.*&amp;item=/);
  });
  it('has its words, categories and order in its address, and keeps them from one to the other', async () => {
    const { text, html, hrefOf, links } = await look('/products?q=queijo&tags=queijos&sort=price');
    expect(text).toContain('1 produto para “queijo”');
    expect(html).toMatch(/<option value="price" selected="">Menor preço/);
    expect(html).toMatch(/<input type="hidden" name="tags" value="queijos"\/>/);
    expect(hrefOf('Queijos 1')).toBe('/products?q=queijo&amp;sort=price');
    expect(hrefOf('Frutas 0')).toBe('/products?q=queijo&amp;sort=price&amp;tags=queijos_frutas');
    expect(hrefOf('Tudo')).toBe('/products?q=queijo&amp;sort=price');
    const current = links.filter(({ marks }) => marks.includes('aria-current="true"'));
    expect(current.map(({ name }) => name)).toEqual(['Queijos 1', 'Queijos 1']);
  });
  it('says what was looked for and not found, and the ways on', async () => {
    const { text, hrefOf, count } = await look('/products?q=queixo');
    expect(text).toContain('Não encontramos “queixo”');
    expect(hrefOf('Limpar filtros')).toBe('/products');
    // The one that is spelled most like it comes first.
    expect(text).toMatch(/Ou veja o que há em Queijos \(1\) Frutas \(5\)/);
    expect(hrefOf('Queijos (1)')).toBe('/products?tags=queijos');
    expect(count('<h1')).toBe(1);
    const filtered = await look('/products?tags=queijos_frutas');
    expect(filtered.text).toContain('Nada com estes filtros');
  });
  it('says so where there is no campaign, and what failed where there is no answer', async () => {
    const none = await look('/products', { campaigns: [over] });
    expect(none.text).toContain('Nenhuma campanha aberta neste lugar');
    expect(none.hrefOf('Trocar o lugar')).toBe('/location');
    const broken = await look('/products', { broken: true });
    expect(broken.text).toContain('Já estamos tentando de novo mostrar os produtos.');
    expect(broken.isWhole).toBe(false);
  });
  it('is one search, in its own field', async () => {
    const { html, count } = await look('/products');
    expect(count('role="search"')).toBe(1);
    expect(html).toMatch(/<input [^>]*role="combobox"[^>]*aria-expanded="false"/);
    const home = await look('/home');
    expect(home.html).toMatch(/<form role="search"[^>]* action="\/products"/);
    expect(home.hrefOf('Ver todos os produtos')).toBe('/products');
  });
});
