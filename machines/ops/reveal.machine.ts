import { assign, setup } from 'xstate';
import type { PersonField } from '#contract/ops/person.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, failure, fromEvent, fromOutput, isRefusedAs, port } from '#machines/port.ts';
import { proofMachine } from './proof.machine.ts';

export interface RevealCall {
  id: string;
  field: PersonField;
  reason: string;
}
export interface RevealContext {
  /** the order */
  id: string;
  isOpen: boolean;
  field: PersonField | null;
  /** as it was sent: nothing typed is lost */
  reason: string;
  /** what is shown now, by field */
  revealed: Readonly<Partial<Record<PersonField, string>>>;
  problem: FlowProblem | null;
}
export type RevealEvent =
  | { type: 'reveal.asked'; field: PersonField }
  | { type: 'reason.submitted'; reason: string }
  | { type: 'reveal.canceled' }
  | { type: 'network.restored' };

/** ms for which what was revealed stays on the screen */
const SHOWN_FOR = 5 * 60_000;
const note = { type: 'note', params: failure } as const;
const asked = { target: 'asking', actions: { type: 'ask', params: fromEvent } } as const;
const leaving = { 'reveal.canceled': { target: 'resting', actions: 'cancel' } } as const;

/**
 * One field of an order's people at a time, for a reason that stays in the record; all of them are masked again after
 * some minutes, and with the screen. Times in ms. Source: operator study, §1, §3; decision 150.
 */
export const revealMachine = setup({
  types: {
    input: {} as { id: string; isOpen: boolean },
    context: {} as RevealContext,
    events: {} as RevealEvent,
    children: {} as { proof: 'proof' },
    tags: {} as 'closed' | 'asking' | 'busy' | 'proving',
  },
  actors: { revealPerson: port<{ value: string }, RevealCall>('revealPerson'), proof: proofMachine },
  guards: {
    isOpen: ({ context }) => context.isOpen,
    hasReason: ({ event }) => event.type === 'reason.submitted' && event.reason.trim() !== '',
    hasRevealed: ({ context }) => Object.keys(context.revealed).length > 0,
    needsProof: isRefusedAs('FRESH_PROOF'),
  },
  delays: { untilMasked: SHOWN_FOR },
  actions: {
    ask: assign((_, { field }: { field: PersonField }) => ({ field, reason: '', problem: null })),
    take: assign((_, { reason }: { reason: string }) => ({ reason: reason.trim(), problem: null })),
    keep: assign(({ context }, { value }: { value: string }) => ({
      revealed: context.field ? { ...context.revealed, [context.field]: value } : context.revealed,
      field: null,
      problem: null,
    })),
    note: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
    cancel: assign({ field: null, problem: null }),
    mask: assign({ revealed: {} }),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'opsReveal',
  description: 'Os dados cobertos da pessoa de um pedido, mostrados um a um e com motivo.',
  initial: 'arriving',
  context: ({ input }) => ({ ...input, field: null, reason: '', revealed: {}, problem: null }),
  states: {
    arriving: {
      description: 'O papel de quem olha diz se ela pode mostrar um dado coberto.',
      always: [{ guard: 'isOpen', target: 'resting' }, { target: 'closed' }],
    },
    closed: { description: 'O papel desta pessoa não mostra dados cobertos.', tags: 'closed' },
    resting: {
      description: 'Ninguém pede um dado agora; cada um coberto pode ser pedido.',
      on: { 'reveal.asked': asked },
      initial: 'masked',
      states: {
        masked: {
          description: 'Todos os dados da pessoa que podem ser cobertos estão cobertos.',
          always: { guard: 'hasRevealed', target: 'shown' },
        },
        shown: {
          description: 'O que foi mostrado fica à vista cinco minutos e é coberto de novo.',
          after: { untilMasked: { target: 'masked', actions: 'mask' } },
        },
      },
    },
    asking: {
      description: 'A pessoa diz para que precisa do dado; o motivo fica no registro.',
      tags: 'asking',
      on: {
        ...leaving,
        'reveal.asked': asked,
        'network.restored': { actions: 'forgetProblem' },
        'reason.submitted': {
          guard: 'hasReason',
          target: 'sending',
          actions: { type: 'take', params: fromEvent },
        },
      },
    },
    sending: {
      description: 'O servidor escreve quem olhou e por quê, e manda o dado.',
      tags: ['asking', 'busy'],
      invoke: {
        id: 'revealPerson',
        src: 'revealPerson',
        input: ({ context: { id, field, reason } }) => {
          if (!field) throw new Error('nothing to reveal');
          return { id, field, reason };
        },
        onDone: { target: 'resting', actions: { type: 'keep', params: fromOutput } },
        onError: [
          { guard: { type: 'needsProof', params: failure }, target: 'proving' },
          { target: 'asking', actions: note },
        ],
      },
    },
    proving: {
      description: 'Mostrar um dado coberto pede de novo os seis números do aplicativo.',
      tags: 'proving',
      invoke: { id: 'proof', src: 'proof', onDone: 'sending' },
      on: leaving,
    },
  },
});
