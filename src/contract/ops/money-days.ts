import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Reais } from '#contract/reais.ts';
import { Instant, QueryNumber, Uuid } from '#contract/scalars.ts';

/** How money comes and goes: to the shop's key, by a provider, from a wallet, or without an owner. */
export const MoneyWay = v.picklist(['PIX_KEY', 'PIX', 'CREDIT_CARD', 'WALLET', 'STRAY']);
export type MoneyWay = v.InferOutput<typeof MoneyWay>;
const sums = { in: Reais, out: Reais };

/** What came and went, by day and way, and what does not add up yet. */
export const MoneyDays = v.object({
  /** the newest first; days without money are left out */ days: v.array(
    v.object({
      /** `YYYY-MM-DD`, of São Paulo */ date: v.string(),
      ...sums,
      rows: v.array(v.object({ way: MoneyWay, ...sums })),
    }),
  ),
  differs: v.array(
    v.object({
      /**
       * `stray`: it is at the bank and no order's; `refund`: it is owed back and still here; `record`: a charge and its
       * own movements say different sums
       */
      kind: v.picklist(['stray', 'refund', 'record']),
      amount: Reais,
      at: Instant,
      orderId: v.optional(Uuid),
      orderCode: v.optional(v.string()),
      transfer: v.optional(v.string()),
    }),
  ),
});
export type MoneyDays = v.InferOutput<typeof MoneyDays>;
export const readMoneyDays = endpoint({
  name: 'readMoneyDays',
  method: 'GET',
  path: '/api/ops/money/days',
  audience: 'staff',
  action: 'money.read',
  query: v.object({
    days: v.optional(v.pipe(QueryNumber, v.integer(), v.minValue(1), v.maxValue(31)), '7'),
  }),
  response: MoneyDays,
  status: 200,
  problems: ['MALFORMED', 'ROLE'],
  summary:
    'What came and went in the last days, by the day it was recorded and by way, and each sum that differs; for whoever works at all hubs.',
  source: 'operator study, §5',
});
