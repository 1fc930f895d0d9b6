import { assign, sendTo, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  port,
  source,
} from '#machines/port.ts';
import { toParent } from '#machines/notify.ts';
import { type Board, newIn, withKnown } from './board.ts';

export interface ShiftContext {
  /** as it was read last; kept while it is read again and while there is no network */
  board: Board | null;
  /** orders that ring: they came after the shift began, and nobody took them yet */
  ringing: readonly string[];
  /** news came while the board was being read */
  isStale: boolean;
  problem: FlowProblem | null;
  failures: number;
}
/** Orders changed somewhere; the board says how. */
export type NewsEvent = { type: 'news.arrived' };
/** The browser took the sound of this device away. */
export type SoundEvent = { type: 'sound.muted' };
/** What stands on the board may stand otherwise: whoever shows an order reads it again. */
export type BoardChanged = { type: 'board.changed' };
export type ShiftEvent =
  | NewsEvent
  | { type: 'ring.answered'; ids: readonly string[] }
  | { type: 'sound.armed' }
  | SoundEvent
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'network.lost' };

/** ms between two looks at the board without any news */
const EVERY = 10_000;
/** ms after which news is followed, so that a burst of it is one look */
const SHORTLY = 300;
const LONGEST_BACK_OFF = 30_000;

/**
 * A shift at the desk: the living board and the ring of new orders. A browser plays nothing before a tap, so the
 * sound is armed by one; until then, and while there is no network, the screens say so loudly. Times in ms.
 * Source: operator's design §1 (new-order alert).
 */
export const shiftMachine = setup({
  types: {
    context: {} as ShiftContext,
    events: {} as ShiftEvent,
    tags: {} as 'live' | 'busy' | 'offline' | 'failed' | 'silent' | 'armed' | 'ringing',
  },
  actors: {
    loadBoard: port<Board>('loadBoard'),
    hearNews: source<NewsEvent>('hearNews'),
    ring: source<SoundEvent>('ring'),
  },
  guards: {
    isFault,
    isStale: ({ context }) => context.isStale,
    hasRinging: ({ context }) => context.ringing.length > 0,
    hasNone: ({ context }) => context.ringing.length === 0,
  },
  delays: {
    untilNext: EVERY,
    shortly: SHORTLY,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign(({ context }, board: Board) => {
      const fresh = newIn(board);
      const known = context.board ? newIn(context.board) : fresh;
      return {
        board: withKnown(context.board, board),
        ringing: fresh.filter((id) => context.ringing.includes(id) || !known.includes(id)),
        problem: null,
        failures: 0,
      };
    }),
    noteStale: assign({ isStale: true }),
    begin: assign({ isStale: false }),
    notifyChanged: sendTo(toParent<BoardChanged>, { type: 'board.changed' }),
    answer: assign(({ context }, { ids }: { ids: readonly string[] }) => ({
      ringing: context.ringing.filter((id) => !ids.includes(id)),
    })),
    noteLost: assign(({ context }) => ({ failures: Math.max(1, context.failures) })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'opsShift',
  description: 'Um turno no balcão: o quadro ao vivo e o toque dos pedidos novos.',
  type: 'parallel',
  context: { board: null, ringing: [], isStale: false, problem: null, failures: 0 },
  invoke: { id: 'hearNews', src: 'hearNews' },
  on: {
    'ring.answered': { actions: { type: 'answer', params: fromEvent } },
    'news.arrived': { actions: 'notifyChanged' },
  },
  states: {
    board: {
      description: 'O quadro dos pedidos como o servidor o diz.',
      initial: 'reading',
      states: {
        reading: {
          description: 'O quadro é lido; o que já se via continua à vista.',
          tags: 'busy',
          entry: 'begin',
          invoke: {
            id: 'loadBoard',
            src: 'loadBoard',
            input: {},
            onDone: [
              { guard: 'isStale', target: 'following', actions: { type: 'keep', params: fromOutput } },
              { target: 'live', actions: { type: 'keep', params: fromOutput } },
            ],
            onError: [
              {
                guard: { type: 'isFault', params: failure },
                target: 'offline',
                actions: { type: 'note', params: failure },
              },
              { target: 'failed', actions: { type: 'note', params: failure } },
            ],
          },
          on: {
            'network.lost': 'offline',
            'news.arrived': { actions: ['noteStale', 'notifyChanged'] },
          },
        },
        live: {
          description: 'O quadro está em dia; dali a pouco, ou com uma notícia, é lido de novo.',
          tags: 'live',
          after: { untilNext: 'reading' },
          on: {
            'news.arrived': { target: 'following', actions: 'notifyChanged' },
            'network.lost': 'offline',
            'network.restored': 'reading',
            'load.retried': 'reading',
          },
        },
        following: {
          description: 'Houve uma notícia; num instante o quadro é lido com todas as que vierem juntas.',
          tags: 'live',
          after: { shortly: 'reading' },
          on: { 'network.lost': 'offline' },
        },
        offline: {
          description: 'Sem conexão: o quadro pode estar velho, e o balcão tenta de novo sozinho.',
          tags: 'offline',
          entry: 'noteLost',
          after: { backOff: 'reading' },
          on: { 'network.restored': 'reading', 'load.retried': 'reading' },
        },
        failed: {
          description: 'O servidor não disse o quadro; o balcão tenta de novo e a pessoa também pode.',
          tags: 'failed',
          after: { backOff: 'reading' },
          on: { 'load.retried': 'reading', 'network.restored': 'reading' },
        },
      },
    },
    sound: {
      description: 'O som deste aparelho.',
      initial: 'silent',
      states: {
        silent: {
          description: 'Sem som: pedido novo não toca aqui até a pessoa ligar o som.',
          tags: 'silent',
          on: { 'sound.armed': 'armed' },
        },
        armed: {
          description: 'O som foi ligado por um toque e vale até o fim do turno.',
          tags: 'armed',
          initial: 'quiet',
          on: { 'sound.muted': 'silent' },
          states: {
            quiet: {
              description: 'Sem pedido novo à espera, o aparelho não toca.',
              always: { guard: 'hasRinging', target: 'ringing' },
            },
            ringing: {
              description: 'Um pedido novo espera alguém pegar; o aparelho toca até lá.',
              tags: 'ringing',
              invoke: { id: 'ring', src: 'ring' },
              always: { guard: 'hasNone', target: 'quiet' },
            },
          },
        },
      },
    },
  },
});
