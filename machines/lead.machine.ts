import { assign, sendTo, setup } from 'xstate';
import type { Address } from '#contract/place.ts';
import { isPassing } from './flow-problem.ts';
import { toParent } from './notify.ts';
import { type Failure, backOffAfter, failure, port, fromEvent, fromOutput } from './port.ts';

type LeadEvent =
  | { type: 'lead.wanted'; location: Address }
  | { type: 'session.opened' }
  | { type: 'session.closed' }
  | { type: 'network.restored' };

/** What it tells the app. */
export type LeadNotification = { type: 'lead.known'; id: string };

const LONGEST_BACK_OFF = 60_000;

/**
 * The lead of a visitor who says where they are: created then if there is none yet, and given the address
 * (D12). Somebody who is signed in has an account for that. The first write of a cart creates a lead as well.
 * Tells the app `lead.known`. A lead that the server has deleted is noticed where campaigns are requested for
 * it. Times in ms. Source: spec.md §3, §6, §7.
 */
export const leadMachine = setup({
  types: { context: {} as { location: Address; failures: number }, events: {} as LeadEvent },
  actors: { keepLead: port<{ id: string }, { location: Address }>('keepLead') },
  guards: { isPassing: (_, { error }: Failure) => isPassing(error) },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    want: assign((_, { location }: { location: Address }) => ({ location, failures: 0 })),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
    notifyKnown: sendTo(toParent<LeadNotification>, (_, { id }: { id: string }) => ({
      type: 'lead.known',
      id,
    })),
  },
}).createMachine({
  id: 'lead',
  description: 'O registro de um visitante que disse onde está, mesmo sem cadastro.',
  initial: 'resting',
  context: { location: {}, failures: 0 },
  on: {
    'lead.wanted': {
      target: '.keeping',
      reenter: true,
      actions: { type: 'want', params: fromEvent },
    },
    'session.opened': '.resting',
    'session.closed': '.resting',
  },
  states: {
    resting: { description: 'Nada a gravar; quando o visitante disser outro lugar, ele será guardado.' },
    keeping: {
      description: 'O lugar do visitante está sendo guardado no servidor.',
      invoke: {
        id: 'keepLead',
        src: 'keepLead',
        input: ({ context }) => ({ location: context.location }),
        onDone: { target: 'resting', actions: { type: 'notifyKnown', params: fromOutput } },
        onError: [
          { guard: { type: 'isPassing', params: failure }, target: 'waiting', actions: 'countFailure' },
          // The place is known here and public campaigns are shown, so nobody is bothered with it.
          { target: 'resting' },
        ],
      },
    },
    waiting: {
      description: 'Sem internet para guardar o lugar; a loja tenta de novo sozinha.',
      after: { backOff: 'keeping' },
      on: { 'network.restored': 'keeping' },
    },
  },
});
