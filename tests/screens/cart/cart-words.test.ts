import { explainTotals, shippingLabel } from '#client/shop/cart/cart-money.ts';
import type { CartChange } from '#contract/cart.ts';
import { type Cents, cents } from '#contract/money.ts';
import { isSoldOut } from '#domain/money/cart-totals.ts';
import { type KnownLine, statementOf } from '#domain/money/statement.ts';
import type { HeldLine } from '#machines/cart/lines.ts';
import { describe, expect, it } from 'vitest';
import {
  goneOf,
  groupsOf,
  issueText,
  measureOf,
  mergedText,
  noticeOf,
  mostOf,
} from '#screens/cart/cart-words.ts';
import { idOf } from '../window.ts';

const line = (n: number, more: Partial<HeldLine> = {}): HeldLine => ({
  id: idOf(100 + n),
  campaignId: idOf(1),
  campaignName: 'Feira',
  quantity: 1,
  name: `Produto ${n}`,
  price: cents(1_000),
  stock: 50,
  ...more,
});
const change = (
  kind: CartChange['kind'],
  reason: CartChange['reason'],
  more: Partial<CartChange> = {},
): CartChange => ({
  id: idOf(101),
  campaignId: idOf(1),
  kind,
  reason,
  name: 'Produto 1',
  ...more,
});
const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ');

describe('the lines of the cart', () => {
  it('stand by campaign, in the order in which they were added', () => {
    const groups = groupsOf([line(1), line(2, { campaignId: idOf(2), campaignName: 'Café' }), line(3)]);
    expect(groups.map(({ name, lines }) => [name, lines.map((one) => one.name)])).toEqual([
      ['Feira', ['Produto 1', 'Produto 3']],
      ['Café', ['Produto 2']],
    ]);
  });
  it('say what a kilo costs, where the unit is not a kilo already', () => {
    expect(plain(measureOf(line(1, { unit: '500 g' })))).toBe('500 g · R$ 20,00/kg');
    expect(measureOf(line(1, { unit: '1 kg · um pedaço' }))).toBe('1 kg · um pedaço');
    expect(measureOf(line(1))).toBeUndefined();
  });
  it('say that they are sold out, and of what is paused why', () => {
    expect(noticeOf(line(1, { stock: 0 }), [])).toEqual({
      text: 'Esgotou. Tire do carrinho para continuar.',
    });
    const paused = { reason: 'Chegou verde.' };
    expect(noticeOf(line(1, { stock: 0, paused }), [])).toEqual({
      text: 'Pausado: Chegou verde. Tire do carrinho para continuar.',
    });
  });
  it('say which limit ends them: the smaller one', () => {
    expect(mostOf(line(1, { stock: 3 }))).toEqual({ most: 3, reason: 'Só restam 3' });
    const pair = [line(1, { stock: 9 }), line(2, { stock: 9, quantity: 2 })];
    expect(mostOf(line(1, { stock: 9 }), pair, 3)).toEqual({
      most: 1,
      reason: 'Limite de 3 por pessoa nesta campanha',
    });
    expect(mostOf(line(1, { stock: 3 }), [], 3)).toEqual({ most: 3, reason: 'Só restam 3' });
    expect(mostOf(line(1, { stock: 1 }))).toEqual({ most: 1, reason: 'Só resta 1' });
    expect(mostOf(line(1, { stock: 9, max: 2 }))).toEqual({
      most: 2,
      reason: 'Máximo de 2 por pedido',
    });
  });
  it('count what the other lines take: of one limit, and of the stock that is shared', () => {
    const kit = line(1, { max: 4, quantity: 2, selection: [{ item: { id: idOf(7) }, quantity: 1 }] });
    const other = line(1, { max: 4, quantity: 3, selection: [{ item: { id: idOf(8) }, quantity: 1 }] });
    expect(mostOf(kit, [kit, other, line(2, { quantity: 9 })])).toEqual({
      most: 1,
      reason: 'Máximo de 4 por pedido: os outros 3 estão em outra linha',
    });
    expect(mostOf(kit, [kit])).toEqual({ most: 4, reason: 'Máximo de 4 por pedido' });
    const shared = line(1, { stock: 9, room: 2 });
    expect(mostOf(shared)).toEqual({
      most: 2,
      reason: 'Dá para levar 2: o resto está em outros itens do carrinho',
    });
  });
  it('say nothing while nothing is the matter', () => {
    expect(noticeOf(line(1), [])).toBeNull();
  });
  it('say what was sold out before anything else', () => {
    expect(
      noticeOf(line(1, { stock: 0 }), [change('PRICE', 'PRICE', { before: 9, after: 10 })])?.text,
    ).toContain('Esgotou');
  });
  it('say the old and the new price and ask', () => {
    const notice = noticeOf(line(1), [change('PRICE', 'PRICE', { before: 9.9, after: 12.5 })]);
    expect(plain(notice?.text)).toBe('O preço mudou: de R$ 9,90 para R$ 12,50.');
    expect(notice?.asks).toBe(true);
  });
  it('say the old and the new discount, and ask when it became less', () => {
    const notice = (before: number, after: number) =>
      noticeOf(line(1), [change('DISCOUNT', 'PRICE', { before, after })]);
    expect(notice(10, 5)).toEqual({ text: 'O desconto mudou: de 10% off para 5% off.', asks: true });
    expect(notice(5, 12.5)).toEqual({ text: 'O desconto mudou: de 5% off para 12,50% off.' });
  });
  it('say what was cut and why', () => {
    expect(noticeOf(line(1), [change('QUANTITY', 'STOCK', { before: 5, after: 2 })])?.text).toContain(
      'Só restam 2',
    );
    expect(noticeOf(line(1), [change('QUANTITY', 'LIMIT', { before: 5, after: 2 })])?.text).toContain(
      'máximo é 2',
    );
  });
  it('speak of their own changes only', () => {
    expect(noticeOf(line(2), [change('QUANTITY', 'STOCK', { before: 5, after: 2 })])).toBeNull();
  });
  it('name what left by itself once, and not what came back', () => {
    const gone = [change('REMOVED', 'GONE'), change('REMOVED', 'GONE')];
    expect(goneOf(gone, []).map(({ text }) => text)).toEqual([
      'Produto 1 saiu do carrinho: não está mais à venda.',
    ]);
    expect(goneOf(gone, [line(1)])).toEqual([]);
  });
  it('say the reason that the server gives for what left, one sentence each', () => {
    const gone = [
      change('REMOVED', 'SELECTION'),
      change('REMOVED', 'CAMPAIGN', { id: idOf(102), name: 'Café' }),
      change('REMOVED', 'CAMPAIGN', { id: idOf(103), name: 'Chá' }),
    ];
    expect(goneOf(gone, [])).toMatchObject([
      { text: 'Produto 1 saiu do carrinho: precisa de escolhas que faltam ou não estão mais à venda.' },
      { text: 'Saíram do carrinho: Café, Chá. Eles são de uma campanha que não está mais na loja.' },
    ]);
  });
  it('lead for each item that lacks choices to where they are made, with those that it had', () => {
    const selection = [{ item: { id: idOf(7) }, quantity: 2 }];
    const gone = [
      change('REMOVED', 'SELECTION', { selection }),
      change('REMOVED', 'SELECTION', { id: idOf(102), name: 'Cesta' }),
      change('REMOVED', 'GONE', { id: idOf(103), name: 'Chá' }),
    ];
    const choices = `${idOf(7)}.2`;
    expect(goneOf(gone, []).map(({ anew }) => anew)).toEqual([
      { campaign: idOf(1), item: idOf(101), choices, line: choices },
      { campaign: idOf(1), item: idOf(102), line: '' },
      undefined,
    ]);
  });
  it('name what joining with a saved cart did to them: added, raised, cut and left out, with the limit that did it', () => {
    const of = (n: number, from: number, wanted: number, to: number, reason: 'MERGED' | 'STOCK' | 'MAX') => ({
      key: String(n),
      id: idOf(100 + n),
      campaignId: idOf(1),
      packageId: undefined,
      from,
      wanted,
      to,
      reason,
      name: `Produto ${n}`,
    });
    expect(
      mergedText([
        of(1, 0, 2, 2, 'MERGED'),
        of(2, 0, 1, 1, 'MERGED'),
        of(3, 1, 3, 3, 'MERGED'),
        of(4, 1, 9, 4, 'STOCK'),
        of(5, 2, 9, 5, 'MAX'),
        of(6, 0, 1, 0, 'STOCK'),
        of(7, 0, 1, 0, 'MAX'),
      ]),
    ).toBe(
      'Juntamos com o carrinho que você tinha guardado. Entraram Produto 1 (2) e Produto 2. Produto 3 passou de 1 para 3. Produto 4 ficou em 4: só restam 4. ' +
        'Produto 5 ficou em 5: o máximo é 5 por pedido. Produto 6 ficou de fora: não há mais. Produto 7 ficou de fora: o máximo por pedido já está no carrinho.',
    );
  });
  it('name the old and the new price of what joining brought in, and not of what stayed out', () => {
    const of = (n: number, to: number, price?: { before: number; after: number }) => ({
      key: String(n),
      id: idOf(100 + n),
      campaignId: idOf(1),
      packageId: undefined,
      from: 0,
      wanted: 2,
      to,
      reason: to > 0 ? ('MERGED' as const) : ('STOCK' as const),
      name: `Produto ${n}`,
      ...(price ? { price } : {}),
    });
    expect(
      plain(
        mergedText([of(1, 2, { before: 9.9, after: 12.5 }), of(2, 2), of(3, 0, { before: 1, after: 2 })]),
      ),
    ).toBe(
      'Juntamos com o carrinho que você tinha guardado. Entraram Produto 1 (2) e Produto 2 (2). ' +
        'Produto 3 ficou de fora: não há mais. O preço de Produto 1 mudou: de R$ 9,90 para R$ 12,50.',
    );
  });
  it('count as sold out only at a known stock of zero', () => {
    const { stock: _, ...rest } = line(2);
    const unknown: HeldLine = rest;
    expect([line(1, { stock: 0 }), line(3, { stock: 1 }), unknown].map((one) => isSoldOut(one))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('the rules of a campaign', () => {
  it('say how much is missing', () => {
    expect(plain(issueText({ type: 'MIN_TOTAL', required: 5_000, current: 1_250 }, 'Feira'))).toBe(
      'Faltam R$ 37,50 para o pedido mínimo de R$ 50,00 em Feira.',
    );
  });
  it('say how many are too many', () => {
    expect(issueText({ type: 'MAX_ITEMS', required: 3, current: 5 }, 'Feira')).toBe(
      'Feira leva até 3 itens por pedido. Tire 2.',
    );
  });
});

describe('the total explained', () => {
  const explained = (of: KnownLine[], shipping: Cents | null, label = 'Entrega') =>
    explainTotals(statementOf(of, { shipping }), label);
  const lines: KnownLine[] = [
    { line: 1, name: 'Tomate', quantity: 2, price: cents(645), discount: cents(0) },
    {
      line: 2,
      name: 'Canastra',
      quantity: 1,
      price: cents(4_290),
      listPrice: cents(4_875),
      discount: cents(0),
    },
    { line: 3, name: 'Ovos', quantity: 3, price: cents(1_000), discount: cents(300), percent: 10 },
  ];
  it('adds up line by line to the total', () => {
    const said = explained(lines, cents(790));
    const { total, saved } = statementOf(lines, { shipping: cents(790) });
    expect(said.map(({ label, amount }) => [label, amount])).toEqual([
      ['Produtos (6 itens)', 9_165],
      ['Canastra 12% off', -585],
      ['Desconto em Ovos: 10% off', -300],
      ['Entrega', 790],
    ]);
    expect(said.reduce((sum, { amount }) => sum + (typeof amount === 'number' ? amount : 0), 0)).toBe(total);
    expect(saved).toBe(885);
  });
  it('says a discount that several products have once, and never that a quantity of one earned it', () => {
    const whole = [1, 2].map(
      (n): KnownLine => ({
        line: n,
        name: `Produto ${n}`,
        quantity: 1,
        price: cents(1_000),
        discount: cents(100),
        percent: 10,
      }),
    );
    expect(explained(whole, null)[1]).toEqual({
      label: 'Desconto em 2 produtos: 10% off',
      amount: -200,
      tone: 'save',
    });
  });
  it('says what is free and what is not known yet in words', () => {
    expect(explained(lines, null).at(-1)?.amount).toBe('A calcular');
    expect(explained(lines, cents(0), 'Retirada').at(-1)?.amount).toBe('Grátis');
  });
  it('puts many reductions into one line, with labels that never repeat', () => {
    const many = [1, 2, 3, 4, 4].map(
      (n): KnownLine => ({
        line: n,
        name: `Produto ${n}`,
        quantity: 1,
        price: cents(900),
        listPrice: cents(1_000),
        discount: cents(0),
      }),
    );
    const labels = explained(many, null).map(({ label }) => label);
    expect(labels).toEqual(['Produtos (5 itens)', 'Ofertas', 'Entrega']);
  });
  it('names the place of a delivery and not that of a pickup', () => {
    expect(shippingLabel('SCHEDULED', { neighborhood: 'Vila Madalena' })).toBe('Entrega em Vila Madalena');
    expect(shippingLabel('PICKUP', { neighborhood: 'Vila Madalena' })).toBe('Retirada');
    expect(shippingLabel(undefined, null)).toBe('Entrega');
  });
});
