import type { Client } from '#api/client.ts';
import { getQuote } from '#contract/cart.ts';
import type { FreightRequest, ToldQuote } from '#machines/address/freight.machine.ts';
import { fromPromise } from 'xstate';
import { postalCodeActors } from './postal-code.ts';
import { settledCart } from '../settled-cart.ts';

/** Ports of the freight's chart. @param now the server's clock, epoch ms @param system that has the cart */
export const freightActors = (api: Client, now: () => number, system: Parameters<typeof settledCart>[0]) => ({
  ...postalCodeActors(api),
  loadQuote: fromPromise<ToldQuote, FreightRequest>(async ({ input: { id, campaign, point }, signal }) => {
    if (campaign === undefined) await settledCart(system);
    const quote = await api.call(getQuote, {
      params: { id },
      query: {
        ...(campaign === undefined ? {} : { campaign }),
        ...(point ? { latitude: String(point.latitude), longitude: String(point.longitude) } : {}),
      },
      signal,
    });
    return { quote, at: now() };
  }),
});
