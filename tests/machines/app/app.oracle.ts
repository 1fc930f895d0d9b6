import { isDeepStrictEqual } from 'node:util';
import { type AppContext, campaignOf, itemOf } from '#machines/app/context.ts';
import { type ScreenId, definition, screenIds } from '#machines/navigation/screens.ts';
import { flowIds } from '#machines/navigation/flows.ts';
import { expectThat } from '#tests/support/expect-that.ts';
import type { Oracle } from '#tests/support/walk.ts';
import { judgeAccount } from './app-account.model.ts';
import { judgeWallets } from './app-wallets.model.ts';
import { judgeGuest, mayBuy, ownsOrders } from './guest-truth.ts';
import { judgeNews } from './news-truth.ts';
import { judgeOrder } from './order-truth.ts';
import { judgeSession, privateScreens } from '../session/session-truth.ts';

const statusWords = {
  'campaign.scheduled': 'SCHEDULED',
  'campaign.blocked': 'BLOCKED',
  'campaign.expired': 'EXPIRED',
} as const;

const isForAll = (id: ScreenId) => definition(id).public || definition(id).aside === true;
const pagesOfVisitors = screenIds.filter(isForAll).map((id) => id.slice('app.'.length));
/** Open to whoever has the code of an order or comes back from a provider, inside of a company's store and out. */
const outside = [
  'orderTrackingSearch',
  'orderTrackingDetails',
  'orderVerification',
  'orderActivation',
  'ssoCallback',
];
/** The way into a company's store. */
const door = ['intranetLogin', 'intranetConfirmation', 'intranetMarketplaceAccess'];
const places = ['campaignDeliveryArea', 'pickupStore', 'map'];
/** Screens on which an item is put together. */
const choices = ['kitOptionals', 'flavor', 'flavorConfirmation'];
/**
 * Nobody is where they may not be; a wish is granted or refused with a reason; a standing state is always the
 * place that was asked for.
 */
export const oracle: Oracle = (snapshot, trail) => {
  const { steps, told, calls, before } = trail;
  const context = snapshot.context as AppContext;
  const event = steps.at(-1);
  const state = typeof snapshot.value === 'string' ? snapshot.value : (Object.keys(snapshot.value)[0] ?? '');
  const inner = typeof snapshot.value === 'string' ? '' : String(Object.values(snapshot.value)[0]);
  const { session, account: has, refusal } = context;
  const isOpen = inner !== 'locked';
  if (privateScreens.includes(state))
    expectThat(
      session === 'client' || session === 'waiting' || (state !== 'accountDashboard' && ownsOrders(context)),
      'a visitor is no client',
    );
  if (state === 'checkout' && isOpen)
    expectThat(session === 'client' || session === 'waiting' || mayBuy(context), 'it is known who buys');
  if (state === 'signup')
    expectThat(
      (session === 'client' && (has === null || before?.matches('signup') === true)) ||
        (session === 'visitor' && context.intranet),
      'only somebody without an account signs up',
    );
  if (state === 'checkout' && isOpen)
    expectThat(
      context.cart.count > 0 && (session !== 'client' || has !== null),
      'a checkout has lines and somebody to send them to',
    );
  if (context.intranet && session === 'visitor' && isOpen)
    expectThat(
      ['booting', ...door, 'address', 'signup', ...outside].includes(state),
      'an intranet store is closed to visitors',
    );
  if (
    context.intranet &&
    session === 'client' &&
    context.campaigns.isKnown &&
    context.campaigns.count === 0 &&
    isOpen
  )
    expectThat(
      ['booting', 'intranetMarketplaceAccess', 'address', 'signup', ...outside].includes(state),
      'and to clients without a campaign, who stay where a key is given, without a loop',
    );
  if (!context.intranet) expectThat(!door.includes(state), 'a public store has no intranet');
  if (session === 'restoring')
    expectThat(
      [
        'booting',
        ...pagesOfVisitors,
        ...choices,
        ...places,
        ...outside,
        ...door,
        'cart',
        'notFound',
        'login',
      ].includes(state) &&
        (!context.intranet || ['booting', ...door, ...outside].includes(state)),
      'who is here is waited for',
    );
  expectThat(
    snapshot.hasTag('booting') === (state === 'booting') &&
      snapshot.hasTag('locked') === (inner === 'locked') &&
      snapshot.hasTag('notFound') === (state === 'notFound') &&
      snapshot.hasTag('busy') === (state === 'booting' || inner === 'checking'),
    'tags are what they say',
  );
  if (!['booting', ...flowIds, 'notFound'].includes(state))
    expectThat(
      context.asked.type === `asked.app.${state}`,
      'a standing state is the place that was asked for',
    );
  for (const flow of flowIds)
    if (state === flow)
      expectThat(
        context.asked.type.startsWith(`asked.${flow}.`) && calls.some(({ port }) => port === flow),
        'a flow is entered with a wish of its own',
      );
  if (!flowIds.some((flow) => flow === state)) expectThat(context.step === null, 'no step outside of a flow');
  if (['catalog', 'category', 'product', ...choices].includes(state) && inner === 'open')
    expectThat(
      told.some(({ action }) => action === 'notifyAccessed'),
      'an entered campaign counts as accessed',
    );
  if (['campaign', 'catalog', 'category', 'product', ...choices].includes(state))
    expectThat(
      told.some(({ action }) => action === 'notifyCatalog'),
      'the catalog is asked for',
    );
  if (choices.includes(state))
    expectThat(
      campaignOf(context.asked) !== '' && itemOf(context.asked) !== '',
      'choices are of an item of a campaign',
    );
  if (refusal?.reason === 'subject.unknown')
    expectThat(
      state === 'whatNow' || refusal.asked !== null,
      'who names no item is told so, and what can be done',
    );
  if (['orderSuccess', 'orderPendingPayment', 'ordersDetails'].includes(state))
    expectThat(
      told.some(({ action }) => action === 'notifyOrders'),
      'the order is opened',
    );
  judgeOrder(snapshot, trail);
  judgeWallets(snapshot, trail);
  judgeAccount(snapshot, trail);
  const ref = campaignOf(context.asked);
  const status = context.campaigns.statuses.find(({ id, slug }) => id === ref || slug === ref)?.status;
  if (refusal && refusal.reason in statusWords && state === 'campaign')
    expectThat(
      status === statusWords[refusal.reason as keyof typeof statusWords],
      'the reason is the true one',
    );
  if (
    refusal &&
    refusal !== (before?.context as AppContext | undefined)?.refusal &&
    refusal.reason !== 'order.placing'
  )
    expectThat(
      `asked.${refusal.asked?.screen}` !== context.asked.type,
      'nobody is refused the place where they are sent',
    );
  const { who } = context.campaigns;
  const isOthers = session === 'restoring' || who === null || !isDeepStrictEqual(who, context.who);
  if (inner === 'checking')
    expectThat(
      status === undefined || (isOthers && (Object.values(statusWords) as string[]).includes(status)),
      'a door that is known for this person is not waited for',
    );
  if (
    refusal &&
    refusal.reason in statusWords &&
    refusal !== (before?.context as AppContext | undefined)?.refusal
  )
    expectThat(!isOthers, 'what others are told refuses nobody');
  if (state === 'notFound' && !before?.matches('notFound'))
    expectThat(
      ref === 'sumiu' || context.order?.standing === 'gone',
      'only what does not exist is not found',
    );
  if (!event || !before) return;
  const was = before.context as AppContext;
  const hears = (action: string) => told.some((each) => each.action === action && each.event === event);
  judgeNews(snapshot, trail);
  judgeSession(snapshot, trail);
  judgeGuest(snapshot, trail);
  if (event.type === 'lead.lost')
    expectThat(
      hears('notifyLeadClosed') === (was.cart.leadId !== null) &&
        hears('notifyLead') === hears('notifyLeadClosed'),
      'a record that the server does not know is forgotten, once',
    );
  if (event.type === 'account.found')
    expectThat(
      hears('notifyAccountMade') === (was.user !== null && was.account === null && event['account'] !== null),
      'an account that was just made has taken the visitor’s record over, and only such a one',
    );
  if (before.matches('login') && state !== 'login')
    expectThat(hears('notifyCodeOver'), 'a flow that is left takes its notice with it');
  if (event.type === 'xstate.done.actor.login' && has !== null)
    expectThat(hears('notifyHome'), 'where somebody lives is told when they come in');
  if (
    (event.type === 'asked.app.catalog' || event.type === 'asked.app.category') &&
    event.type === `asked.app.${state}` &&
    inner === 'open'
  )
    expectThat(hears('notifyCatalog'), 'every wish for a shelf reaches the catalog');
  if (event.type === 'xstate.snapshot.cart') {
    const { lines } = (event['snapshot'] as { context: { lines: unknown[] } }).context;
    expectThat(context.cart.count > 0 === lines.length > 0, 'the app knows whether the cart holds something');
  }
  for (const flow of ['Login', 'Signup', 'Address', 'Checkout']) {
    const isOwn =
      event.type.startsWith(`asked.${flow.toLowerCase()}.`) &&
      before.matches(flow.toLowerCase() as never) &&
      !before.hasTag('locked');
    if (isOwn && inner !== '' && state === flow.toLowerCase())
      expectThat(hears(`notify${flow}`), 'a living flow is asked for its own steps');
  }
  if (event.type.startsWith('asked.') && !before.hasTag('booting')) {
    const [, chart, screen] = event.type.split('.');
    const granted = chart === 'app' ? state === screen : state === chart;
    if (before.hasTag('locked'))
      expectThat(
        inner === 'locked' &&
          refusal?.reason === 'order.placing' &&
          refusal.asked?.screen === event.type.slice(6),
        'nothing leads out of an order on its way',
      );
    else if (granted) expectThat(refusal === null, 'a wish that is granted has no refusal');
    else
      expectThat(
        refusal !== null ||
          state === 'booting' ||
          state === 'notFound' ||
          ((chart === 'login' || chart === 'signup' || screen === 'unauthenticatedCartAccess') &&
            session === 'client') ||
          (door.includes(screen ?? '') && session === 'client') ||
          screen === 'unauthenticatedCartAccess',
        'a wish that is not granted says why',
      );
    // Somebody who asks to sign in, and still has to make the account, goes on from where they were.
    if (
      chart !== 'login' &&
      refusal &&
      ['session.missing', 'session.ended', 'account.missing', 'intranet.closed', 'intranet.empty'].includes(
        refusal.reason,
      )
    )
      expectThat(context.returnTo?.screen === refusal.asked?.screen, 'and comes back to it');
  }
  if (
    event.type === 'xstate.done.actor.login' ||
    (event.type === 'session.opened' && before.matches({ login: 'open' }))
  )
    expectThat(refusal?.reason !== 'session.present', 'nobody who signs in is told that they are signed in');
  if (event.type === 'checkout.locked' && before.matches({ checkout: 'open' }))
    expectThat(inner === 'locked', 'locked');
  if (event.type === 'checkout.unlocked' && before.hasTag('locked'))
    expectThat(!snapshot.hasTag('locked'), 'unlocked');
  if (event.type === 'xstate.done.actor.login')
    expectThat(
      session === 'client' &&
        (event['output'] as { account: unknown }).account === has &&
        (has !== null ? state !== 'signup' : state === 'signup' || context.intranet),
      'signed in, and to be signed up',
    );
  if (event.type === 'xstate.done.actor.signup') {
    if ((event['output'] as { outcome: string }).outcome === 'created')
      expectThat(
        has !== null &&
          context.signupGrant === null &&
          state !== 'signup' &&
          context.drafts.signup === null &&
          // An account is made by somebody who is signed in; that a visitor's sign-up ends so is the model's
          // invention.
          (session === 'visitor' || (context.returnTo === null && refusal === null)),
        'signed up, back where one wanted to go, and nothing of it left behind',
      );
    else
      expectThat(
        (state === 'intranetLogin' && refusal?.reason === 'intranet.identify') ||
          !context.intranet ||
          session === 'client',
        'who it is comes first',
      );
  }
  if (event.type === 'xstate.done.actor.pix' || event.type === 'xstate.done.actor.card') {
    const { outcome } = event['output'] as { outcome: string };
    const stays = `orderPendingPayment ${outcome === 'left' ? 'byCard' : 'checking'}`;
    expectThat(
      outcome === 'paid' ? state === 'orderSuccess' : `${state} ${inner}` === stays,
      'paid, or asked which screen there is, or another way',
    );
  }
  if (event.type === 'xstate.done.actor.address')
    expectThat(
      state === (was.origin?.screen.slice('app.'.length) ?? 'home') && context.origin === null,
      'back from the errand, where it was begun',
    );
};
