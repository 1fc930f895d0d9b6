import { sessionMachine } from '#machines/session/session.machine.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Model, Oracle } from '#tests/support/walk.ts';
import { NOW, account, bug, client, fault, newcomer, refusedAs, tokens, user } from '../samples.ts';

export const machine = sessionMachine;
const renewal = { tokens: tokens('b', { timestamp: NOW + 5 }), signupGrant: null };
export const model: Model<typeof sessionMachine> = {
  inputs: [
    { hint: true, now: NOW },
    { hint: false, now: NOW },
  ],
  events: [
    { type: 'signin.completed', ...client },
    { type: 'signin.completed', ...newcomer, by: 'beside' },
    { type: 'signin.completed', tokens: tokens('c'), signupGrant: 'g' },
    { type: 'signin.elsewhere' },
    { type: 'account.changed', account },
    { type: 'signout.requested' },
    { type: 'session.closed.elsewhere' },
    { type: 'load.retried' },
    { type: 'token.renewed', ...renewal },
    { type: 'token.renewed', ...renewal, signupGrant: 'newer' },
    { type: 'token.rejected' },
    { type: 'response.received', now: NOW + 7 },
    { type: 'restored', now: NOW + 9 },
    { type: 'network.lost' },
    { type: 'network.restored' },
  ],
  outcomes: {
    restoreSession: [{ ok: client }, { ok: newcomer }, { ok: null }, fault, bug, refusedAs('TOKEN_REVOKED')],
    loadAccount: [{ ok: { user, account } }, { ok: { user, account: null } }, fault, bug],
    signOut: [{ ok: undefined }, fault],
    token: [{ ok: undefined }],
  },
  reduceContext: ({
    tokens: held,
    user: who,
    account: what,
    hint,
    online,
    openedBy,
    failures,
    leaving,
    signupGrant,
  }) => [
    held?.accessToken,
    who?.id,
    what?.id,
    hint,
    online,
    openedBy,
    Math.min(1, failures),
    leaving?.accessToken,
    signupGrant,
  ],
};

const asked = 'xstate.done.actor.restoreSession';
/**
 * A client always has a token and a visitor nothing; a fault signs nobody out; whoever comes or goes is told
 * of once.
 */
export const oracle: Oracle = (snapshot, { steps, calls, told, before }) => {
  const { context } = snapshot;
  const event = steps.at(-1);
  const tabs = told.filter(({ action }) => action.startsWith('notifyTabs'));
  const tellings = told.map(({ action }) => action).filter((action) => !action.startsWith('notifyTabs'));
  const tabsHear = (action: string) =>
    expectThat(
      tabs.at(-1)?.action === action && tabs.at(-1)?.event === event,
      'storage and other tabs hear of it',
    );
  const isIn = snapshot.matches('client');
  expectThat(isIn === (context.tokens !== null), 'a client has a token, nobody else has');
  if (!isIn)
    expectThat(
      context.user === null && context.account === null && context.signupGrant === null,
      'nothing of a person stays without them',
    );
  expectThat(
    snapshot.hasTag('offline') ===
      (snapshot.matches('waiting') || snapshot.matches({ client: 'accountOffline' })),
    'offline is what it says',
  );
  expectThat(
    snapshot.hasTag('failed') === snapshot.matches({ client: 'accountFailed' }),
    'failed is what it says',
  );
  expectThat(
    snapshot.hasTag('busy') ===
      (snapshot.matches('restoring') ||
        snapshot.matches('signingOut') ||
        snapshot.matches({ client: 'loadingAccount' })),
    'busy is what it says',
  );
  if (snapshot.matches({ client: 'ready' })) expectThat(context.account !== null, 'ready has an account');
  if (snapshot.matches({ client: 'accountMissing' }))
    expectThat(context.user !== null && context.account === null, 'missing has none');
  if (snapshot.matches('visitor'))
    expectThat(context.leaving === null && !context.hint, 'nothing is left of who was here');
  if (snapshot.matches('signingOut'))
    expectThat(
      calls.at(-1)?.port === 'signOut' && tellings.includes('notifyClosed'),
      'the person is out before the server knows',
    );
  if (snapshot.matches('restoring')) expectThat(calls.at(-1)?.port === 'restoreSession', 'asks who is here');
  if (!event) {
    expectThat(
      snapshot.matches('restoring') === context.hint,
      'without a remembered sign-in nobody is asked',
    );
    if (!context.hint) expectThat(tellings.join() === 'notifyClosed', 'the app hears that nobody is here');
    return;
  }
  const error = event['error'] as { code?: string } | undefined;
  if (error && event.type.endsWith('restoreSession')) {
    expectThat(
      snapshot.matches(error.code === 'TOKEN_REVOKED' ? 'visitor' : 'waiting'),
      'a fault signs nobody out',
    );
    expectThat(
      tellings.at(-1) === (error.code === 'TOKEN_REVOKED' ? 'notifyClosed' : 'notifyDelayed'),
      'the app hears what came of it',
    );
  }
  if (event.type === asked)
    expectThat(
      isIn === (event['output'] !== null) && tellings.at(-1) === (isIn ? 'notifyOpened' : 'notifyClosed'),
      'who is found is here',
    );
  if (event.type === asked && isIn)
    expectThat(
      context.tokens.accessToken === 'a' &&
        context.user?.id === user.id &&
        context.failures === 0 &&
        context.now === NOW,
      'as they were found',
    );
  if (event.type === 'signin.completed' || (event.type === asked && isIn)) tabsHear('notifyTabsOpened');
  if ((event.type === asked && !isIn) || error?.code === 'TOKEN_REVOKED') tabsHear('notifyTabsClosed');
  if (
    event.type === 'xstate.done.actor.token' ||
    (event.type === 'signout.requested' && snapshot.matches('signingOut') && !before?.matches('signingOut'))
  )
    tabsHear('notifyTabsClosed');
  if (event.type === 'token.renewed' && isIn) tabsHear('notifyTabsRenewal');
  if (event.type === 'signin.completed') {
    expectThat(
      isIn &&
        tellings.at(-1) === 'notifyOpened' &&
        context.openedBy === (event['by'] ?? 'signin') &&
        context.tokens.accessToken === (event['tokens'] as { accessToken: string }).accessToken,
      'whoever signs in is here',
    );
    expectThat(
      context.signupGrant === (event['signupGrant'] ?? null) &&
        snapshot.matches({
          client: event['user'] ? (event['account'] ? 'ready' : 'accountMissing') : 'loadingAccount',
        }),
      'with what is known of them',
    );
  }
  if (event.type === 'xstate.done.actor.loadAccount')
    expectThat(
      tellings.at(-1) === 'notifyAccount' &&
        snapshot.matches({
          client: (event['output'] as { account: unknown }).account ? 'ready' : 'accountMissing',
        }),
      'the account is told of',
    );
  if (error && event.type.endsWith('loadAccount'))
    expectThat(
      isIn && snapshot.hasTag(event['error'] instanceof TypeError ? 'failed' : 'offline'),
      'an account that cannot be read keeps the session',
    );
  if (event.type === 'account.changed' && before?.matches('client'))
    expectThat(
      snapshot.matches({ client: context.user ? 'ready' : 'loadingAccount' }) &&
        context.account !== null &&
        context.signupGrant === null &&
        tellings.at(-1) === 'notifyAccount',
      'the grant is spent with the account',
    );
  if (event.type === 'token.renewed' && isIn)
    expectThat(
      context.tokens.accessToken === 'b' &&
        context.now === NOW + 5 &&
        context.signupGrant === (event['signupGrant'] ?? before?.context['signupGrant']),
      'the newest token is used',
    );
  if (event.type === 'token.renewed' && isIn && event['signupGrant'])
    expectThat(
      told.some(({ action, event: by }) => action === 'notifyAccount' && by === event),
      'a newer grant reaches the app',
    );
  const over =
    ['xstate.done.actor.token', 'session.closed.elsewhere'].includes(event.type) &&
    before &&
    !before.matches('visitor') &&
    !before.matches('signingOut');
  if (over)
    expectThat(snapshot.matches('visitor') && tellings.at(-1) === 'notifyClosed', 'the end is the end');
  if (
    event.type === 'signout.requested' &&
    before &&
    !before.matches('visitor') &&
    !before.matches('signingOut')
  )
    expectThat(
      snapshot.matches('signingOut') &&
        JSON.stringify(calls.at(-1)?.input) === JSON.stringify({ tokens: before.context['tokens'] }),
      'the server is told which session',
    );
  if (before?.matches('signingOut') && event.type.startsWith('xstate.'))
    expectThat(snapshot.matches('visitor'), 'signing out ends, answered or not');
  if (
    before?.matches('client') &&
    ['token.rejected', 'response.received', 'restored', 'network.lost', 'network.restored'].includes(
      event.type,
    )
  )
    expectThat(tellings.at(-1) === 'notifyToken', 'the token hears of it');
  if (event.type === 'signin.elsewhere' && before?.matches('visitor'))
    expectThat(snapshot.matches('restoring') && context.openedBy === 'elsewhere', 'another tab signed in');
  if (
    before?.matches('waiting') &&
    (['load.retried', 'network.restored', 'restored'].includes(event.type) ||
      event.type.startsWith('xstate.after'))
  )
    expectThat(snapshot.matches('restoring'), 'asked again');
  if (
    before?.matches({ client: 'accountOffline' }) &&
    ['load.retried', 'network.restored'].includes(event.type)
  )
    expectThat(snapshot.matches({ client: 'loadingAccount' }), 'read again');
  if (before?.matches({ client: 'accountFailed' }) && event.type === 'load.retried')
    expectThat(snapshot.matches({ client: 'loadingAccount' }), 'read again');
  if (event.type === 'network.lost') expectThat(!context.online, 'offline is noticed');
  if (event.type === 'network.restored') expectThat(context.online, 'the network is noticed');
  if (typeof event['now'] === 'number') expectThat(context.now === event['now'], 'takes the time it is told');
};
