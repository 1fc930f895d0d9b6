import { describe, expect, it } from 'vitest';
import type { Movement, Wallet } from '#contract/payment/wallet.ts';
import { daysUntil, partsOf, statementDays, summaryOf, worthOf } from '#domain/money/wallet-summary.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR = 3_600_000;
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
const wallet = (balance: [amount: number, hours?: number][], more: Partial<Wallet> = {}): Wallet => ({
  uuid: '1',
  name: 'Carteira',
  kind: 'CASHBACK',
  unit: 'BRL',
  balance: balance.map(([amount, hours], index) => ({
    id: String(index),
    label: `Lote ${index}`,
    amount,
    ...(hours === undefined ? {} : { expiresAt: at(hours) }),
  })),
  ...more,
});
const points = (rate?: number) =>
  wallet([[150], [35, 48]], { kind: 'POINTS', unit: 'PTS', ...(rate === undefined ? {} : { rate }) });

describe('a wallet in a few words', () => {
  it('has what can be spent now, and says what of it is over first, all of that day together', () => {
    const { units, value, next } = summaryOf(wallet([[25], [4.8, 60], [1.2, 62], [7.2, 900], [3, -1]]), NOW);
    expect([units, value]).toEqual([3_820, 3_820]);
    expect(next).toEqual({ value: 600, units: 600, expiresAt: NOW + 60 * HOUR });
    expect(summaryOf(wallet([[25]]), NOW).next).toBeNull();
    expect(partsOf(wallet([[25], [4.8, 60]]), NOW).map(({ label }) => label)).toEqual(['Lote 1', 'Lote 0']);
  });
  it('loses a part at the moment that it is over', () => {
    const one = wallet([[5, 1]]);
    expect(summaryOf(one, NOW + HOUR - 1).value).toBe(500);
    expect(summaryOf(one, NOW + HOUR).value).toBe(0);
  });
  it('counts points by what they are worth together, and nothing where they pay nothing', () => {
    // 35 and 150 points of 1.5 centavos are worth 52 and 225, and 277 together.
    expect(summaryOf(points(0.015), NOW)).toMatchObject({
      units: 185,
      value: 277,
      next: { units: 35, value: 52 },
    });
    expect(summaryOf(points(), NOW)).toMatchObject({ units: 185, value: 0 });
    expect(worthOf([wallet([[25]]), points(0.015), points()], NOW)).toEqual({
      value: 2_777,
      next: { value: 52, units: 35, expiresAt: NOW + 48 * HOUR },
    });
  });
});

describe('a statement', () => {
  const moved = (id: string, hours: number, type: 'IN' | 'OUT', amount: number): Movement => ({
    id,
    at: at(hours),
    type,
    amount,
    text: id,
  });
  it('is told by days of the shop, each with what the wallet held at its end', () => {
    const movements = [
      moved('d', -1, 'IN', 5),
      moved('c', -2, 'OUT', 18.4),
      // Half past eleven at night in São Paulo is the next day elsewhere.
      moved('b', -9.5, 'IN', 3.5),
      moved('a', -240, 'IN', 30),
    ];
    const days = statementDays(movements, { unit: 'BRL' }, 2_010);
    expect(days.map(({ date, closing, movements: own }) => [date, closing, own.map(({ id }) => id)])).toEqual(
      [
        ['2026-11-21', 2_010, ['d', 'c']],
        ['2026-11-20', 3_350, ['b']],
        ['2026-11-11', 3_000, ['a']],
      ],
    );
  });
});

describe('days until a moment', () => {
  it('are days of the calendar, whatever the hour', () => {
    expect([1, 14, 15, 40].map((hours) => daysUntil(NOW + hours * HOUR, NOW))).toEqual([0, 0, 1, 2]);
    expect(daysUntil(NOW - 13 * HOUR, NOW)).toBe(-1);
  });
});
