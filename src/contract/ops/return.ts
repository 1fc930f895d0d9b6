import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { ReturnAsked } from '#contract/order/order.ts';
import { Reais } from '#contract/reais.ts';
import { Instant, Uuid } from '#contract/scalars.ts';
import { OpsCharge } from './charge.ts';

const { kind, reason } = ReturnAsked.entries;
/** What a buyer asks for who gives goods back, as whoever decides about it sees it; of other hubs nothing is told. */
export const OpsReturn = v.object({
  kind,
  /** the buyer's own words */ reason,
  wish: v.picklist(['REFUND', 'EXCHANGE']),
  at: Instant,
  /** the lines that are to go back, with what was paid for them */
  items: v.array(v.object({ childId: Uuid, name: v.string(), quantity: v.number(), amount: Reais })),
  /** what the goods are worth */ amount: Reais,
  /** the delivery is part of `amount`: everything goes back at once */ withShipping: v.boolean(),
  /** the goods that are wanted instead; without a name when the shop has them no more */
  wanted: v.array(v.object({ id: Uuid, name: v.optional(v.string()), quantity: v.number() })),
  /**
   * Where the money goes once the goods are received, while that is not decided; none of it for an exchange, which
   * becomes the buyer's credit.
   */
  back: v.optional(v.array(v.object({ type: OpsCharge.entries.type, amount: Reais }))),
  /** names of the pictures that came with it */ photos: v.array(Uuid),
});
export type OpsReturn = v.InferOutput<typeof OpsReturn>;

export const readOpsReturnPhoto = endpoint({
  name: 'readOpsReturnPhoto',
  method: 'GET',
  path: '/api/ops/orders/{id}/photos/{photoId}',
  audience: 'staff',
  action: 'orders.read',
  params: v.object({ id: Uuid, photoId: Uuid }),
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: 'A picture that came with the return of an order, as a JPEG, PNG or WebP.',
  source: 'screen Trade; D52; operator study, §2',
});
