import { assign, emit, sendTo, setup } from 'xstate';
import { shouldRenew } from '#domain/token.ts';
import { toParent } from '#machines/notify.ts';
import { backOffAfter, capped, failure, isSignedOut, port, fromEvent } from '#machines/port.ts';

/**
 * The authorization of specification §3. `expiresIn` is an absolute time and `timestamp` the moment of
 * receipt, both epoch ms.
 */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string | null;
  expiresIn: number | null;
  timestamp: number;
}
/** What a renewal brings; the grant is there while the user has no account. */
export interface Renewal {
  tokens: SessionTokens;
  signupGrant: string | null;
}

/** What it tells the session, and emits. */
export type TokenRenewed = { type: 'token.renewed' } & Renewal;

/** Renewal starts this long before the token ends, ms. */
const RENEWAL_LEAD = 60_000;
const LONGEST_BACK_OFF = 300_000;

interface TokenContext {
  tokens: SessionTokens;
  now: number;
  online: boolean;
  failures: number;
}
type TokenEvent =
  | { type: 'token.rejected'; accessToken?: string }
  | { type: 'response.received'; now: number }
  | { type: 'restored'; now: number }
  | { type: 'network.lost' }
  | { type: 'network.restored' };

/**
 * When a token is due by its own lifetime: a minute before its end, but never sooner than half the lifetime,
 * or a 30 s token would renew in a loop.
 */
const dueAt = ({ timestamp, expiresIn }: SessionTokens): number => {
  const lifetime = (expiresIn ?? timestamp) - timestamp;
  return timestamp + Math.max(lifetime / 2, lifetime - RENEWAL_LEAD);
};

/**
 * Keeps one access token usable for as long as the refresh token allows. Times in ms.
 * `stale`: due by its lifetime, or by the rule of §9 that each response checks (no expiry, older than 24 h);
 * it waits there while offline.
 * Final state `lost`: sign in again; only the server leads there. Single flight over tabs is the port's
 * matter.
 * Source: spec.md §8, §9; D9; RFC 6749 §6; RFC 6750 §3.1 for the rejection that triggers `token.rejected`.
 */
export const tokenMachine = setup({
  types: {
    input: {} as { tokens: SessionTokens; now: number; online: boolean },
    context: {} as TokenContext,
    events: {} as TokenEvent,
    emitted: {} as TokenRenewed,
    tags: {} as 'busy',
  },
  actors: { renewToken: port<Renewal | null, { tokens: SessionTokens }>('renewToken') },
  guards: {
    isOnline: ({ context }) => context.online,
    // A renewal without expiry would be due in the same instant: one renewal per response is the most.
    isDue: ({ context: { tokens, now } }) =>
      now > tokens.timestamp &&
      (shouldRenew(tokens, now) || (tokens.expiresIn !== null && now >= dueAt(tokens))),
    isCurrent: ({ context }, { accessToken }: { accessToken: string | undefined }) =>
      accessToken === undefined || accessToken === context.tokens.accessToken,
    isEmpty: (_, { renewal }: { renewal: Renewal | null }) => renewal === null,
    isRevoked: isSignedOut,
  },
  delays: {
    untilRenewal: ({ context: { tokens, now } }) =>
      tokens.expiresIn === null ? capped(Infinity) : capped(dueAt(tokens) - now),
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    // An answer that was on its way may tell an earlier time.
    tick: assign(({ context }, { now }: { now: number }) => ({ now: Math.max(now, context.now) })),
    goOnline: assign({ online: true }),
    goOffline: assign({ online: false }),
    adopt: assign((_, { tokens }: Renewal) => ({ tokens, now: tokens.timestamp, failures: 0 })),
    announceRenewal: emit((_, renewal: Renewal) => ({ type: 'token.renewed' as const, ...renewal })),
    notifyRenewed: sendTo(toParent<TokenRenewed>, (_, renewal: Renewal) => ({
      type: 'token.renewed' as const,
      ...renewal,
    })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    reachDueTime: assign({
      now: ({ context: { tokens, now } }) =>
        now + (tokens.expiresIn === null ? capped(Infinity) : capped(dueAt(tokens) - now)),
    }),
  },
}).createMachine({
  id: 'token',
  description: 'A chave que mantém a pessoa dentro da loja, renovada antes de vencer.',
  initial: 'fresh',
  context: ({ input }) => ({ ...input, failures: 0 }),
  on: {
    'network.lost': { actions: 'goOffline' },
    'network.restored': { actions: 'goOnline' },
    'response.received': { actions: { type: 'tick', params: fromEvent } },
    restored: { actions: { type: 'tick', params: fromEvent } },
  },
  states: {
    fresh: {
      description: 'A chave vale; perto do fim, outra é pedida.',
      always: { guard: 'isDue', target: 'stale' },
      // The timer may have been capped: it looks again instead of renewing at once.
      after: { untilRenewal: { target: 'fresh', reenter: true, actions: 'reachDueTime' } },
      on: {
        'token.rejected': {
          guard: { type: 'isCurrent', params: ({ event }) => ({ accessToken: event.accessToken }) },
          target: 'renewing',
        },
        // Timers do not survive a restore.
        restored: { target: 'fresh', reenter: true, actions: { type: 'tick', params: fromEvent } },
      },
    },
    stale: {
      description: 'A chave precisa ser trocada; havendo internet, a troca começa.',
      always: { guard: 'isOnline', target: 'renewing' },
      on: {
        'token.rejected': {
          guard: { type: 'isCurrent', params: ({ event }) => ({ accessToken: event.accessToken }) },
          target: 'renewing',
        },
      },
    },
    renewing: {
      description: 'Uma chave nova está sendo pedida; a pessoa não percebe.',
      tags: 'busy',
      invoke: {
        id: 'renewToken',
        src: 'renewToken',
        input: ({ context }) => ({ tokens: context.tokens }),
        onDone: [
          // "Fails or yields nothing": an empty answer ends the session as a refusal does (§8).
          { guard: { type: 'isEmpty', params: ({ event }) => ({ renewal: event.output }) }, target: 'lost' },
          {
            target: 'fresh',
            actions: [
              { type: 'adopt', params: ({ event }) => given(event.output) },
              { type: 'announceRenewal', params: ({ event }) => given(event.output) },
              { type: 'notifyRenewed', params: ({ event }) => given(event.output) },
            ],
          },
        ],
        onError: [
          { guard: { type: 'isRevoked', params: failure }, target: 'lost' },
          // Only the server may end a session; a tunnel or a bad network never signs anyone out.
          {
            description: 'Uma falha da rede nunca põe ninguém para fora.',
            target: 'waiting',
            actions: 'countFailure',
          },
        ],
      },
    },
    waiting: {
      description: 'A troca não deu certo por ora; a loja tenta de novo, e a pessoa continua dentro.',
      after: { backOff: 'renewing' },
      on: {
        'network.restored': { target: 'renewing', actions: 'goOnline' },
        restored: { target: 'renewing', actions: { type: 'tick', params: fromEvent } },
      },
    },
    lost: { description: 'O servidor encerrou o acesso; é preciso entrar de novo.', type: 'final' },
  },
});

/** The guard before has seen to it; said once for the compiler. */
function given(renewal: Renewal | null): Renewal {
  if (renewal === null) throw new Error('an empty renewal leads to "lost"');
  return renewal;
}
