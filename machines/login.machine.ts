import { assertEvent, raise } from 'xstate';
import { type CodeSent, type Contact, type LoginContext, type LoginOutput, loginSetup, usernameOf } from './login-setup.ts';
import { failure } from './port.ts';
import { doors } from './screens.ts';

const contactOf = ({ context }: { context: LoginContext }): Contact => {
  const username = usernameOf(context);
  return {
    channel: context.channel,
    phone: context.channel === 'phone' ? username : null,
    email: context.channel === 'email' ? username : null,
  };
};
const note = { type: 'noteError', params: failure } as const;
const ifFault = { type: 'isFault', params: failure } as const;
const ifPassing = { type: 'isPassing', params: failure } as const;
const sent = { type: 'noteSent', params: ({ event }: { event: { output: CodeSent } }) => event.output } as const;

/**
 * Sign-in with a one-time code: options → request → codeSent → verified → activated. A code that is wrong, void or tried too often is a state with a way on;
 * what the server said stays in `verificationError` (§8). From `verified` on the session is open and told, even if the activation fails.
 * Times in epoch ms, `resendAfter` in s. Source: spec.md §4 Login, §8; D1 to D6; OTP in one field (features B19).
 */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  initial: 'opening',
  context: ({ input }) => ({
    asked: input.asked,
    refusal: null,
    type: 'login',
    channel: input.contactHint?.email && !input.contactHint.phone ? 'email' : 'phone',
    ddi: '55',
    isoCode: 'BR',
    phone: input.contactHint?.phone ?? '',
    email: input.contactHint?.email ?? '',
    sentTo: null,
    sentAt: 0,
    resendAt: 0,
    expiresAt: 0,
    resendAfter: 0,
    verificationError: null,
    failures: 0,
    tokens: null,
    signupGrant: null,
    user: null,
    account: null,
  }),
  on: { ...doors('login'), 'refusal.dismissed': { actions: 'dismiss' } },
  states: {
    opening: { entry: raise(({ context }) => context.asked) },
    options: {
      tags: 'editable',
      on: { 'channel.chosen': { target: 'request', actions: ['choose', { type: 'goTo', params: { screen: 'login.request' } }] } },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          tags: 'editable',
          on: {
            'contact.changed': { actions: 'keepContact' },
            'code.requested': [
              { guard: 'hasContact', target: 'sending' },
              { actions: { type: 'refuse', params: { reason: 'contact.missing' } } },
            ],
          },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            input: contactOf,
            onDone: { target: '#login.codeSent', actions: [sent, 'tellSent', { type: 'goTo', params: { screen: 'login.codeSent' } }] },
            onError: [
              { guard: ifFault, target: 'unsent', actions: note },
              { target: 'idle', actions: note },
            ],
          },
          // Whoever waits too long may leave off: the call and the puzzle before it are dropped.
          on: { 'wait.ended': 'idle' },
        },
        // Whether the code went out is not known, and another may be refused for a minute: the person decides.
        unsent: {
          tags: ['editable', 'offline'],
          on: {
            'contact.changed': { target: 'idle', actions: 'keepContact' },
            'code.requested': { guard: 'hasContact', target: 'sending' },
          },
        },
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
            typing: { tags: 'editable', on: { 'code.submitted': { guard: 'isCode', target: 'checking' }, 'code.sent': 'typing' } },
            checking: {
              tags: 'busy',
              invoke: {
                id: 'signIn',
                src: 'signIn',
                input: ({ context, event }) => {
                  assertEvent(event, 'code.submitted');
                  return { username: context.sentTo ?? '', code: event.code };
                },
                onDone: { target: '#login.verified', actions: { type: 'keepTokens', params: ({ event }) => event.output } },
                onError: [
                  { guard: { type: 'isExpired', params: failure }, target: 'expired', actions: note },
                  { guard: { type: 'isExhausted', params: failure }, target: 'exhausted', actions: note },
                  { guard: ifFault, target: 'unanswered', actions: note },
                  { target: 'typing', actions: note },
                ],
              },
              on: { 'wait.ended': 'typing' },
            },
            unanswered: {
              tags: ['editable', 'offline'],
              on: { 'code.submitted': { guard: 'isCode', target: 'checking' }, 'code.sent': 'typing' },
            },
            expired: { tags: 'refused', on: { 'code.sent': 'typing' } },
            exhausted: { tags: 'refused', on: { 'code.sent': 'typing' } },
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
                id: 'resendCode',
                src: 'sendCode',
                input: contactOf,
                onDone: { target: 'resting', actions: [sent, 'tellSent', raise({ type: 'code.sent' })] },
                onError: [
                  { guard: ifFault, target: 'allowed', actions: note },
                  { target: 'resting', actions: note },
                ],
              },
              on: { 'wait.ended': 'allowed' },
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
            id: 'activate',
            src: 'activate',
            input: ({ context }) => ({ tokens: context.tokens }),
            onDone: { target: '#login.activated', actions: { type: 'keepPerson', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isRevoked', params: failure },
                target: '#login.request',
                actions: [
                  note,
                  'loseTokens',
                  { type: 'goTo', params: { screen: 'login.request' } },
                  { type: 'refuse', params: { reason: 'session.ended' } },
                ],
              },
              { guard: ifPassing, target: 'waiting', actions: note },
              { target: 'failed', actions: note },
            ],
          },
        },
        waiting: {
          tags: ['busy', 'offline'],
          after: { backOff: 'activating' },
          on: { 'network.restored': 'activating', 'activation.retried': 'activating', restored: 'activating' },
        },
        failed: { tags: 'failed', on: { 'activation.retried': 'activating' } },
      },
    },
    activated: { type: 'final', entry: 'tellSignedIn' },
  },
  output: ({ context: { tokens, user, account, signupGrant } }) => ({ tokens, user, account, signupGrant }) as LoginOutput, // ends only in `activated`, which has both
});
