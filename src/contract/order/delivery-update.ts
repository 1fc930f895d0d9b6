import * as v from 'valibot';
import { NeededText, Text } from '../scalars.ts';

const BAD_ADDRESS = 'Cole o endereço inteiro, que começa com https://.';
/** What a shop may add to a move of an order: where the goods are, how to follow them, their invoice. */
export const DeliveryUpdate = v.object({
  trackingCode: v.optional(NeededText(60)),
  /** where the goods are */ place: v.optional(NeededText(80)),
  /** the invoice (NF-e), as a web address */ invoiceUrl: v.optional(
    v.pipe(Text(500), v.url(BAD_ADDRESS), v.startsWith('https://', BAD_ADDRESS)),
  ),
});
export type DeliveryUpdate = v.InferOutput<typeof DeliveryUpdate>;
