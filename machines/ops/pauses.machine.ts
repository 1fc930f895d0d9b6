import { assign, setup } from 'xstate';
import type { OpsPause, OpsPauses } from '#contract/ops/pause.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, fromEvent, fromOutput, isFault, port } from '#machines/port.ts';

export type PauseTarget = Pick<OpsPause, 'kind' | 'id'>;
/** What is asked for: a pause with its reason and its end (ISO-8601; null = until somebody ends it), or its end now. */
export type PauseAsk =
  | { type: 'start'; target: PauseTarget; reason: string; until: string | null }
  | { type: 'end'; target: PauseTarget };
export interface PauseCall {
  ask: PauseAsk;
  /** the same for every repeat: it happens once */
  key: string;
}
export interface PausesContext {
  pauses: OpsPauses | null;
  /** words of a product that is looked for */
  text: string;
  /** as it was sent: nothing typed is lost */
  ask: PauseAsk | null;
  /** of the screen, and of what was sent on it: a key is of one try */
  visit: number;
  count: number;
  /** what was done last */
  done: PauseAsk | null;
  problem: FlowProblem | null;
  failures: number;
}
export type PausesEvent =
  | { type: 'form.opened' }
  | { type: 'form.closed' }
  | { type: 'targets.searched'; text: string }
  | { type: 'pause.submitted'; ask: PauseAsk }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

/** ms between two looks */
const EVERY = 30_000;
const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const isFit = (ask: PauseAsk): boolean =>
  ask.type === 'end' || (ask.reason.trim() !== '' && (ask.until === null || ask.until !== ''));

/**
 * What the shop holds back for now: shoppers read the reason, and each pause ends at its time or by hand. Times in ms.
 * Source: operator study, §2.
 */
export const pausesMachine = setup({
  types: {
    input: {} as { isOpen: boolean; visit: number },
    context: {} as PausesContext & { isOpen: boolean },
    events: {} as PausesEvent,
    tags: {} as 'closed' | 'busy' | 'list' | 'offline' | 'failed' | 'form' | 'waiting',
  },
  actors: {
    loadPauses: port<OpsPauses, { text: string }>('loadPauses'),
    sendPause: port<void, PauseCall>('sendPause'),
  },
  guards: {
    isFault,
    isOpen: ({ context }) => context.isOpen,
    isStart: ({ event }) =>
      event.type === 'pause.submitted' && event.ask.type === 'start' && isFit(event.ask),
    isEnd: ({ event }) => event.type === 'pause.submitted' && event.ask.type === 'end',
    wasStart: ({ context }) => context.ask?.type === 'start',
  },
  delays: {
    untilNext: EVERY,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign((_, pauses: OpsPauses) => ({ pauses, problem: null, failures: 0 })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    search: assign((_, { text }: { text: string }) => ({ text: text.trim() })),
    open: assign({ text: '', ask: null, done: null, problem: null, failures: 0 }),
    close: assign({ text: '', ask: null, problem: null, failures: 0 }),
    take: assign(({ context }, { ask }: { ask: PauseAsk }) => ({
      ask,
      count: context.count + 1,
      done: null,
      problem: null,
      failures: 0,
    })),
    finish: assign(({ context }) => ({ text: '', done: context.ask, ask: null, problem: null, failures: 0 })),
  },
}).createMachine({
  id: 'opsPauses',
  description: 'O que a loja parou de vender por enquanto.',
  initial: 'arriving',
  context: ({ input: { isOpen, visit } }) => ({
    isOpen,
    visit,
    pauses: null,
    text: '',
    ask: null,
    count: 0,
    done: null,
    problem: null,
    failures: 0,
  }),
  states: {
    arriving: {
      description: 'O papel da pessoa diz se ela pausa as vendas.',
      always: [{ guard: 'isOpen', target: 'reading' }, { target: 'closed' }],
    },
    closed: { description: 'O papel desta pessoa não pausa nada.', tags: 'closed' },
    reading: {
      description: 'As pausas são lidas; as que já se viam continuam à vista.',
      tags: ['busy', 'list'],
      invoke: {
        id: 'loadPauses',
        src: 'loadPauses',
        input: { text: '' },
        onDone: { target: 'list', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    list: {
      description: 'As pausas estão à vista; a pessoa pausa mais alguma coisa ou retoma uma.',
      tags: 'list',
      after: { untilNext: 'reading' },
      on: {
        'form.opened': { target: 'filling', actions: 'open' },
        'pause.submitted': {
          guard: 'isEnd',
          target: 'sending',
          actions: { type: 'take', params: fromEvent },
        },
        'load.retried': 'reading',
        'network.restored': 'reading',
      },
    },
    offline: {
      description: 'Sem conexão para ler as pausas; o balcão tenta de novo sozinho.',
      tags: 'offline',
      after: { backOff: 'reading' },
      on: { 'load.retried': 'reading', 'network.restored': 'reading' },
    },
    failed: {
      description: 'O servidor não disse as pausas; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'reading' },
    },
    filling: {
      description: 'A pessoa diz o que para, por quê e até quando.',
      tags: 'form',
      on: {
        'pause.submitted': {
          guard: 'isStart',
          target: 'sending',
          actions: { type: 'take', params: fromEvent },
        },
        'targets.searched': { target: 'finding', actions: { type: 'search', params: fromEvent } },
        'form.closed': { target: 'reading', actions: 'close' },
      },
    },
    finding: {
      description: 'O servidor procura os produtos com essas palavras; o que se digitou fica.',
      tags: ['busy', 'form'],
      invoke: {
        id: 'findTargets',
        src: 'loadPauses',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'filling', actions: { type: 'keep', params: fromOutput } },
        onError: { target: 'filling', actions: note },
      },
      on: { 'form.closed': { target: 'reading', actions: 'close' } },
    },
    sending: {
      description: 'O servidor pausa ou retoma, uma vez só, e a loja muda na hora.',
      tags: 'busy',
      invoke: {
        id: 'sendPause',
        src: 'sendPause',
        input: ({ context: { ask, visit, count } }) => {
          if (!ask) throw new Error('nothing to pause');
          return { ask, key: `pause-${visit}-${count}` };
        },
        onDone: { target: 'reading', actions: 'finish' },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'waiting', actions: note },
          { guard: 'wasStart', target: 'filling', actions: note },
          { target: 'list', actions: note },
        ],
      },
    },
    waiting: {
      description: 'Sem resposta da pausa; ela é repetida com a mesma chave e vale uma vez.',
      tags: 'waiting',
      after: { backOff: 'sending' },
      on: { 'load.retried': 'sending', 'network.restored': 'sending' },
    },
  },
});
