import type { EventFrom } from 'xstate';
import type { appMachine } from '#machines/app/app.machine.ts';
import type { AppContext } from '#machines/app/context.ts';
import { ask, param } from '#machines/navigation/place.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, client } from '../samples.ts';
import { walletUuid } from '../wallet-samples.ts';

/** What another chart says, as far as the app looks at it. */
const heard = (id: string, snapshot: object) =>
  ({ type: `xstate.snapshot.${id}`, snapshot }) as unknown as EventFrom<typeof appMachine>;
const campaigns = (count: number) =>
  heard('campaigns', {
    context: { isKnown: true, who: { kind: 'visitor' }, campaigns: Array(count), met: [], statuses: [] },
    hasTag: () => false,
  });
const input = (intranet: boolean) => ({
  tenant: { client: 'feira', intranet, guestOrders: false },
  now: NOW,
  hint: true,
  cart: {},
});

/**
 * The screens of wallets: their owner's, and none of a wallet that is not theirs; and those that name no
 * order in their path.
 */
export const walletModel: Model<typeof appMachine> = {
  inputs: [input(false), input(true)],
  events: [
    ask('app.home', {}),
    ask('app.wallets', {}),
    ask('app.walletDetails', { walletUuid: walletUuid(1) }),
    ask('app.walletDetails', { walletUuid: walletUuid(2) }),
    ask('app.clickAndCollect', {}, {}),
    ask('app.trade', {}, {}),
    { type: 'session.opened', by: 'restore', ...client },
    { type: 'session.delayed' },
    { type: 'session.closed', by: 'restore' },
    { type: 'session.closed', by: 'lost' },
    campaigns(0),
    campaigns(5),
    heard('cart', { context: { uuid: null, lines: [], leadId: null, draft: {} }, hasTag: () => true }),
  ],
  outcomes: { login: [{ ok: client }] },
  reduceContext: (given) => {
    const { session, ended, intranet, asked, cart, campaigns: known } = given as AppContext;
    return [
      session,
      ended,
      asked.type,
      param(asked, 'walletUuid'),
      cart.isKnown,
      intranet && known.isKnown && known.count > 0,
    ];
  },
};
/** Whoever looks at wallets has them asked for. */
export const judgeWallets: Oracle = (snapshot, { told }) => {
  if (snapshot.matches('wallets') || snapshot.matches('walletDetails'))
    expectThat(
      told.some(({ action }) => action === 'notifyWallets'),
      'the wallets are asked for',
    );
};
