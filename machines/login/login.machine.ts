import { assertEvent, raise } from 'xstate';
import { type Channel, type Contact, codeOut, ifCode, untilAnother } from './code.ts';
import { type LoginContext, type LoginOutput, loginSetup, usernameOf } from './setup.ts';
import { failure, fromOutput } from '#machines/port.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import { screenTransitions, take } from '#machines/navigation/screen-edges.ts';

const contactOf = ({ context }: { context: LoginContext }): Contact => {
  const username = usernameOf(context);
  return {
    channel: context.channel,
    phone: context.channel === 'phone' ? username : null,
    ddi: context.ddi,
    isoCode: context.isoCode,
    email: context.channel === 'email' ? username : null,
  };
};
const note = { type: 'noteError', params: failure } as const;
const ifFault = { type: 'isFault', params: failure } as const;
const ifPassing = { type: 'isPassing', params: failure } as const;
const goTo = (screen: 'login.request' | 'login.codeSent') => ({ type: 'goTo', params: { screen } }) as const;
const refuse = (reason: ReasonCode) => ({ type: 'refuse', params: { reason } }) as const;
const typed = {
  target: '#login.request.idle',
  actions: {
    type: 'keepContact',
    params: ({ event }: { event: { channel: Channel; value: string } }) => event,
  },
} as const;
const early = untilAnother('#login.request.idle');
const resend = untilAnother('allowed');

/**
 * Sign-in with a one-time code: options → request → codeSent → verified → activated. A code that is wrong,
 * void or tried too often is a state with a way on;
 * what the server said stays in `verificationError` (§8). From `verified` on the session is open and told,
 * even if the activation fails.
 * A page that is loaded again goes on from its draft. Times in epoch ms of the shop's clock. Source: spec.md
 * §4 Login, §8; D1 to D6; OTP in one field (features B19).
 */
export const loginMachine = loginSetup.createMachine({
  id: 'login',
  description: 'A entrada na loja com um código que chega por SMS ou por e-mail.',
  initial: 'opening',
  context: ({ input }) => ({
    channel: 'phone',
    ddi: '55',
    isoCode: 'BR',
    phone: '',
    email: '',
    sentTo: null,
    sentAt: 0,
    resendAt: 0,
    expiresAt: 0,
    ...input.draft,
    asked: input.asked,
    refusal: null,
    type: 'login',
    now: 0,
    verificationError: null,
    failures: 0,
    tokens: null,
    signupGrant: null,
    user: null,
    account: null,
  }),
  on: screenTransitions('login', () => take),
  states: {
    opening: { description: 'A entrada abre na tela pedida.', entry: raise(({ context }) => context.asked) },
    auth: {
      description: 'A entrada com outra conta termina aqui quando não há outra janela à espera dela.',
      tags: 'editable',
    },
    options: {
      description: 'A pessoa escolhe receber o código por telefone ou por e-mail.',
      tags: 'editable',
    },
    request: {
      description: 'A pessoa diz para onde o código deve ir.',
      initial: 'idle',
      states: {
        idle: {
          description: 'O telefone ou e-mail está sendo digitado; depois o código é pedido.',
          tags: 'editable',
          on: {
            'contact.changed': { actions: typed.actions },
            'code.requested': [
              { guard: 'hasContact', target: 'sending' },
              { actions: refuse('contact.missing') },
            ],
          },
        },
        sending: {
          description: 'O código está sendo enviado; em seguida a pessoa o digita.',
          tags: 'busy',
          invoke: {
            id: 'sendCode',
            src: 'sendCode',
            input: contactOf,
            onDone: {
              target: '#login.codeSent',
              actions: [codeOut, 'notifySent', goTo('login.codeSent')],
            },
            onError: [
              { guard: ifFault, target: 'unsent', actions: note },
              { guard: { type: 'isTooSoon', params: failure }, target: 'early', actions: note },
              { target: 'idle', actions: note },
            ],
          },
          // Whoever waits too long may leave off: the call and the puzzle before it are dropped.
          on: { 'wait.ended': { description: 'A pessoa desiste de esperar o envio.', target: 'idle' } },
        },
        // Another code is refused for a while: how long is said, and the code that was sent before may be at
        // hand.
        early: {
          description: 'Um código saiu há pouco: é preciso esperar para pedir outro ou usar o que chegou.',
          tags: ['editable', 'refused'],
          initial: 'counting',
          on: {
            'contact.changed': typed,
            'code.received': {
              target: '#login.codeSent',
              actions: ['takeReceived', goTo('login.codeSent')],
            },
          },
          states: early,
        },
        // Whether the code went out is not known, and another may be refused for a minute: the person
        // decides.
        unsent: {
          description: 'Não se sabe se o código saiu; a pessoa decide se pede outro.',
          tags: ['editable', 'offline'],
          on: {
            'contact.changed': typed,
            'code.requested': { guard: 'hasContact', target: 'sending' },
          },
        },
      },
    },
    codeSent: {
      description: 'O código foi enviado; a pessoa o digita ou pede outro.',
      type: 'parallel',
      exit: 'notifyCodeOver',
      always: {
        guard: 'lacksCode',
        target: 'request',
        actions: refuse('contact.missing'),
      },
      on: {
        'code.reset': {
          target: 'request',
          actions: ['resetCode', goTo('login.request')],
        },
      },
      states: {
        code: {
          description: 'O campo onde o código é digitado e conferido.',
          initial: 'typing',
          states: {
            typing: {
              description: 'A pessoa digita os seis números; completos, eles são conferidos.',
              tags: 'editable',
              on: { 'code.submitted': { guard: ifCode, target: 'checking' }, 'code.sent': 'typing' },
            },
            checking: {
              description: 'O código está sendo conferido; se estiver certo, a pessoa entrou.',
              tags: 'busy',
              invoke: {
                id: 'signIn',
                src: 'signIn',
                input: ({ context, event }) => {
                  assertEvent(event, 'code.submitted');
                  return { username: context.sentTo ?? '', code: event.code };
                },
                onDone: {
                  target: '#login.verified',
                  actions: { type: 'keepTokens', params: fromOutput },
                },
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
              description: 'Sem resposta ao conferir; a pessoa pode tentar o mesmo código de novo.',
              tags: ['editable', 'offline'],
              on: { 'code.submitted': { guard: ifCode, target: 'checking' }, 'code.sent': 'typing' },
            },
            expired: {
              description: 'O código perdeu a validade; só um novo resolve.',
              tags: 'refused',
              on: { 'code.sent': 'typing' },
            },
            exhausted: {
              description: 'Foram erros demais com este código; só um novo resolve.',
              tags: 'refused',
              on: { 'code.sent': 'typing' },
            },
          },
        },
        resend: {
          description: 'O botão que pede outro código e a espera até ele valer.',
          initial: 'counting',
          states: {
            counting: {
              ...resend.counting,
              description: 'A loja confere o relógio do servidor antes de liberar outro código.',
              always: { guard: 'knowsTime', target: 'waiting' },
            },
            waiting: {
              ...resend.waiting,
              description: 'Ainda é cedo para outro código; o tempo que falta é mostrado.',
              on: { restored: { target: 'counting', actions: 'forgetTime' } },
            },
            allowed: { description: 'Outro código já pode ser pedido.', on: { 'code.resent': 'sending' } },
            sending: {
              description: 'Outro código está sendo enviado; o de antes deixa de valer.',
              invoke: {
                id: 'resendCode',
                src: 'sendCode',
                input: contactOf,
                onDone: { target: 'waiting', actions: [codeOut, 'notifySent', raise({ type: 'code.sent' })] },
                onError: [
                  { guard: ifFault, target: 'allowed', actions: note },
                  { target: 'counting', actions: [note, 'forgetTime'] },
                ],
              },
              on: { 'wait.ended': 'allowed' },
            },
          },
        },
      },
    },
    verified: {
      description: 'O código estava certo e a pessoa entrou; falta preparar a conta dela.',
      initial: 'activating',
      entry: 'notifyVerified',
      on: { 'asked.*': { actions: refuse('session.present') } },
      states: {
        activating: {
          description: 'A conta está sendo aberta; depois a pessoa volta ao que fazia.',
          tags: 'busy',
          invoke: {
            id: 'activate',
            src: 'activate',
            input: ({ context }) => ({ tokens: context.tokens }),
            onDone: {
              target: '#login.activated',
              actions: { type: 'keepPerson', params: fromOutput },
            },
            onError: [
              {
                guard: { type: 'isRevoked', params: failure },
                target: '#login.request',
                actions: [note, 'loseTokens', goTo('login.request'), refuse('session.ended')],
              },
              { guard: ifPassing, target: 'waiting', actions: note },
              { target: 'failed', actions: note },
            ],
          },
        },
        waiting: {
          description: 'Sem internet para abrir a conta; a loja tenta de novo sozinha.',
          tags: ['busy', 'offline'],
          after: { backOff: 'activating' },
          on: {
            'network.restored': 'activating',
            'activation.retried': 'activating',
            restored: 'activating',
          },
        },
        failed: {
          description: 'O servidor não abriu a conta; a pessoa pode tentar de novo.',
          tags: 'failed',
          on: { 'activation.retried': 'activating' },
        },
      },
    },
    activated: {
      description: 'A pessoa entrou e volta ao que fazia ou faz o cadastro.',
      type: 'final',
      entry: 'notifySignedIn',
    },
  },
  output: ({ context: { tokens, user, account, signupGrant } }) =>
    ({ tokens, user, account, signupGrant }) as LoginOutput, // ends only in `activated`, which has both
});
