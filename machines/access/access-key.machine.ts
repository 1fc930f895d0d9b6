import { assign, setup } from 'xstate';
import type { OpenedAccess } from '#contract/people/access.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import { type Failure, failure, fromEvent, fromOutput, isFault, isRefusedAs, port } from '#machines/port.ts';

export interface AccessKeyInput {
  /** as it came in a link; null where it is to be typed */
  key: string | null;
}
export interface AccessKeyContext {
  key: string;
  opened: OpenedAccess | null;
  /** the visitor's record that holds the key; null of an account */
  leadId: string | null;
  problem: FlowProblem | null;
}
export type AccessKeyEvent =
  | { type: 'key.submitted'; key: string }
  | { type: 'load.retried' }
  | { type: 'network.restored' };
/** What a used key opens, and the visitor's record that holds it, where there is no account. */
export interface KeyUsed {
  opened: OpenedAccess;
  leadId: string | null;
}

const note = { type: 'noteProblem', params: failure } as const;
const submit = {
  'key.submitted': { target: '#accessKey.checking', actions: { type: 'keep', params: fromEvent } },
} as const;

/**
 * An access key or an invitation, typed or come by a link, used for whoever is here: the account, or a visitor's
 * record that the account takes over. Giving one again changes nothing, so that a lost answer is asked for again.
 * Source: specification §7; D12, D24; SEC-15.
 */
export const accessKeyMachine = setup({
  types: {
    input: {} as AccessKeyInput,
    context: {} as AccessKeyContext,
    events: {} as AccessKeyEvent,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: { useKey: port<KeyUsed, { key: string }>('useKey') },
  guards: {
    hasKey: ({ context }) => context.key !== '',
    isFault,
    isRefused: isRefusedAs('INVALID_KEY', 'EXPIRED_KEY', 'KEY_LIMIT', 'TOO_MANY_REQUESTS', 'MALFORMED'),
  },
  actions: {
    keep: assign((_, { key }: { key: string }) => ({ key, opened: null, leadId: null, problem: null })),
    noteOpened: assign((_, { opened, leadId }: KeyUsed) => ({ opened, leadId, problem: null })),
    noteProblem: assign((_, { error }: Failure) => ({ problem: problemOf(error) })),
  },
}).createMachine({
  id: 'accessKey',
  description: 'O uso de uma chave ou de um convite, digitado ou vindo em um link.',
  initial: 'opening',
  context: ({ input }) => ({ key: input.key ?? '', opened: null, leadId: null, problem: null }),
  states: {
    opening: {
      description: 'A loja vê se a pessoa chegou com uma chave no link.',
      always: [{ guard: 'hasKey', target: 'checking' }, { target: 'idle' }],
    },
    idle: {
      description: 'A pessoa digita ou cola a chave que recebeu.',
      tags: 'editable',
      on: submit,
    },
    checking: {
      description: 'A chave está sendo conferida; certa, ela abre as campanhas dela.',
      tags: 'busy',
      invoke: {
        id: 'useKey',
        src: 'useKey',
        input: ({ context: { key } }) => ({ key }),
        onDone: { target: 'opened', actions: { type: 'noteOpened', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unanswered', actions: note },
          { guard: { type: 'isRefused', params: failure }, target: 'refused', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    refused: {
      description: 'A chave não abre nada: o motivo é dito, e a pessoa corrige ou usa outra.',
      tags: ['editable', 'refused'],
      on: submit,
    },
    unanswered: {
      description: 'Sem resposta sobre a chave; ela é conferida de novo quando a internet voltar.',
      tags: ['editable', 'offline'],
      on: { ...submit, 'load.retried': 'checking', 'network.restored': 'checking' },
    },
    failed: {
      description: 'O servidor não conferiu a chave; a pessoa pode tentar de novo.',
      tags: ['editable', 'failed'],
      on: { ...submit, 'load.retried': 'checking' },
    },
    opened: {
      description: 'A chave vale: as campanhas que ela abriu estão à vista, e outra pode ser usada.',
      on: submit,
    },
  },
});
