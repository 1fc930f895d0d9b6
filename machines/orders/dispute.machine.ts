import { setup, transition } from 'xstate';
import type { DisputeState } from '#contract/ops/dispute.ts';

export const disputeEvents = ['dispute.answered', 'dispute.returned', 'dispute.rejected'] as const;
export type DisputeEvent = (typeof disputeEvents)[number];

/**
 * A Pix that its payer's bank contests (MED). The bank decides: the money goes back, or stays with the shop. Until
 * then the shop may say what it knows, once. Source: operator study, §5; Banco Central, Regulamento do Pix.
 */
export const disputeMachine = setup({
  types: { events: {} as { type: DisputeEvent } },
}).createMachine({
  id: 'dispute',
  description: 'Um Pix contestado pelo banco de quem pagou; quem decide é o banco.',
  initial: 'open',
  states: {
    open: {
      description: 'O banco contesta o Pix e espera a resposta da loja, até o prazo.',
      on: {
        'dispute.answered': {
          description: 'A loja enviou ao banco o que sabe da entrega.',
          target: 'answered',
        },
        'dispute.returned': { description: 'O banco devolveu o dinheiro a quem pagou.', target: 'returned' },
        'dispute.rejected': { description: 'O banco recusou a contestação.', target: 'kept' },
      },
    },
    answered: {
      description: 'A loja respondeu; a decisão do banco ainda não veio.',
      on: {
        'dispute.returned': { description: 'O banco devolveu o dinheiro a quem pagou.', target: 'returned' },
        'dispute.rejected': { description: 'O banco recusou a contestação.', target: 'kept' },
      },
    },
    returned: { description: 'O dinheiro do Pix contestado voltou para quem pagou.', type: 'final' },
    kept: { description: 'A contestação foi recusada; o dinheiro fica com a loja.', type: 'final' },
  },
});

/** The state an event leads to, or null when it is illegal. */
export function nextDisputeState(state: DisputeState, event: DisputeEvent): DisputeState | null {
  const before = disputeMachine.resolveState({ value: state });
  return before.can({ type: event }) ? transition(disputeMachine, before, { type: event })[0].value : null;
}
