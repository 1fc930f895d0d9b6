import { assign, setup } from 'xstate';
import type { OpsMoney } from '#contract/ops/money.ts';
import type { MoneyDays } from '#contract/ops/money-days.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  isRefusedAs,
  port,
} from '#machines/port.ts';
import { proofMachine } from './proof.machine.ts';

/**
 * What is typed from the bank's statement; `retry` asks the provider once more. Of stray money: it pays an order, went
 * back or never came. Of a Pix: its payer's bank contests it, the shop answers, the bank takes it back or leaves it.
 * What another asked for is approved or refused.
 */
export type Settling =
  | { kind: 'confirm'; endToEndId: string; amount: number; paidAt: string }
  | { kind: 'settle'; returnId: string; at: string }
  | { kind: 'retry' }
  | { kind: 'order'; orderCode: string; reason: string }
  | { kind: 'returned'; returnId: string; at: string; reason: string }
  | { kind: 'absent'; reason: string }
  | { kind: 'contested'; endToEndId: string; amount: number; openedAt: string; protocol: string }
  | { kind: 'answered'; answer: string }
  | { kind: 'takenBack'; returnId: string; amount: number; at: string }
  | { kind: 'kept'; reason: string }
  | { kind: 'approve' }
  | { kind: 'refuse'; reason: string };
/**
 * A charge to confirm, a refund to settle, money without an owner, a contested Pix, what waits for a second person; a
 * `transfer` is one whose contest is not written down yet.
 */
export interface MoneyItem {
  kind: 'charge' | 'refund' | 'stray' | 'dispute' | 'transfer' | 'approval';
  id: string;
}
/** Whose money it is: `isWhole` of the whole shop. */
export interface MoneyOf {
  isOpen: boolean;
  isWhole: boolean;
}
export interface MoneyCall {
  item: MoneyItem;
  settling: Settling;
  /** the same for every repeat: it happens once */
  key: string;
}
/** The queue and, for whoever works at all hubs, what came and went by day. */
export interface MoneyRead {
  money: OpsMoney;
  days: MoneyDays | null;
}
export interface MoneyContext {
  money: OpsMoney | null;
  days: MoneyDays | null;
  item: MoneyItem | null;
  /** as it was sent: nothing typed is lost */
  settling: Settling | null;
  count: number;
  /** the item that was settled last */
  settled: MoneyItem | null;
  /** it is not done: another of the staff has to approve it */
  isAsked: boolean;
  problem: FlowProblem | null;
  failures: number;
}
export type MoneyEvent =
  | { type: 'item.opened'; item: MoneyItem }
  | { type: 'item.closed' }
  | { type: 'settling.submitted'; settling: Settling }
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
  'item.opened': { target: 'filling', actions: { type: 'open', params: fromEvent } },
} as const;
const isTransfer = (endToEndId: string): boolean => /^E[\dA-Za-z]{31}$/.test(endToEndId);
const isReturn = ({ returnId, at }: { returnId: string; at: string }): boolean =>
  /^D[\dA-Za-z]{31}$/.test(returnId) && at !== '';
/** Whether what was typed can be sent for such an item. */
function isFit(settling: Settling, of: MoneyItem['kind']): boolean {
  switch (settling.kind) {
    case 'confirm':
      return of === 'charge' && isTransfer(settling.endToEndId) && settling.amount > 0;
    case 'settle':
      return of === 'refund' && isReturn(settling);
    case 'retry':
      return of === 'refund';
    case 'order':
      return of === 'stray' && settling.orderCode !== '' && settling.reason !== '';
    case 'returned':
      return of === 'stray' && isReturn(settling) && settling.reason !== '';
    case 'absent':
      return of === 'stray' && settling.reason !== '';
    case 'contested':
      return (
        of === 'transfer' &&
        isTransfer(settling.endToEndId) &&
        settling.amount > 0 &&
        settling.openedAt !== ''
      );
    case 'answered':
      return of === 'dispute' && settling.answer !== '';
    case 'takenBack':
      return of === 'dispute' && isReturn(settling) && settling.amount > 0;
    case 'kept':
      return of === 'dispute' && settling.reason !== '';
    case 'approve':
      return of === 'approval';
    case 'refuse':
      return of === 'approval' && settling.reason !== '';
  }
}

/**
 * The money that waits for a person: static Pix to confirm, refunds to send back by hand, money without an owner,
 * contested Pix, and what a second person has to approve. Only what the bank's statement says counts, and moving
 * money asks for a fresh second factor. Times in ms.
 * Source: operator's design §2 (screen 7), §5.
 */
export const moneyMachine = setup({
  types: {
    input: {} as MoneyOf,
    context: {} as MoneyContext & MoneyOf,
    events: {} as MoneyEvent,
    children: {} as { proof: 'proof' },
    tags: {} as 'closed' | 'busy' | 'queue' | 'offline' | 'failed' | 'item' | 'proving' | 'waiting',
  },
  actors: {
    loadMoney: port<MoneyRead, { isWhole: boolean }>('loadMoney'),
    settleMoney: port<{ isAsked: boolean }, MoneyCall>('settleMoney'),
    proof: proofMachine,
  },
  guards: {
    isFault,
    isOpen: ({ context }) => context.isOpen,
    isFit: ({ context, event }) =>
      event.type === 'settling.submitted' &&
      context.item !== null &&
      isFit(event.settling, context.item.kind),
    needsProof: isRefusedAs('FRESH_PROOF'),
  },
  delays: {
    untilNext: EVERY,
    backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF),
  },
  actions: {
    keep: assign((_, read: MoneyRead) => ({ ...read, problem: null, failures: 0 })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    open: assign((_, { item }: { item: MoneyItem }) => ({
      item,
      settling: null,
      settled: null,
      problem: null,
      failures: 0,
    })),
    close: assign({ item: null, settling: null, problem: null, failures: 0 }),
    take: assign(({ context }, { settling }: { settling: Settling }) => ({
      settling,
      count: context.count + 1,
      problem: null,
      failures: 0,
    })),
    forgetProblem: assign({ problem: null }),
    finish: assign(({ context }, { isAsked }: { isAsked: boolean }) => ({
      settled: context.item,
      isAsked,
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
  context: ({ input }) => ({
    ...input,
    money: null,
    days: null,
    item: null,
    settling: null,
    count: 0,
    settled: null,
    isAsked: false,
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
        input: ({ context: { isWhole } }) => ({ isWhole }),
        onDone: { target: 'queue', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'offline', actions: note },
          { target: 'failed', actions: note },
        ],
      },
      on: { 'item.opened': { target: 'item', actions: { type: 'open', params: fromEvent } } },
    },
    queue: {
      description: 'A fila está à vista, o que vence antes em cima; a pessoa abre um item.',
      tags: 'queue',
      after: { untilNext: 'reading' },
      on: {
        'item.opened': { target: 'item', actions: { type: 'open', params: fromEvent } },
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
      description:
        'Um item da fila está aberto: a pessoa copia o que o extrato do banco diz, ou aprova o que outra pediu.',
      tags: 'item',
      initial: 'filling',
      states: {
        filling: {
          description: 'A pessoa digita o que o extrato diz, ou decide o que outra pediu.',
          on: {
            ...leaving,
            'settling.submitted': {
              guard: 'isFit',
              target: 'sending',
              actions: { type: 'take', params: fromEvent },
            },
          },
        },
        sending: {
          description:
            'O servidor confere e registra uma vez só; acima do limite, o registro fica à espera de outra pessoa.',
          tags: 'busy',
          invoke: {
            id: 'settleMoney',
            src: 'settleMoney',
            input: ({ context: { item, settling, count } }) => {
              if (!item || !settling) throw new Error('nothing to settle');
              return { item, settling, key: `${settling.kind}-${item.id}-${count}` };
            },
            onDone: { target: '#opsMoney.reading', actions: { type: 'finish', params: fromOutput } },
            onError: [
              { guard: { type: 'needsProof', params: failure }, target: 'proving', actions: 'forgetProblem' },
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
          invoke: { id: 'proof', src: 'proof', onDone: 'sending' },
          on: leaving,
        },
      },
    },
  },
});
