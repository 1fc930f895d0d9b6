import { assign, setup } from 'xstate';
import type { OpsMoney } from '#contract/ops/money.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
} from '#machines/port.ts';

/** What is typed from the bank's statement; `retry` asks the provider once more. */
export type Settling =
  | { kind: 'confirm'; endToEndId: string; amount: number; paidAt: string }
  | { kind: 'settle'; returnId: string; at: string }
  | { kind: 'retry' };
/** A charge to confirm, or a refund to settle. */
export interface MoneyItem {
  kind: 'charge' | 'refund';
  id: string;
}
export interface MoneyCall {
  item: MoneyItem;
  settling: Settling;
  /** the same for every repeat: it happens once */
  key: string;
}
export interface MoneyContext {
  money: OpsMoney | null;
  item: MoneyItem | null;
  /** as it was sent: nothing typed is lost */
  settling: Settling | null;
  count: number;
  code: string;
  /** the item that was settled last */
  settled: MoneyItem | null;
  problem: FlowProblem | null;
  failures: number;
}
export type MoneyEvent =
  | { type: 'item.opened'; item: MoneyItem }
  | { type: 'item.closed' }
  | { type: 'settling.submitted'; settling: Settling }
  | { type: 'proof.submitted'; code: string }
  | { type: 'money.changed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

/** ms between two looks */
const EVERY = 60_000;
const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
/** Ways out of an item while nothing of it is on its way. */
const leaving = {
  'item.closed': { target: '#opsMoney.reading', actions: 'close' },
  'item.opened': { target: 'filling', actions: 'open' },
} as const;
const isFit = (settling: Settling, kind: MoneyItem['kind']): boolean =>
  settling.kind === 'confirm'
    ? kind === 'charge' && /^E[\dA-Za-z]{31}$/.test(settling.endToEndId) && settling.amount > 0
    : kind === 'refund' && (settling.kind === 'retry' || /^D[\dA-Za-z]{31}$/.test(settling.returnId));

/**
 * The money that waits for a person: static Pix to confirm, refunds to send back by hand. Only what the bank's
 * statement says counts, and moving money asks for a fresh second factor. Times in ms.
 * Source: operator's design §2 (screen 7), §5.
 */
export const moneyMachine = setup({
  types: {
    input: {} as { isOpen: boolean },
    context: {} as MoneyContext & { isOpen: boolean },
    events: {} as MoneyEvent,
    tags: {} as 'closed' | 'busy' | 'queue' | 'offline' | 'failed' | 'item' | 'proving' | 'waiting',
  },
  actors: {
    loadMoney: port<OpsMoney>('loadMoney'),
    settleMoney: port<void, MoneyCall>('settleMoney'),
    stepUp: port<void, { code: string }>('stepUp'),
  },
  guards: {
    isFault,
    isOpen: ({ context }) => context.isOpen,
    isFit: ({ context, event }) =>
      event.type === 'settling.submitted' &&
      context.item !== null &&
      isFit(event.settling, context.item.kind),
    isCode: ({ event }) => event.type === 'proof.submitted' && /^\d{6}$/.test(event.code),
    needsProof: isRefusedAs('FRESH_PROOF'),
  },
  delays: {
    untilNext: EVERY,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign((_, money: OpsMoney) => ({ money, problem: null, failures: 0 })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    open: assign(({ event }) =>
      event.type === 'item.opened'
        ? { item: event.item, settling: null, settled: null, problem: null, failures: 0 }
        : {},
    ),
    close: assign({ item: null, settling: null, problem: null, failures: 0 }),
    take: assign(({ context, event }) =>
      event.type === 'settling.submitted'
        ? { settling: event.settling, count: context.count + 1, problem: null, failures: 0 }
        : {},
    ),
    takeCode: assign(({ event }) => (event.type === 'proof.submitted' ? { code: event.code } : {})),
    askProof: assign({ problem: null }),
    finish: assign(({ context }) => ({
      settled: context.item,
      item: null,
      settling: null,
      problem: null,
      failures: 0,
    })),
  },
}).createMachine({
  id: 'opsMoney',
  description: 'O dinheiro que espera uma pessoa da equipe.',
  initial: 'arriving',
  context: ({ input: { isOpen } }) => ({
    isOpen,
    money: null,
    item: null,
    settling: null,
    count: 0,
    code: '',
    settled: null,
    problem: null,
    failures: 0,
  }),
  states: {
    arriving: {
      description: 'O papel da pessoa diz se ela vê o dinheiro.',
      always: [{ guard: 'isOpen', target: 'reading' }, { target: 'closed' }],
    },
    closed: { description: 'O papel desta pessoa não abre o dinheiro.', tags: 'closed' },
    reading: {
      description: 'A fila é lida; o que já se via dela continua à vista.',
      tags: ['busy', 'queue'],
      invoke: {
        id: 'loadMoney',
        src: 'loadMoney',
        input: {},
        onDone: { target: 'queue', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
      on: { 'item.opened': { target: 'item', actions: 'open' } },
    },
    queue: {
      description: 'A fila está à vista, o que vence antes em cima; a pessoa abre um item.',
      tags: 'queue',
      after: { untilNext: 'reading' },
      on: {
        'item.opened': { target: 'item', actions: 'open' },
        'money.changed': 'reading',
        'load.retried': 'reading',
        'network.restored': 'reading',
      },
    },
    offline: {
      description: 'Sem conexão para ler o dinheiro; o balcão tenta de novo sozinho.',
      tags: 'offline',
      after: { backOff: 'reading' },
      on: { 'load.retried': 'reading', 'network.restored': 'reading' },
    },
    failed: {
      description: 'O servidor não disse o dinheiro; a pessoa pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'reading' },
    },
    item: {
      description: 'Um item da fila está aberto, e a pessoa copia dele o que o extrato do banco diz.',
      tags: 'item',
      initial: 'filling',
      states: {
        filling: {
          description: 'A pessoa digita o identificador, o valor e a hora do extrato.',
          on: { ...leaving, 'settling.submitted': { guard: 'isFit', target: 'sending', actions: 'take' } },
        },
        sending: {
          description: 'O servidor compara com a cobrança e registra uma vez só.',
          tags: 'busy',
          invoke: {
            id: 'settleMoney',
            src: 'settleMoney',
            input: ({ context: { item, settling, count } }) => {
              if (!item || !settling) throw new Error('nothing to settle');
              return { item, settling, key: `${settling.kind}-${item.id}-${count}` };
            },
            onDone: { target: '#opsMoney.reading', actions: 'finish' },
            onError: [
              { guard: { type: 'needsProof', params: failure }, target: 'proving', actions: 'askProof' },
              { guard: { type: 'isFault', params: failure }, target: 'waiting', actions: note },
              { target: 'filling', actions: note },
            ],
          },
        },
        waiting: {
          description: 'Sem resposta do registro; ele é repetido com a mesma chave e vale uma vez.',
          tags: 'waiting',
          after: { backOff: 'sending' },
          on: { 'load.retried': 'sending', 'network.restored': 'sending' },
        },
        proving: {
          description: 'Mexer em dinheiro pede de novo os seis números do aplicativo.',
          tags: 'proving',
          on: {
            ...leaving,
            'proof.submitted': { guard: 'isCode', target: 'checkingProof', actions: 'takeCode' },
          },
        },
        checkingProof: {
          description: 'O servidor confere os números; valem por cinco minutos.',
          tags: ['busy', 'proving'],
          invoke: {
            id: 'stepUp',
            src: 'stepUp',
            input: ({ context: { code } }) => ({ code }),
            onDone: { target: 'sending', actions: 'askProof' },
            onError: { target: 'proving', actions: note },
          },
        },
      },
    },
  },
});
