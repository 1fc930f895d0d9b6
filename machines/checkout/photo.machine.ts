import { assign, emit, setup } from 'xstate';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, isRefusedAs, port, retry } from '#machines/port.ts';

/** A picture as it is sent, base64, and as it is shown, a `data:` address. */
export interface Prepared {
  photo: string;
  picture: string;
}
export interface PhotoContext {
  /** what the answer holds: the picture as the shop knows it */
  id: string | null;
  photo: string | null;
  picture: string | null;
  problem: FlowProblem | null;
  failures: number;
}
export type PhotoEvent =
  | { type: 'photo.chosen'; file: Blob }
  | { type: 'photo.removed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const none = { id: null, photo: null, picture: null };

/**
 * A photo as the answer to a question: made small on the device, sent, shown, and taken back again. What is on
 * its way outlives a network that goes. Emits `photo.changed` with the answer. Source: D17, D68.
 */
export const photoMachine = setup({
  types: {
    input: {} as { id: string | null },
    context: {} as PhotoContext,
    events: {} as PhotoEvent,
    emitted: {} as { type: 'photo.changed'; id: string | null },
    tags: {} as 'busy' | 'offline' | 'refused' | 'pending',
  },
  actors: {
    preparePhoto: port<Prepared, { file: Blob }>('preparePhoto'),
    sendPhoto: port<{ id: string }, { photo: string }>('sendPhoto'),
    loadPhoto: port<string, { id: string }>('loadPhoto'),
    removePhoto: port<null, { id: string }>('removePhoto'),
  },
  guards: {
    hasPhoto: ({ context }) => context.id !== null,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isGone: isRefusedAs('NOT_FOUND'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepPrepared: assign((_, prepared: Prepared) => ({ ...prepared, failures: 0, problem: null })),
    keepPicture: assign((_, { picture }: { picture: string }) => ({ picture })),
    keepSent: assign((_, { id }: { id: string }) => ({ id, photo: null, problem: null, failures: 0 })),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    forget: assign({ ...none, problem: null, failures: 0 }),
    notifyAnswer: emit(({ context }) => ({ type: 'photo.changed' as const, id: context.id })),
    notifyGone: emit({ type: 'photo.changed', id: null }),
  },
}).createMachine({
  id: 'photo',
  description:
    'Uma foto como resposta: escolhida, reduzida no aparelho, enviada e, se a pessoa quiser, removida.',
  initial: 'opening',
  context: ({ input }) => ({ ...none, id: input.id, problem: null, failures: 0 }),
  states: {
    opening: {
      description: 'A pergunta abre com a foto que já foi enviada, se há uma.',
      always: [{ guard: 'hasPhoto', target: 'recalling' }, { target: 'empty' }],
    },
    empty: {
      description: 'Ainda não há foto; a pessoa escolhe uma ou tira na hora.',
      on: { 'photo.chosen': 'preparing' },
    },
    recalling: {
      description: 'A foto enviada antes está sendo buscada para ser mostrada.',
      tags: 'busy',
      on: { 'photo.removed': 'removing' },
      invoke: {
        id: 'load',
        src: 'loadPhoto',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: {
          target: 'kept',
          actions: { type: 'keepPicture', params: ({ event }) => ({ picture: event.output }) },
        },
        onError: [
          { guard: { type: 'isGone', params: failure }, target: 'lost' },
          // It counts, seen or not.
          { target: 'kept' },
        ],
      },
    },
    lost: {
      description: 'A loja não tem mais esta foto; a pessoa manda outra.',
      tags: 'refused',
      entry: ['forget', 'notifyGone'],
      on: { 'photo.chosen': 'preparing' },
    },
    preparing: {
      description: 'A foto está sendo reduzida no aparelho, sem o lugar e a hora que a câmera anotou.',
      tags: ['busy', 'pending'],
      invoke: {
        id: 'prepare',
        src: 'preparePhoto',
        input: ({ event }) => ({ file: (event as Extract<PhotoEvent, { type: 'photo.chosen' }>).file }),
        onDone: { target: 'sending', actions: { type: 'keepPrepared', params: ({ event }) => event.output } },
        onError: 'unreadable',
      },
    },
    unreadable: {
      description: 'O aparelho não abriu este arquivo como foto; a pessoa escolhe outra.',
      tags: 'refused',
      on: { 'photo.chosen': 'preparing' },
    },
    sending: {
      description: 'A foto está a caminho da loja.',
      tags: ['busy', 'pending'],
      on: { 'photo.removed': { target: 'empty', actions: 'forget' } },
      invoke: {
        id: 'send',
        src: 'sendPhoto',
        input: ({ context }) => ({ photo: context.photo ?? '' }),
        onDone: {
          target: 'kept',
          actions: [{ type: 'keepSent', params: ({ event }) => event.output }, 'notifyAnswer'],
        },
        onError: [
          {
            guard: { type: 'isPassing', params: failure },
            target: 'waiting',
            actions: { type: 'noteProblem', params: failure },
          },
          { target: 'refused', actions: { type: 'noteProblem', params: failure } },
        ],
      },
    },
    waiting: {
      description: 'Sem internet para enviar a foto; a loja tenta de novo sozinha, ou a pessoa a remove.',
      tags: ['offline', 'pending'],
      ...retry('sending'),
      on: { ...retry('sending').on, 'photo.removed': { target: 'empty', actions: 'forget' } },
    },
    refused: {
      description:
        'A loja não aceitou a foto e diz por quê; a pessoa escolhe outra, tenta de novo ou a remove.',
      tags: 'refused',
      on: {
        'photo.chosen': 'preparing',
        'load.retried': 'sending',
        'photo.removed': { target: 'empty', actions: 'forget' },
      },
    },
    kept: {
      description: 'A foto está com a loja e conta como resposta.',
      on: { 'photo.removed': 'removing' },
    },
    removing: {
      description: 'A foto já não conta; a loja a está apagando.',
      tags: 'busy',
      entry: 'notifyGone',
      exit: 'forget',
      invoke: {
        id: 'remove',
        src: 'removePhoto',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: 'empty',
        // What no order names goes by itself after its time.
        onError: 'empty',
      },
    },
  },
});
