import { assign, emit, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, isFault, port, retry } from '#machines/port.ts';

/** What `PushSubscription.toJSON()` says of a browser. */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}
/**
 * How this browser stands to notifications. `unsupported`: it has none, or the store sends none; `denied`: its owner
 * forbade them; `open`: nobody subscribed here; `subscribed`: somebody did.
 */
export interface PushStanding {
  is: 'unsupported' | 'denied' | 'open' | 'subscribed';
  /** the store's, base64url (RFC 8292); null where there is nothing to subscribe with */
  key: string | null;
  subscription: BrowserSubscription | null;
}
export type PushPermission = 'granted' | 'denied' | 'default';
/** A subscription as the store takes it, with the version of the text that the consent is about. */
export interface KeptSubscription {
  subscription: BrowserSubscription;
  version: string;
}
export interface PushInput {
  /** of the privacy policy */
  version: string;
}
export interface PushContext extends PushInput {
  key: string | null;
  subscription: BrowserSubscription | null;
  /** the person pressed the button since the chart began */
  hasAnswered: boolean;
  problem: FlowProblem | null;
  failures: number;
}
export type PushEvent =
  | { type: 'push.accepted' }
  | { type: 'push.dismissed' }
  | { type: 'push.stopped' }
  | { type: 'permission.changed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 60_000;
const note = { type: 'note', params: failure } as const;
const accepted = { target: 'asking', actions: 'answer' } as const;
const dismissed = { target: 'silent', actions: 'remember' } as const;

/**
 * Notifications in one browser: asked for in the store's words, then in the browser's, then kept by the store. The
 * browser's own question comes after a press only, because a refusal there is for good. A subscription that was found
 * is taken for this person's once the store says so. Source: D60; PRV-03; RFC 8030.
 */
export const pushMachine = setup({
  types: {
    input: {} as PushInput,
    context: {} as PushContext,
    events: {} as PushEvent,
    /** sent away by the person: to be remembered */
    emitted: {} as { type: 'silenced' },
    tags: {} as 'offered' | 'busy' | 'on' | 'failed' | 'denied',
  },
  actors: {
    lookAtPush: port<PushStanding>('lookAtPush'),
    confirmPush: port<unknown, { subscription: BrowserSubscription }>('confirmPush'),
    askPermission: port<PushPermission>('askPermission'),
    subscribeBrowser: port<BrowserSubscription, { key: string }>('subscribeBrowser'),
    keepSubscription: port<unknown, KeptSubscription>('keepSubscription'),
    stopPush: port<unknown>('stopPush'),
  },
  guards: {
    isFault,
    isUnsupported: (_, { is }: PushStanding) => is === 'unsupported',
    isDenied: (_, { is }: PushStanding) => is === 'denied',
    isSubscribed: (_, { is }: PushStanding) => is === 'subscribed',
    isGranted: (_, { answer }: { answer: PushPermission }) => answer === 'granted',
    isForbidden: (_, { answer }: { answer: PushPermission }) => answer === 'denied',
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepStanding: assign((_, { key, subscription }: PushStanding) => ({ key, subscription, failures: 0 })),
    keepSubscription: assign((_, subscription: BrowserSubscription) => ({ subscription })),
    loseSubscription: assign({ subscription: null }),
    answer: assign({ hasAnswered: true, problem: null }),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    remember: emit({ type: 'silenced' }),
  },
}).createMachine({
  id: 'push',
  description: 'Os avisos da loja neste navegador: oferecidos, ligados e desligados pela pessoa.',
  initial: 'looking',
  context: ({ input }) => ({
    ...input,
    key: null,
    subscription: null,
    hasAnswered: false,
    problem: null,
    failures: 0,
  }),
  states: {
    looking: {
      description: 'A loja vê se este navegador recebe avisos e se alguém já os ligou aqui.',
      invoke: {
        id: 'lookAtPush',
        src: 'lookAtPush',
        input: {},
        onDone: [
          { guard: { type: 'isUnsupported', params: ({ event }) => event.output }, target: 'unsupported' },
          { guard: { type: 'isDenied', params: ({ event }) => event.output }, target: 'denied' },
          {
            guard: { type: 'isSubscribed', params: ({ event }) => event.output },
            target: 'confirming',
            actions: { type: 'keepStanding', params: ({ event }) => event.output },
          },
          { target: 'offered', actions: { type: 'keepStanding', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'unsupported' },
        ],
      },
    },
    unsupported: {
      description: 'Este navegador não recebe avisos, ou a loja não os envia: nada se oferece.',
    },
    unheard: {
      description: 'Sem resposta sobre os avisos deste navegador; a loja pergunta de novo.',
      ...retry('looking'),
    },
    confirming: {
      description: 'O servidor diz se os avisos ligados neste navegador são desta pessoa.',
      invoke: {
        id: 'confirmPush',
        src: 'confirmPush',
        input: ({ context }) => ({ subscription: found(context) }),
        onDone: 'subscribed',
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'offered', actions: 'loseSubscription' },
        ],
      },
    },
    offered: {
      description: 'A loja oferece avisos com as próprias palavras, antes de o navegador perguntar.',
      tags: 'offered',
      on: { 'push.accepted': accepted, 'push.dismissed': dismissed },
    },
    asking: {
      description: 'O navegador pergunta com as palavras dele se a loja pode mandar avisos.',
      tags: ['offered', 'busy'],
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        input: {},
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => ({ answer: event.output }) },
            target: 'subscribing',
          },
          {
            guard: { type: 'isForbidden', params: ({ event }) => ({ answer: event.output }) },
            target: 'denied',
          },
          { target: 'offered' },
        ],
        onError: { target: 'failed', actions: note },
      },
    },
    subscribing: {
      description: 'O navegador se inscreve no serviço de avisos de quem o fabrica.',
      tags: ['offered', 'busy'],
      invoke: {
        id: 'subscribeBrowser',
        src: 'subscribeBrowser',
        input: ({ context }) => ({ key: context.key ?? '' }),
        onDone: {
          target: 'keeping',
          actions: { type: 'keepSubscription', params: ({ event }) => event.output },
        },
        onError: { target: 'failed', actions: note },
      },
    },
    keeping: {
      description: 'O servidor guarda a permissão da pessoa e o endereço de avisos do navegador.',
      tags: ['offered', 'busy'],
      invoke: {
        id: 'keepSubscription',
        src: 'keepSubscription',
        input: ({ context }) => ({ subscription: found(context), version: context.version }),
        onDone: 'subscribed',
        onError: { target: 'failed', actions: note },
      },
    },
    failed: {
      description: 'Os avisos não puderam ser ligados; a pessoa pode tentar de novo ou deixar para depois.',
      tags: 'failed',
      on: { 'push.accepted': accepted, 'push.dismissed': dismissed },
    },
    denied: {
      description: 'Os avisos estão bloqueados no navegador; a loja diz onde liberar e olha de novo.',
      tags: 'denied',
      on: { 'permission.changed': 'looking', 'load.retried': 'looking' },
    },
    subscribed: {
      description: 'Este navegador recebe os avisos da loja até a pessoa desligar ou sair.',
      tags: 'on',
      on: { 'push.stopped': 'stopping' },
    },
    stopping: {
      description: 'Os avisos deste navegador estão sendo desligados.',
      tags: ['on', 'busy'],
      invoke: {
        id: 'stopPush',
        src: 'stopPush',
        input: {},
        onDone: { target: 'offered', actions: 'loseSubscription' },
        onError: { target: 'unstopped', actions: note },
      },
    },
    unstopped: {
      description: 'O navegador não desligou os avisos; a pessoa pode tentar de novo.',
      tags: ['on', 'failed'],
      on: { 'push.stopped': 'stopping' },
    },
    silent: {
      description: 'A pessoa deixou os avisos para depois; por noventa dias a loja não os oferece.',
    },
  },
});

/** Only a subscription leads to where it is sent; said once for the compiler. */
function found({ subscription }: PushContext): BrowserSubscription {
  if (subscription === null) throw new Error('nothing was subscribed');
  return subscription;
}
