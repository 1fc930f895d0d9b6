import { assertEvent, assign, raise, setup } from 'xstate';
import type { Account, User } from '#contract/identity.ts';
import { normaliseEmail } from '#domain/email.ts';
import { normalisePhone } from '#domain/phone.ts';
import { type Asking, isAsked, refused, taken } from './asked.ts';
import { type FlowProblem, isPassing, problemOf } from './flow-problem.ts';
import { ask } from './place.ts';
import { type Failure, backOffAfter, failure, isRefusedAs, port } from './port.ts';
import type { ReasonCode } from './refusal.ts';
import { type Asked, type ScreenOf, doors } from './screens.ts';
import { tell } from './tell.ts';
import type { Renewal, SessionTokens } from './token.machine.ts';

export type Channel = 'phone' | 'email';
/** A code is on its way: seconds until another may be asked for and until it is void; `at` in epoch ms of the shop's clock. */
export interface CodeSent {
  resendAfter: number;
  expiresIn: number;
  at: number;
}
export interface LoginContext extends Asking<ScreenOf<'login'>> {
  type: string;
  channel: Channel;
  ddi: string;
  isoCode: string;
  /** as typed */
  phone: string;
  email: string;
  /** where the newest code went; null after CODE_RESET */
  sentTo: string | null;
  sentAt: number;
  /** epoch ms */
  resendAt: number;
  expiresAt: number;
  /** s until another code may be asked for, counted from the newest answer */
  resendAfter: number;
  verificationError: FlowProblem | null;
  failures: number;
  tokens: SessionTokens | null;
  signupGrant: string | null;
  user: User | null;
  account: Account | null;
}
export type LoginEvent =
  | Asked<ScreenOf<'login'>>
  | { type: 'channel.chosen'; channel: Channel }
  | { type: 'contact.changed'; channel: Channel; value: string }
  | { type: 'code.requested' }
  | { type: 'code.submitted'; code: string }
  | { type: 'code.resent' }
  | { type: 'code.reset' }
  /** told by the chart to itself when another code is on its way */
  | { type: 'code.sent' }
  | { type: 'activation.retried' }
  | { type: 'refusal.dismissed' }
  | { type: 'network.restored' }
  | { type: 'restored' };
export interface LoginOutput {
  tokens: SessionTokens;
  user: User;
  account: Account | null;
  signupGrant: string | null;
}
export interface LoginInput {
  asked: Asked<ScreenOf<'login'>>;
  contactHint?: { phone?: string; email?: string };
}
/** Whom to send to, in the form of the wire; one of the two is null. */
export interface Contact {
  channel: Channel;
  phone: string | null;
  email: string | null;
}

const LONGEST_BACK_OFF = 30_000;
/** The contact as the server knows it: E.164 or lower-case e-mail; null while it is none. */
export const usernameOf = ({ channel, phone, email }: Pick<LoginContext, 'channel' | 'phone' | 'email'>): string | null => (channel === 'phone' ? normalisePhone(phone) : normaliseEmail(email));
const contactOf = ({ context }: { context: LoginContext }): Contact => {
  const username = usernameOf(context);
  return { channel: context.channel, phone: context.channel === 'phone' ? username : null, email: context.channel === 'email' ? username : null };
};
const isRevoked = isRefusedAs('UNAUTHENTICATED', 'TOKEN_REVOKED');
const note = { type: 'noteError', params: failure } as const;
const ifPassing = { type: 'isPassing', params: failure } as const;
const sent = { type: 'noteSent', params: ({ event }: { event: { output: CodeSent } }) => event.output } as const;
const newCode = { target: 'typing', actions: 'clearError' } as const;

/**
 * Sign-in with a one-time code: options → request → codeSent → verified → activated. A code that is wrong, void or tried too often is a state with a way on;
 * what the server said stays in `verificationError` (§8). From `verified` on the session is open and told, even if the activation fails.
 * Times in epoch ms, `resendAfter` in s. Source: spec.md §4 Login, §8; D1 to D6; OTP in one field (features B19).
 */
export const loginMachine = setup({
  types: {
    input: {} as LoginInput,
    context: {} as LoginContext,
    events: {} as LoginEvent,
    output: {} as LoginOutput,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    sendCode: port<CodeSent, Contact>('sendCode'),
    signIn: port<Renewal, { username: string; code: string }>('signIn'),
    activate: port<{ user: User; account: Account | null }, { tokens: SessionTokens | null }>('activate'),
  },
  guards: {
    hasContact: ({ context }) => usernameOf(context) !== null,
    lacksCode: ({ context }) => context.sentTo === null || context.sentTo !== usernameOf(context),
    isCode: ({ event }) => event.type === 'code.submitted' && /^\d{6}$/.test(event.code),
    isPassing: (_, { error }: Failure) => isPassing(error),
    isExpired: isRefusedAs('EXPIRED_CODE'),
    isExhausted: isRefusedAs('TOO_MANY_ATTEMPTS'),
    isRevoked,
  },
  delays: {
    untilResend: ({ context }) => (context.verificationError?.retryAfter ?? context.resendAfter) * 1_000,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    take: assign(({ context, event }) => {
      if (!isAsked(event)) return {};
      const given: { type?: string; channel?: string } = event.params;
      return { ...taken(context.asked, event), type: given.type ?? context.type, channel: given.channel === 'email' || given.channel === 'phone' ? given.channel : context.channel };
    }),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    dismiss: assign({ refusal: null, verificationError: null }),
    goTo: assign(({ context }, { screen }: { screen: 'login.request' | 'login.codeSent' }) => ({ asked: ask(screen, { type: context.type, channel: context.channel }), refusal: null })),
    choose: assign(({ event }) => (event.type === 'channel.chosen' ? { channel: event.channel } : {})),
    keepContact: assign(({ event }) => (event.type === 'contact.changed' ? { channel: event.channel, [event.channel]: event.value, verificationError: null, refusal: null } : {})),
    noteSent: assign(({ context }, { resendAfter, expiresIn, at }: CodeSent) => ({
      sentTo: usernameOf(context), sentAt: at, resendAt: at + resendAfter * 1_000, expiresAt: at + expiresIn * 1_000, resendAfter, verificationError: null,
    })),
    clearError: assign({ verificationError: null }),
    noteError: assign(({ context }, { error }: Failure) => ({ verificationError: problemOf(error), failures: context.failures + 1 })),
    resetCode: assign({ sentTo: null, verificationError: null }),
    keepTokens: assign((_, { tokens, signupGrant }: Renewal) => ({ tokens, signupGrant, verificationError: null, refusal: null, failures: 0 })),
    loseTokens: assign({ tokens: null, signupGrant: null, sentTo: null }),
    keepPerson: assign((_, { user, account }: { user: User; account: Account | null }) => ({ user, account, verificationError: null })),
    tellVerified: (args) => tell(args, 'session', { type: 'signin.completed', tokens: args.context.tokens, signupGrant: args.context.signupGrant } as { type: string }),
    tellSignedIn: (args) => {
      const { tokens, user, account, signupGrant } = args.context;
      tell(args, 'session', { type: 'signin.completed', tokens, user, account, signupGrant } as { type: string });
    },
  },
}).createMachine({
  id: 'login',
  initial: 'opening',
  context: ({ input }) => ({
    asked: input.asked, refusal: null, type: 'login', channel: input.contactHint?.email && !input.contactHint.phone ? 'email' : 'phone', ddi: '55', isoCode: 'BR',
    phone: input.contactHint?.phone ?? '', email: input.contactHint?.email ?? '', sentTo: null, sentAt: 0, resendAt: 0, expiresAt: 0, resendAfter: 0, verificationError: null, failures: 0,
    tokens: null, signupGrant: null, user: null, account: null,
  }),
  on: { ...doors('login'), 'refusal.dismissed': { actions: 'dismiss' } },
  states: {
    opening: { entry: raise(({ context }) => context.asked) },
    options: { tags: 'editable', on: { 'channel.chosen': { target: 'request', actions: ['choose', { type: 'goTo', params: { screen: 'login.request' } }] } } },
    request: {
      initial: 'idle',
      states: {
        idle: {
          tags: 'editable',
          on: {
            'contact.changed': { actions: 'keepContact' },
            'code.requested': [{ guard: 'hasContact', target: 'sending' }, { actions: { type: 'refuse', params: { reason: 'contact.missing' } } }],
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendCode', src: 'sendCode', input: contactOf,
            onDone: { target: '#login.codeSent', actions: [sent, { type: 'goTo', params: { screen: 'login.codeSent' } }] },
            onError: [{ guard: ifPassing, target: 'unsent', actions: note }, { target: 'idle', actions: note }],
          },
        },
        // Whether the code went out is not known, and another may be refused for a minute: the person decides.
        unsent: { tags: ['editable', 'offline'], on: { 'contact.changed': { target: 'idle', actions: 'keepContact' }, 'code.requested': { guard: 'hasContact', target: 'sending' } } },
      },
    },
    codeSent: {
      type: 'parallel',
      always: { guard: 'lacksCode', target: 'request', actions: { type: 'refuse', params: { reason: 'contact.missing' } } },
      on: { 'code.reset': { target: 'request', actions: ['resetCode', { type: 'goTo', params: { screen: 'login.request' } }] } },
      states: {
        code: {
          initial: 'typing',
          states: {
            typing: { tags: 'editable', on: { 'code.submitted': { guard: 'isCode', target: 'checking' }, 'code.sent': newCode } },
            checking: {
              tags: 'busy',
              invoke: {
                id: 'signIn', src: 'signIn',
                input: ({ context, event }) => {
                  assertEvent(event, 'code.submitted');
                  return { username: context.sentTo ?? '', code: event.code };
                },
                onDone: { target: '#login.verified', actions: { type: 'keepTokens', params: ({ event }) => event.output } },
                onError: [
                  { guard: { type: 'isExpired', params: failure }, target: 'expired', actions: note },
                  { guard: { type: 'isExhausted', params: failure }, target: 'exhausted', actions: note },
                  { guard: ifPassing, target: 'unanswered', actions: note },
                  { target: 'typing', actions: note },
                ],
              },
            },
            unanswered: { tags: ['editable', 'offline'], on: { 'code.submitted': { guard: 'isCode', target: 'checking' }, 'code.sent': newCode } },
            expired: { tags: 'refused', on: { 'code.sent': newCode } },
            exhausted: { tags: 'refused', on: { 'code.sent': newCode } },
          },
        },
        resend: {
          initial: 'resting',
          states: {
            // No timer survives a restore; the server keeps the minute in any case.
            resting: { after: { untilResend: 'allowed' }, on: { restored: 'allowed' } },
            allowed: { on: { 'code.resent': 'sending' } },
            sending: {
              invoke: {
                id: 'resendCode', src: 'sendCode', input: contactOf,
                onDone: { target: 'resting', actions: [sent, raise({ type: 'code.sent' })] },
                onError: [{ guard: ifPassing, target: 'allowed', actions: note }, { target: 'resting', actions: note }],
              },
            },
          },
        },
      },
    },
    verified: {
      initial: 'activating',
      entry: 'tellVerified',
      on: { 'asked.*': { actions: { type: 'refuse', params: { reason: 'session.present' } } } },
      states: {
        activating: {
          tags: 'busy',
          invoke: {
            id: 'activate', src: 'activate', input: ({ context }) => ({ tokens: context.tokens }),
            onDone: { target: '#login.activated', actions: { type: 'keepPerson', params: ({ event }) => event.output } },
            onError: [
              { guard: { type: 'isRevoked', params: failure }, target: '#login.request', actions: [note, 'loseTokens', { type: 'goTo', params: { screen: 'login.request' } }, { type: 'refuse', params: { reason: 'session.ended' } }] },
              { guard: ifPassing, target: 'waiting', actions: note },
              { target: 'failed', actions: note },
            ],
          },
        },
        waiting: { tags: ['busy', 'offline'], after: { backOff: 'activating' }, on: { 'network.restored': 'activating', 'activation.retried': 'activating', restored: 'activating' } },
        failed: { tags: 'failed', on: { 'activation.retried': 'activating' } },
      },
    },
    activated: { type: 'final', entry: 'tellSignedIn' },
  },
  output: ({ context: { tokens, user, account, signupGrant } }) => ({ tokens, user, account, signupGrant }) as LoginOutput, // ends only in `activated`, which has both
});
