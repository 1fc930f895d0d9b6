import { describe, expect, it } from 'vitest';
import { NetworkFault } from '#contract/problem.ts';
import { orderCode } from '../../machines/samples.ts';
import { bucket, movement, walletOf, walletUuid } from '../../machines/wallet-samples.ts';
import { screenAt } from '../screen-at.tsx';

const of = { walletUuid: walletUuid(1) };
const balance = [bucket(1, 4.8, 5), bucket(2, 7.2)];
const statement = [
  movement(0, { type: 'OUT', amount: 3, text: 'Compra', orderCode: orderCode(1) }),
  movement(3, { amount: 15, text: 'Dinheiro de volta' }),
];
const ports = { loadWallets: () => [walletOf(1, { balance })], loadWallet: () => ({ balance, statement }) };

describe('the statement of a wallet', () => {
  it('shows until when each part is good, and what went in and out by days that add up', async () => {
    const { text, html } = await screenAt('app.walletDetails', of, { ports });
    expect(text).toContain('Disponível para usar R$ 12,00 R$ 4,80 vencem em 5 dias (qui., 26 de nov.)');
    expect(text).toContain('R$ 4,80 Lote 1 em 5 dias (qui., 26 de nov.) R$ 7,20 Lote 2 Sem prazo');
    expect(text).toContain('Hoje saldo R$ 12,00 Compra Pedido 0000-0000 · 9h − R$ 3,00');
    expect(text).toContain('qua., 18 de nov. saldo R$ 15,00 Dinheiro de volta 9h + R$ 15,00');
    expect(html).toContain(`href="/order/${orderCode(1)}/details"`);
    expect(text).toContain('Depois disso, esse saldo não pode mais ser usado.');
    expect(text).toContain('Baixar extrato Entrou R$ 15,00 · saiu R$ 3,00');
  });
  it('shows what is wanted of it by the address, with the balances as they were', async () => {
    const out = await screenAt('app.walletDetails', of, { ports }, { type: 'out' });
    expect(out.text).toContain('Entrou R$ 0,00 · saiu R$ 3,00 Hoje saldo R$ 12,00 Compra');
    expect(out.text).not.toContain('Dinheiro de volta');
    const old = { loadWallet: () => ({ balance, statement: [movement(40, { text: 'Antigo' })] }) };
    const late = await screenAt('app.walletDetails', of, { ports: { ...ports, ...old } }, { days: '30' });
    expect(late.text).toContain('Nenhum movimento neste período. Escolha outro para ver mais.');
    expect(late.text).not.toContain('Baixar extrato');
  });
  it('says why there is none to see', async () => {
    const { text } = await screenAt('app.walletDetails', of, {
      ports: { ...ports, loadWallet: () => Promise.reject(new NetworkFault('offline')) },
    });
    expect(text).toMatch(/A loja não respondeu|Não conseguimos mostrar o extrato/);
  });
});
