import type { Movement, Wallet } from '#contract/payment/wallet.ts';
import { wallTime } from '#domain/place/zone.ts';
import { signedUnits } from './wallet-summary.ts';

/** Which movements of a statement are wanted; `days` back from now, by the hour. */
export interface MovementFilter {
  type?: Movement['type'] | undefined;
  days?: number | undefined;
}
const DAY = 86_400_000;
/** Movements that are wanted, in their order. @param now epoch ms */
export const movementsWanted = (
  movements: readonly Movement[],
  { type, days }: MovementFilter,
  now: number,
): Movement[] =>
  movements.filter(
    (one) =>
      (type === undefined || one.type === type) &&
      (days === undefined || Date.parse(one.at) >= now - days * DAY),
  );

/** What movements of one direction come to, in whole units. */
export const unitsMoved = (
  movements: readonly Movement[],
  type: Movement['type'],
  wallet: Pick<Wallet, 'unit'>,
): number =>
  movements
    .filter((one) => one.type === type)
    .reduce((all, one) => all + Math.abs(signedUnits(one, wallet)), 0);

const two = (number: number) => String(number).padStart(2, '0');
/** A number of a table as spreadsheets of Brazil read it: `-8,50`, and whole points. */
const amountText = (units: number, { unit }: Pick<Wallet, 'unit'>): string =>
  unit === 'PTS'
    ? String(units)
    : `${units < 0 ? '-' : ''}${Math.floor(Math.abs(units) / 100)},${two(Math.abs(units) % 100)}`;
/** A text of a table; one that a spreadsheet would take for a formula stays a text (OWASP, CSV injection). */
const cell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * A statement as a table for spreadsheets: semicolons, decimal commas, days of the shop; RFC 4180 lines behind a
 * byte order mark, without which they read accents wrong.
 */
export function statementCsv(movements: readonly Movement[], wallet: Pick<Wallet, 'unit'>): string {
  const head = ['Data', 'Hora', 'Descrição', 'Pedido', wallet.unit === 'PTS' ? 'Pontos' : 'Valor (R$)'];
  const rows = movements.map((one) => {
    const { date, hour, minute } = wallTime(Date.parse(one.at));
    return [
      date.split('-').toReversed().join('/'),
      `${two(hour)}:${two(minute)}`,
      cell(one.text),
      one.orderCode ?? '',
      amountText(signedUnits(one, wallet), wallet),
    ].join(';');
  });
  return `\u{feff}${[head.join(';'), ...rows].join('\r\n')}\r\n`;
}
