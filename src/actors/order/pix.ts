import type { Client } from '#api/client.ts';
import { orderByCode, sendOrderEvent } from '#contract/order/order-calls.ts';
import { type PixCharge, pixCode } from '#contract/payment/payment.ts';
import { fromPromise } from 'xstate';

interface Seen {
  charge: PixCharge;
  /** epoch ms */
  at: number;
}

/** Ports of the Pix chart. @param now the server's clock, epoch ms */
export const pixActors = (api: Client, now: () => number) => {
  const load = async (orderCode: string, signal: AbortSignal): Promise<Seen> => ({
    charge: await api.call(pixCode, { query: { id: orderCode }, signal }),
    at: now(),
  });
  return {
    loadPix: fromPromise<Seen, { orderCode: string }>(({ input, signal }) => load(input.orderCode, signal)),
    /** A new code after the old one expired (D57). */
    renewPix: fromPromise<Seen, { orderCode: string }>(async ({ input: { orderCode }, signal }) => {
      const { id } = await api.call(orderByCode, { params: { code: orderCode }, signal });
      await api.call(sendOrderEvent, { params: { id }, body: { type: 'payment.requested' }, signal });
      return load(orderCode, signal);
    }),
  };
};
