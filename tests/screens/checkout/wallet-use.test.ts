import { describe, expect, it } from 'vitest';
import type { PaymentMethod, WalletPart } from '#contract/payment/payment.ts';
import { lock } from '../../support/samples.ts';
import { walletUuid } from '../../machines/wallet-samples.ts';
import { NOW } from '../../machines/samples.ts';
import { stepAt } from './step-at.ts';

const DAY = 86_400_000;
const uuid = walletUuid(1);
const part = (amount: number, asked = amount): WalletPart => ({
  uuid,
  name: 'Dinheiro de volta',
  asked,
  amount,
});
const pix: PaymentMethod = { type: 'PIX', label: 'Pix' };
const wallet = (left: number, paid?: WalletPart): PaymentMethod => ({
  type: 'WALLET',
  label: 'Saldo da carteira',
  max: 12,
  left,
  wallets: [{ uuid, name: 'Dinheiro de volta', kind: 'CASHBACK', max: 12 }],
  ...(paid ? { parts: [paid] } : {}),
});
/** What the payment step says after a wallet was chosen, to which the server says what comes of it. */
const after = (answer: PaymentMethod[], amount = 12) => {
  let asked = 0;
  return stepAt('checkout.payment', 'delivered', [['checkout', { type: 'wallet.chosen', uuid, amount }]], {
    paymentMethods: () => ((asked += 1) === 1 ? [pix, wallet(30)] : answer),
  });
};

describe('a wallet at the payment', () => {
  it('is offered with the most that it can pay, and left alone until somebody wants it', async () => {
    const { text } = await stepAt('checkout.payment', 'delivered', [], {
      paymentMethods: () => [pix, wallet(30)],
    });
    expect(text).toContain(
      'Usar saldo da carteira Dá para usar até R$ 12,00 nesta compra. Forma de pagamento Pix',
    );
    expect(text).not.toContain('Saldo usado');
    expect(text).toContain('Total com entrega R$ 30,00');
  });
  it('pays a part: what is left is said, and what pays it', async () => {
    const { text } = await after([pix, wallet(18, part(12))]);
    expect(text).toContain(
      'Usando R$ 12,00 Mudar valor Pague o resto, R$ 18,00, com: Forma de pagamento Pix',
    );
    expect(text).toContain('Total R$ 30,00 Saldo usado − R$ 12,00 Falta pagar R$ 18,00');
    expect(text).toContain('Falta pagar R$ 18,00 Continuar');
  });
  it('pays all of it: nothing else is to be chosen', async () => {
    const { text, html } = await after([wallet(0, part(12))]);
    expect(text).toContain('O seu saldo paga tudo: não falta escolher mais nada.');
    expect(html.match(/type="radio"/g)).toHaveLength(1);
    expect(text).not.toContain('Escolha como pagar');
  });
  it('that has less by now says how much, and from what it was lowered', async () => {
    const { text } = await after([pix, wallet(25.2, part(4.8, 12))]);
    expect(text).toContain('Agora dá para usar R$ 4,80 de Dinheiro de volta, e não R$ 12,00.');
    expect(text).toContain('Usando R$ 4,80');
  });
  it('that has nothing left says so, and can still be let go', async () => {
    const { text, html } = await after([pix, { ...wallet(30, part(0, 12)), wallets: [] }]);
    expect(text).toContain('Dinheiro de volta não paga mais nada desta compra. Eram R$ 12,00.');
    expect(html).toMatch(/type="checkbox"(?![^>]*disabled)[^>]*checked/);
    expect(text).not.toContain('Usando');
  });
  it('leaves a rest that nothing pays: says what to do, and goes no further', async () => {
    const { text } = await after([wallet(1, part(12))]);
    expect(text).toContain('Nada aqui paga só o que falta. Use outro valor da carteira.');
  });
});

describe('several wallets at the payment', () => {
  const points = walletUuid(2);
  const both = (left: number, paid: WalletPart[], max = 12.8): PaymentMethod => ({
    ...wallet(left),
    wallets: [
      {
        uuid,
        name: 'Dinheiro de volta',
        kind: 'CASHBACK',
        max: 12,
        expiresAt: new Date(NOW + 5 * DAY).toISOString(),
      },
      { uuid: points, name: 'Pontos', kind: 'POINTS', max },
    ],
    ...(paid.length ? { parts: paid } : {}),
  });
  const ofPoints = { uuid: points, name: 'Pontos', asked: 3, amount: 3, points: 150 };
  const afterBoth = (answer: PaymentMethod[]) => {
    let asked = 0;
    return stepAt(
      'checkout.payment',
      'delivered',
      [
        ['checkout', { type: 'wallet.chosen', uuid, amount: 12 }],
        ['checkout', { type: 'wallet.chosen', uuid: points, amount: 3 }],
      ],
      { paymentMethods: () => ((asked += 1) === 1 ? [pix, both(30, [])] : answer) },
    );
  };
  it('are offered each with what it can pay and until when', async () => {
    const { text } = await stepAt('checkout.payment', 'delivered', [], {
      paymentMethods: () => [pix, both(30, [])],
    });
    expect(text).toContain(
      'Usar saldo da carteira Dá para juntar mais de um saldo. Dinheiro de volta até R$ 12,00 · vence em 5 dias Pontos até R$ 12,80',
    );
  });
  it('pay together: each says what it pays, and so do the sums', async () => {
    const { text } = await afterBoth([pix, both(15, [part(12), ofPoints])]);
    expect(text).toContain('Usando R$ 12,00 Mudar valor');
    expect(text).toContain('Usando R$ 3,00 (150 pontos) Mudar valor Pague o resto, R$ 15,00, com:');
    expect(text).toContain(
      'Total R$ 30,00 Dinheiro de volta − R$ 12,00 Pontos (150 pontos) − R$ 3,00 Falta pagar R$ 15,00',
    );
  });
  it('that the others leave nothing to pay are off, and say why', async () => {
    const { text, html } = await after([both(0, [part(12)], 0)]);
    expect(text).toContain('Pontos Os outros saldos já pagam o que este poderia pagar.');
    expect(html.match(/type="checkbox"[^>]*disabled/g)).toHaveLength(1);
  });
  it('that shrank are each said to have', async () => {
    const { text } = await afterBoth([pix, both(23, [part(4, 12), { ...ofPoints, amount: 1, points: 50 }])]);
    expect(text).toContain('Agora dá para usar R$ 4,00 de Dinheiro de volta, e não R$ 12,00.');
    expect(text).toContain('Agora dá para usar R$ 1,00 de Pontos, e não R$ 3,00.');
  });
});

describe('a wallet at the last look', () => {
  const look = (...paid: WalletPart[]) =>
    stepAt('checkout.confirmation', 'pix', [], {
      lock: () => ({ lock: { ...lock, wallets: paid }, at: NOW }),
    });
  it('stands among the sums, as the reservation says', async () => {
    const { text } = await look(part(12));
    expect(text).toContain('Pix e saldo da carteira');
    expect(text).toContain('Total R$ 49,90 Saldo usado − R$ 12,00 Falta pagar R$ 37,90');
    expect(text).not.toContain('e não R$');
  });
  it('stands there beside others by its name', async () => {
    const other = { uuid: walletUuid(2), name: 'Pontos', asked: 3, amount: 3, points: 150 };
    const { text } = await look(part(12), other, { ...part(1), uuid: walletUuid(3) });
    expect(text).toContain(
      'Total R$ 49,90 Dinheiro de volta − R$ 12,00 Pontos (150 pontos) − R$ 3,00 Dinheiro de volta 2 − R$ 1,00 Falta pagar R$ 33,90',
    );
  });
  it('is said to have shrunk since it was chosen', async () => {
    expect((await look(part(4.8, 12))).text).toContain(
      'Agora dá para usar R$ 4,80 de Dinheiro de volta, e não R$ 12,00.',
    );
  });
});
