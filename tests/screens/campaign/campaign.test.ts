import { EXPIRED_TEXT } from '#domain/constants.ts';
import { refusalWords } from '#client/refusal-words.ts';
import { rulesOf } from '#client/shop/campaign/campaign-rules.ts';
import { describe, expect, it } from 'vitest';
import { HOUR, NOW, campaignOf, idOf, windowAt } from '../window.ts';

describe('a campaign that has ended', () => {
  it('says so once: what sent somebody here names what was asked for', () => {
    expect(refusalWords['campaign.expired']).toBe('A campanha que você pediu já terminou.');
    expect(refusalWords['campaign.expired']).not.toBe(EXPIRED_TEXT);
  });
});

describe('the campaign screen', () => {
  it('leads an open campaign to its products', async () => {
    const { hrefOf, count } = await windowAt('/store/campanha-1');
    expect(hrefOf('Comprar')).toBe('/store/campanha-1/catalog');
    expect(count('<h1')).toBe(1);
  });
  it('is one page for engines that search, by whichever name it was asked for', async () => {
    for (const name of ['campanha-1', idOf(1)]) {
      const { head } = await windowAt(`/store/${name}`);
      expect(head).toMatchObject({ canonical: '/store/campanha-1' });
    }
  });
  it('shows a paused campaign with its reason and its end, and does not sell', async () => {
    const paused = { reason: 'O forno parou', until: new Date(NOW + HOUR).toISOString() };
    const facts = { orders: [], invites: { used: 0, required: 0 }, accessed: false, paused };
    const campaigns = [campaignOf(1, 'Doces', { facts })];
    const { text, hrefOf } = await windowAt('/store/campanha-1', { campaigns });
    expect(text).toContain('Compras pausadas por enquanto');
    expect(text).toContain('Avise-me quando voltar');
    expect(text).toContain('Pausada: O forno parou. Volta ');
    expect(text).not.toContain('Comprar');
    expect(hrefOf('Ver produtos')).toBe('/store/campanha-1/catalog');
    const home = await windowAt('/home', { campaigns });
    expect(home.text).toContain('Pausada: O forno parou. Volta ');
    const shelf = await windowAt('/store/campanha-1/catalog', { campaigns });
    expect(shelf.text).toContain('Campanha pausada: O forno parou. Volta ');
    const orders = [{ id: idOf(300), code: 'X', state: 'COMPLETED' }];
    const bought = [campaignOf(1, 'Doces', { facts: { ...facts, orders } })];
    for (const path of ['/home', '/store/campanha-1'])
      expect((await windowAt(path, { campaigns: bought })).text).toContain('Pausada: O forno parou. Volta ');
    const over = await windowAt('/store/campanha-1', { campaigns, now: NOW + 2 * HOUR });
    expect(over.text).not.toContain('O forno parou');
    expect(over.hrefOf('Comprar')).toBe('/store/campanha-1/catalog');
  });
  it('says its rules in a person’s words', () => {
    const rules = rulesOf(
      campaignOf(1, 'Feira', {
        cartControls: {
          minTotal: 20,
          maxItems: 120,
          maxPerAccount: 5,
          minItems: 2,
          discountRules: [
            { minimumQuantity: 5, discountType: 'allProducts', type: 'percentage', discount: 10 },
            {
              minimumQuantity: 6,
              discountType: 'allSameProducts',
              type: 'percentage',
              discount: 12.5,
              productId: idOf(5),
            },
          ],
        },
      }),
    );
    expect(rules.map(({ title }) => title.replaceAll('\u00a0', ' '))).toEqual([
      'Leve 5 e ganhe 10% off em todos',
      'Até 12,50% off por quantidade',
      'Pedido mínimo de R$ 20,00',
      'No mínimo 2 itens por pedido',
      'Até 120 itens por pedido',
      'Até 5 itens por pessoa',
    ]);
  });
  it('lists every unmet need with one primary way on, and does not sell', async () => {
    const campaign = campaignOf(1, 'Doces', {
      depends: [
        { type: 'invites' },
        {
          type: 'campaign',
          campaignId: idOf(2),
          reason: 'Peça na Feira antes.',
          buttonText: 'Ir para a Feira',
        },
      ],
      invite: { invites: 2 },
    });
    const { text, links } = await windowAt('/store/campanha-1', {
      campaigns: [campaign, campaignOf(2, 'Feira')],
    });
    expect(text).toContain('Faltam 2 convites aceitos de 2');
    expect(text).toContain('Peça na Feira antes.');
    expect(text).not.toContain('Comprar');
    expect(text).toContain('Avise-me quando liberar');
    expect(links.find(({ name }) => name.includes('Ir para a Feira'))?.href).toBe(`/store/${idOf(2)}`);
  });
  it('counts down to the opening and changes by itself when it comes', async () => {
    const campaign = campaignOf(1, 'Natal', { depends: [{ type: 'time', seconds: (NOW + HOUR) / 1_000 }] });
    const before = await windowAt('/store/campanha-1', { campaigns: [campaign] });
    expect(before.text).toContain('Abre em');
    expect(before.text).not.toContain('Comprar');
    expect(before.text).toContain('Avise-me quando abrir');
    const after = await windowAt('/store/campanha-1', { campaigns: [campaign], now: NOW + HOUR });
    expect(after.text).toContain('Comprar');
    expect(after.text).not.toContain('Avise-me');
  });
  it('says that it has ended in the operator’s words', async () => {
    const campaign = campaignOf(1, 'Morangos', {
      expired: { end: new Date(NOW - HOUR).toISOString(), description: 'A safra acabou.' },
    });
    const { text } = await windowAt('/store/campanha-1', { campaigns: [campaign] });
    expect(text).toContain('A safra acabou.');
    expect(text).toContain('Ver outras campanhas');
    expect(text).not.toContain('Avise-me');
  });
});
