import type { Bucket, Movement, Wallet } from '#contract/payment/wallet.ts';
import { NOW } from './samples.ts';

const uuid = (kind: number, n: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`;
export const walletUuid = (n: number): string => uuid(71, n);
const DAY = 86_400_000;

/** A part of a balance; `days` until it is over, none = never. */
export const bucket = (n: number, amount: number, days?: number): Bucket => ({
  id: uuid(72, n),
  label: `Lote ${n}`,
  amount,
  ...(days === undefined ? {} : { expiresAt: new Date(NOW + days * DAY).toISOString() }),
});
export const movement = (n: number, more: Partial<Movement> = {}): Movement => ({
  id: uuid(73, n),
  at: new Date(NOW - n * DAY).toISOString(),
  type: 'IN',
  amount: n,
  text: `Movimento ${n}`,
  ...more,
});
export const walletOf = (n: number, more: Partial<Wallet> = {}): Wallet => ({
  uuid: walletUuid(n),
  name: `Carteira ${n}`,
  kind: 'CREDIT',
  unit: 'BRL',
  balance: [bucket(n, 10 * n)],
  ...more,
});
