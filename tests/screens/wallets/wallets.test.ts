import { describe, expect, it } from 'vitest';
import { NetworkFault } from '#contract/problem.ts';
import { bucket, walletOf, walletUuid } from '../../machines/wallet-samples.ts';
import { tenantOf } from '../../app/stub-shop.ts';
import { screenAt } from '../screen-at.tsx';
import { windowAt } from '../window.ts';

const cashback = walletOf(2, {
  name: 'Dinheiro de volta',
  kind: 'CASHBACK',
  balance: [bucket(1, 4.8, 5), bucket(2, 7.2, 60)],
});
const points = walletOf(3, {
  name: 'Pontos',
  kind: 'POINTS',
  unit: 'PTS',
  rate: 0.02,
  balance: [bucket(3, 1_280)],
});

describe('the wallets', () => {
  it('show what there is to spend, what of it is over first, and each wallet with its rule', async () => {
    const { text, html } = await screenAt(
      'app.wallets',
      {},
      {
        ports: { loadWallets: () => [walletOf(1), points, cashback] },
      },
    );
    expect(text).toContain('Disponível para usar R$ 47,60 R$ 4,80 vencem em 5 dias (qui., 26 de nov.)');
    expect(text).toContain('Dinheiro de volta Vale em toda a loja R$ 4,80 em 5 dias R$ 12,00');
    expect(text).toContain('Pontos 1.280 pontos · 100 pontos valem R$ 2,00 R$ 25,60');
    // What is over first stands first.
    expect(text.indexOf('Dinheiro de volta')).toBeLessThan(text.indexOf('Carteira 1'));
    expect(html).toContain(`href="/wallets/${walletUuid(2)}/details"`);
    expect(text).toContain('Escolher o que comprar');
  });
  it('lead to the cart where there is something in it to pay', async () => {
    const { html } = await screenAt('app.wallets', {}, { who: { lines: 2 } });
    expect(html).toMatch(/href="\/cart"[^>]*>.*?Usar no carrinho/);
  });
  it('say how one gets a balance to somebody who has none', async () => {
    const { text, html } = await screenAt('app.wallets', {}, { ports: { loadWallets: () => [] } });
    expect(text).toContain('Você ainda não tem saldo');
    expect(text).toContain('Dinheiro de volta, créditos da loja e o valor de trocas entram aqui sozinhos');
    expect(html).toMatch(/href="\/home"[^>]*>.*?Ver campanhas/);
  });
  it('say that there is no answer, and no balance that nobody told', async () => {
    const silent = await screenAt(
      'app.wallets',
      {},
      {
        ports: { loadWallets: () => Promise.reject(new NetworkFault('offline')) },
      },
    );
    expect(silent.text).toMatch(/A loja não respondeu|Não conseguimos mostrar a sua carteira/);
    const broken = await screenAt(
      'app.wallets',
      {},
      {
        ports: { loadWallets: () => Promise.reject(new TypeError('bug')) },
      },
    );
    expect(broken.text).not.toContain('R$');
    expect(broken.text).toContain('Não conseguimos mostrar a sua carteira');
  });
  it('keep what was known when it cannot be compared, and say so', async () => {
    let asked = 0;
    const { text } = await screenAt(
      'app.wallets',
      {},
      {
        ports: {
          loadWallets: () => ((asked += 1) === 1 ? [cashback] : Promise.reject(new NetworkFault('offline'))),
        },
        taps: [['wallets', { type: 'order.stale' }]],
      },
    );
    expect(text).toContain('Estes são os últimos saldos que conhecemos.');
    expect(text).toContain('R$ 12,00');
  });
  it('have a tab and a link in the header where the shop takes them, and none elsewhere', async () => {
    const plain = tenantOf();
    const payment = { ...plain.payment, methods: ['PIX', 'WALLET'] as const };
    const tabs = ['Início', 'Campanhas', 'Carteira', 'Pedidos', 'Conta'];
    const named = ({ links }: Awaited<ReturnType<typeof windowAt>>) =>
      links.map(({ name }) => name).filter((name) => tabs.includes(name));
    const rich = await windowAt('/', {
      tenant: { ...plain, payment: { ...payment, methods: [...payment.methods] } },
    });
    expect(named(rich).slice(-5)).toEqual(tabs);
    expect(rich.count('href="/wallets"')).toBe(2);
    expect(named(await windowAt('/')).slice(-4)).toEqual(tabs.filter((name) => name !== 'Carteira'));
  });
  it('are their owner’s: a visitor is asked to sign in', async () => {
    expect((await screenAt('app.wallets', {}, { who: { who: 'visitor' } })).address).toBe('/login');
  });
});
