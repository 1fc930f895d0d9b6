import { describe, expect, it } from 'vitest';
import type { Movement } from '#contract/payment/wallet.ts';
import { movementsWanted, statementCsv, unitsMoved } from '#domain/money/statement-file.ts';

const movement = (at: string, more: Partial<Movement>): Movement => ({
  id: at,
  at,
  type: 'IN',
  amount: 1,
  text: 'Crédito',
  ...more,
});
const statement = [
  movement('2026-11-23T02:30:00.000Z', { type: 'OUT', amount: 1234.5, text: 'Compra', orderCode: 'A1' }),
  movement('2026-10-24T02:30:00.000Z', { amount: 0.07, text: 'Presente "de casa"; novo' }),
  movement('2026-10-24T02:29:59.000Z', { text: '=1+1' }),
];
const NOW = Date.parse('2026-11-23T02:30:00.000Z');

describe('the file of a statement', () => {
  it('is a table that spreadsheets of Brazil read, on the days of the shop, and runs nothing', () => {
    expect(statementCsv(statement, { unit: 'BRL' }).split('\r\n')).toEqual([
      '\u{feff}Data;Hora;Descrição;Pedido;Valor (R$)',
      '22/11/2026;23:30;"Compra";A1;-1234,50',
      '23/10/2026;23:30;"Presente ""de casa""; novo";;0,07',
      `23/10/2026;23:29;"'=1+1";;1,00`,
      '',
    ]);
    expect(
      statementCsv([movement('2026-11-23T12:00:00.000Z', { amount: 640 })], { unit: 'PTS' }).split('\r\n'),
    ).toEqual(['\u{feff}Data;Hora;Descrição;Pedido;Pontos', '23/11/2026;09:00;"Crédito";;640', '']);
  });
  it('holds what is wanted: one direction, so many days back', () => {
    const wanted = (filter: Parameters<typeof movementsWanted>[1]) =>
      movementsWanted(statement, filter, NOW).map(({ text }) => text);
    expect(wanted({})).toHaveLength(3);
    expect(wanted({ type: 'OUT' })).toEqual(['Compra']);
    expect(wanted({ days: 30 })).toEqual(['Compra', 'Presente "de casa"; novo']);
    expect(wanted({ type: 'IN', days: 29 })).toEqual([]);
    expect([
      unitsMoved(statement, 'IN', { unit: 'BRL' }),
      unitsMoved(statement, 'OUT', { unit: 'BRL' }),
    ]).toEqual([107, 123_450]);
  });
});
