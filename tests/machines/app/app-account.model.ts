import type { appMachine } from '#machines/app/app.machine.ts';
import type { AppContext } from '#machines/app/context.ts';
import { ask } from '#machines/navigation/place.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, account, client, newcomer } from '../samples.ts';
import { campaigns, heard } from './app.heard.ts';

const input = (intranet: boolean) => ({
  tenant: { client: 'feira', intranet, guestOrders: false },
  now: NOW,
  hint: true,
  cart: {},
});

const sightOf = (given: unknown) => {
  const {
    session,
    ended,
    intranet,
    asked,
    account: own,
    cart,
    campaigns: known,
    returnTo,
  } = given as AppContext;
  return [
    session,
    ended,
    asked.type,
    own !== null,
    returnTo?.screen,
    cart.isKnown,
    intranet && known.isKnown && known.count > 0,
  ];
};

/** The screens of what an account holds, for its owner, for who has yet to make one and for everybody else. */
export const accountModel: Model<typeof appMachine> = {
  inputs: [input(false), input(true)],
  events: [
    ask('app.home', {}),
    ask('app.profile', {}),
    ask('app.editProfile', {}),
    ask('app.updateVerification', { channel: 'phone' }),
    ask('app.updateActivation', { channel: 'phone' }),
    { type: 'session.opened', by: 'restore', ...client },
    { type: 'session.opened', by: 'restore', ...newcomer },
    { type: 'session.delayed' },
    { type: 'session.closed', by: 'restore' },
    { type: 'session.closed', by: 'lost' },
    campaigns(0),
    campaigns(5),
    heard('cart', { context: { uuid: null, lines: [], leadId: null, draft: {} }, hasTag: () => true }),
  ],
  outcomes: { login: [{ ok: client }] },
  reduceContext: sightOf,
};
/** Who makes an account and wanted nothing else is asked about their taste (D11). */
export const newcomerModel: Model<typeof appMachine> = {
  inputs: [input(false)],
  events: [
    ask('app.home', {}),
    ask('signup.account', {}),
    { type: 'session.opened', by: 'restore', ...newcomer },
  ],
  outcomes: {
    signup: [{ ok: { outcome: 'created', account: { ...account, lacksLikings: true } } }],
  },
  reduceContext: sightOf,
};
/** Nobody but its owner looks at an account. */
export const judgeAccount: Oracle = (snapshot) => {
  const { session, account } = snapshot.context as AppContext;
  if (
    ['profile', 'editProfile', 'updateVerification', 'updateActivation'].some((one) =>
      snapshot.matches(one as never),
    )
  )
    expectThat(
      session === 'waiting' || (session === 'client' && account !== null),
      'what is of an account is its owner’s',
    );
};
