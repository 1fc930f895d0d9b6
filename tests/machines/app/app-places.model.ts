import type { appMachine } from '#machines/app/app.machine.ts';
import type { AppContext } from '#machines/app/context.ts';
import { ask, searched } from '#machines/navigation/place.ts';
import type { Model } from '#tests/support/walk.ts';
import { NOW, client } from '../samples.ts';
import { campaigns, heard, missing } from './app.heard.ts';

const input = (intranet: boolean) => ({
  tenant: { client: 'feira', intranet, guestOrders: false },
  now: NOW,
  hint: true,
  cart: {},
});

/**
 * The screens of where things are brought and fetched, of a campaign that is there, of one that is not, and of
 * none.
 */
export const placeModel: Model<typeof appMachine> = {
  inputs: [input(false), input(true)],
  events: [
    ask('app.home', {}),
    ...['campanha-1', 'sumiu'].flatMap((campaign) => [
      ask('app.campaignDeliveryArea', {}, { campaign }),
      ask('app.pickupStore', {}, { campaign }),
    ]),
    ask('app.pickupStore', {}, {}),
    ask('app.map', {}),
    { type: 'session.opened', by: 'restore', ...client },
    { type: 'session.delayed' },
    { type: 'session.closed', by: 'restore' },
    missing('sumiu'),
    missing(null),
    { type: 'session.closed', by: 'lost' },
    campaigns(0),
    campaigns(5),
    // A store that everybody was let into turns out to be a company's.
    { type: 'marketplace.loaded', intranet: true, messages: {} },
    heard('cart', { context: { uuid: null, lines: [], leadId: null, draft: {} }, hasTag: () => true }),
  ],
  outcomes: { login: [{ ok: client }] },
  reduceContext: (given) => {
    const { session, intranet, asked, cart, missing: gone, campaigns: known } = given as AppContext;
    return [
      session,
      intranet,
      asked.type,
      searched(asked, 'campaign'),
      gone,
      cart.isKnown,
      intranet && known.isKnown && known.count > 0,
    ];
  },
};
