import { assign, setup } from 'xstate';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, failure, fromEvent, port } from '#machines/port.ts';

export interface ProofContext {
  code: string;
  problem: FlowProblem | null;
}
const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * The second factor once more, for what asks for a fresh one (`STEP_UP`): it ends when it was proved. Whoever
 * invokes it says what it is for, and how one leaves it. Source: operator's design §4.
 */
export const proofMachine = setup({
  types: {
    context: {} as ProofContext,
    events: {} as { type: 'proof.submitted'; code: string },
    tags: {} as 'busy',
  },
  actors: { stepUp: port<void, { code: string }>('stepUp') },
  guards: { isCode: ({ event }) => isCode(event.code) },
  actions: {
    take: assign((_, { code }: { code: string }) => ({ code, problem: null })),
    note: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
  },
}).createMachine({
  id: 'opsProof',
  description: 'O segundo fator mais uma vez, para o que pede uma prova nova.',
  initial: 'asking',
  context: { code: '', problem: null },
  states: {
    asking: {
      description: 'A pessoa digita os seis números do aplicativo.',
      on: {
        'proof.submitted': {
          guard: 'isCode',
          target: 'checking',
          actions: { type: 'take', params: fromEvent },
        },
      },
    },
    checking: {
      description: 'O servidor confere os números; valem por cinco minutos.',
      tags: 'busy',
      invoke: {
        id: 'stepUp',
        src: 'stepUp',
        input: ({ context: { code } }) => ({ code }),
        onDone: 'proved',
        onError: { target: 'asking', actions: { type: 'note', params: failure } },
      },
    },
    proved: { description: 'A prova é nova: o que a pedia segue.', type: 'final' },
  },
});
