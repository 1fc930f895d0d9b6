import { assign, emit, sendTo, setup } from 'xstate';
import type { Account, User } from '#contract/people/account.ts';
import { toParent } from '#machines/notify.ts';
import { backOffAfter, isFault, isSignedOut, port } from '#machines/port.ts';
import { slot } from '#machines/slot.ts';
import type { Renewal, SessionTokens, tokenMachine } from './token.machine.ts';

/** Somebody who is signed in. `account` is null while the sign-up is not finished. */
export interface SignedIn {
  tokens: SessionTokens;
  user: User;
  account: Account | null;
  signupGrant: string | null;
}
/** What a sign-in tells: without a user the session loads it, and the account, by itself. */
export interface SignIn {
  tokens: SessionTokens;
  user?: User | null;
  account?: Account | null;
  signupGrant?: string | null;
}
export type OpenedBy = 'restore' | 'signin' | 'beside' | 'elsewhere';
/** `restore`: nobody was signed in. `lost`: the server ended it. `elsewhere`: another tab signed out. */
export type ClosedBy = 'restore' | 'signout' | 'lost' | 'elsewhere';

export type TokenNotification =
  | { type: 'token.rejected'; accessToken?: string }
  | { type: 'response.received'; now: number }
  | { type: 'restored'; now: number }
  | { type: 'network.lost' }
  | { type: 'network.restored' };
/**
 * Somebody was signed in: by the flow, or `beside` it by a chart of a screen alone (another account, a link).
 */
export type SignInCompleted = { type: 'signin.completed'; by?: 'beside' } & SignIn;
/** The account was made, or written, by a flow; with its user where what they sign in with changed. */
export type AccountChanged = { type: 'account.changed'; account: Account; user?: User | null };
export type SessionEvent =
  | SignInCompleted
  | { type: 'signin.elsewhere' }
  | AccountChanged
  | { type: 'signout.requested' }
  | { type: 'session.closed.elsewhere' }
  | { type: 'load.retried' }
  | ({ type: 'token.renewed' } & Renewal)
  | TokenNotification;
/** What it tells the app. */
export type SessionNotification =
  | ({ type: 'session.opened'; by: OpenedBy } & Person)
  | { type: 'session.closed'; by: ClosedBy }
  | { type: 'session.delayed' }
  | ({ type: 'account.found' } & Person);
/** Who is signed in, as far as it is known. */
export interface Person {
  user: User | null;
  account: Account | null;
  signupGrant: string | null;
}
export type SessionEmitted =
  | ({ type: 'token.renewed' } & Renewal)
  | {
      type: 'session.opened';
      by: OpenedBy;
      tokens: SessionTokens | null;
      user: User | null;
      account: Account | null;
    }
  | { type: 'session.closed'; by: ClosedBy };

export interface SessionContext {
  hint: boolean;
  now: number;
  online: boolean;
  failures: number;
  tokens: SessionTokens | null;
  user: User | null;
  account: Account | null;
  signupGrant: string | null;
  openedBy: OpenedBy;
  /** kept only while the server is told that they are no longer wanted */
  leaving: SessionTokens | null;
}

const LONGEST_BACK_OFF = 60_000;
export const nobody = { tokens: null, user: null, account: null, signupGrant: null };

/** The parts of the session chart by name; the chart itself is in session.machine.ts. */
export const sessionSetup = setup({
  types: {
    input: {} as {
      hint: boolean;
      now: number;
      online?: boolean;
      /** of the page: shown until the shop has been asked who is here */
      account?: Account | null;
    },
    context: {} as SessionContext,
    events: {} as SessionEvent,
    emitted: {} as SessionEmitted,
    tags: {} as 'busy' | 'offline' | 'failed',
    children: {} as { token: 'token' },
  },
  actors: {
    restoreSession: port<SignedIn | null>('restoreSession'),
    loadAccount: port<{ user: User; account: Account | null }, { tokens: SessionTokens }>('loadAccount'),
    signOut: port<void, { tokens: SessionTokens | null }>('signOut'),
    // Comes with the first sign-in: a visitor has no token.
    token: slot<typeof tokenMachine>('token'),
  },
  guards: {
    isForgotten: ({ context }) => !context.hint,
    lacksUser: ({ context }) => context.user === null,
    hasAccount: ({ context }) => context.account !== null,
    leavesUserUnknown: ({ context }, { user }: Pick<AccountChanged, 'user'>) => !(user ?? context.user),
    bringsGrant: (_, { signupGrant }: Renewal) => signupGrant !== null,
    isNobody: (_, { found }: { found: SignedIn | null }) => found === null,
    isFault,
    isRefused: isSignedOut,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    adopt: assign((_, found: SignIn & { by: OpenedBy }) => ({
      tokens: found.tokens,
      user: found.user ?? null,
      account: found.account ?? null,
      signupGrant: found.signupGrant ?? null,
      openedBy: found.by,
      failures: 0,
      now: found.tokens.timestamp,
      hint: true,
    })),
    adoptAccount: assign(({ context }, { account, user }: Omit<AccountChanged, 'type'>) => ({
      account,
      user: user ?? context.user,
      signupGrant: null,
    })),
    adoptLoaded: assign((_, found: { user: User; account: Account | null }) => found),
    adoptRenewal: assign(({ context }, { tokens, signupGrant }: Renewal) => ({
      tokens,
      now: tokens.timestamp,
      signupGrant: signupGrant ?? context.signupGrant,
    })),
    forget: assign({ ...nobody, hint: false, leaving: ({ context }) => context.tokens }),
    forgetLeaving: assign({ leaving: null }),
    remember: assign({ hint: true, openedBy: 'elsewhere' as const }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    tick: assign((_, { now }: { now: number }) => ({ now })),
    goOnline: assign({ online: true }),
    goOffline: assign({ online: false }),
    notifyToken: sendTo('token', (_, news: TokenNotification) => news),
    notifyOpened: sendTo(
      toParent<SessionNotification>,
      ({ context: { openedBy, user, account, signupGrant } }) => ({
        type: 'session.opened' as const,
        by: openedBy,
        user,
        account,
        signupGrant,
      }),
    ),
    notifyClosed: sendTo(toParent<SessionNotification>, (_, { by }: { by: ClosedBy }) => ({
      type: 'session.closed' as const,
      by,
    })),
    notifyDelayed: sendTo(toParent<SessionNotification>, { type: 'session.delayed' }),
    notifyAccount: sendTo(toParent<SessionNotification>, ({ context: { user, account, signupGrant } }) => ({
      type: 'account.found' as const,
      user,
      account,
      signupGrant,
    })),
    // Emitted for storage and other tabs.
    notifyTabsOpened: emit(({ context }) => ({
      type: 'session.opened' as const,
      by: context.openedBy,
      tokens: context.tokens,
      user: context.user,
      account: context.account,
    })),
    notifyTabsClosed: emit((_, { by }: { by: ClosedBy }) => ({ type: 'session.closed' as const, by })),
    notifyTabsRenewal: emit((_, { tokens, signupGrant }: Renewal) => ({
      type: 'token.renewed' as const,
      tokens,
      signupGrant,
    })),
  },
});

/** Inside `client` there are tokens; said once for the compiler. */
export function held({ tokens }: SessionContext): SessionTokens {
  if (tokens === null) throw new Error('a client has tokens');
  return tokens;
}
export function somebody(found: SignedIn | null): SignedIn {
  if (found === null) throw new Error('nobody leads to "visitor"');
  return found;
}
