import { badgeOf, fullText, roomFor, stockHint } from '#app/shop/item-words.ts';
import { describe, expect, it } from 'vitest';
import { idOf, itemOf, windowAt } from '../window.ts';

const url = `/store/campanha-1/product/${idOf(101)}`;
const eggs = itemOf(101, 'Ovos', { price: 16.9, packages: [{ id: 'caixa', name: 'Caixa', units: 3, price: 46.9 }] });

describe('the product screen', () => {
  it('says price, unit and the total on the button', async () => {
    const { text, count } = await windowAt(url, { items: [eggs] });
    expect(text).toContain('500 g · R$ 19,80/kg');
    expect(text).toContain('Adicionar · R$ 16,90');
    expect(text).toContain('Descrição de Ovos');
    expect(count('<h1')).toBe(1);
  });
  it('offers packages with what one costs in them', async () => {
    const { text } = await windowAt(url, { items: [eggs] });
    expect(text).toContain('3 unidades · R$ 15,63 cada');
    expect(text).toContain('R$ 46,90');
  });
  it('says sold out beside a way on instead of a dead button', async () => {
    const { text } = await windowAt(url, { items: [{ ...eggs, quantity: 0 }] });
    expect(text).toContain('Esgotado por enquanto.');
    expect(text).not.toContain('Adicionar ·');
    expect(text).toContain('Ver outros produtos');
  });
  it('answers an unknown product with a page that leads on', async () => {
    const { status, text } = await windowAt(`/store/campanha-1/product/${idOf(999)}`, { items: [eggs] });
    expect(status).toBe(404);
    expect(text).toContain('Todas as campanhas');
  });
});

describe('how much may be taken', () => {
  const other = { stock: 0, quantity: 0 };
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
    expect(roomFor({ ...eggs, quantity: 10 }, eggs.packages[0] ?? null, { stock: 2, quantity: 2 }).most).toBe(2);
  });
  it('speaks of stock only while there is little', () => {
    expect([1, 9, 11, 0].map((quantity) => stockHint({ ...eggs, quantity }))).toEqual(['Última unidade', 'Restam 9 unidades', null, null]);
  });
  it('rounds what is off down', () => {
    expect(badgeOf({ ...eggs, price: 87.01, listPrice: 100 })).toBe('12% off');
    expect(badgeOf({ ...eggs, price: 100, listPrice: 100 })).toBeUndefined();
  });
});
