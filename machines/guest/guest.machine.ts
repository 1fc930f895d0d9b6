import { assign, sendTo, setup } from 'xstate';
import { Guest } from '#domain/person/guest.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import type { LeadNotification } from '#machines/lead.machine.ts';
import { type NavigationContext, taken } from '#machines/navigation/request.ts';
import { type NavigationRequest, type ScreenOf, screenTransitions } from '#machines/navigation/screens.ts';
import { toParent } from '#machines/notify.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isRefusedAs,
  port,
  retryOnReturn,
} from '#machines/port.ts';
import { readAs } from '#machines/read-as.ts';

type GuestStep = ScreenOf<'guest'>;
/** What stands in the fields; `accepted` is the version of the text whose box is ticked, empty where it is not. */
export interface TypedGuest {
  name: string;
  phone: string;
  cpf: string;
  accepted: string;
}
/** What outlives the page: what is typed, and who buys once they said it. */
export interface GuestDraft {
  typed: TypedGuest;
  guest: Guest | null;
}
export interface GuestInput {
  asked: NavigationRequest<GuestStep>;
  draft: GuestDraft | null;
}
export interface GuestContext extends NavigationContext<GuestStep>, GuestDraft {
  problem: FlowProblem | null;
  failures: number;
}
export type GuestEvent =
  | NavigationRequest<GuestStep>
  | { type: 'answer.edited'; typed: Partial<TypedGuest> }
  | { type: 'guest.submitted'; guest: Guest }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };
export type GuestOutput = GuestDraft;
/** What it tells the app. */
type GuestNotification = LeadNotification | { type: 'lead.lost' };

const LONGEST_BACK_OFF = 30_000;
const nothing: TypedGuest = { name: '', phone: '', cpf: '', accepted: '' };
const note = { type: 'noteProblem', params: failure } as const;

/**
 * Somebody who buys without an account says who they are: name, phone, consent, and a CPF if they want it on
 * the invoice. It is kept with the visitor's record before the purchase goes on.
 * Output: who buys, and what was typed for it. Times in ms. Source: D50, D74, D79.
 */
export const guestMachine = setup({
  types: {
    input: {} as GuestInput,
    context: {} as GuestContext,
    events: {} as GuestEvent,
    output: {} as GuestOutput,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: { keepGuest: port<{ id: string }, { guest: Guest | null }>('keepGuest') },
  guards: {
    isWhole: (_, { guest }: { guest: Guest }) => readAs(Guest, guest) !== null,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isRefused: isRefusedAs('MALFORMED'),
    isLost: isRefusedAs('NOT_FOUND'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    take: assign(({ context }, request: NavigationRequest<GuestStep>) => taken(context.asked, request)),
    keepTyped: assign(({ context }, { typed }: { typed: Partial<TypedGuest> }) => ({
      typed: { ...context.typed, ...typed },
    })),
    keepGuest: assign((_, { guest }: { guest: Guest }) => ({ guest, problem: null, failures: 0 })),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    notifyKnown: sendTo(toParent<GuestNotification>, (_, { id }: { id: string }) => ({
      type: 'lead.known',
      id,
    })),
    notifyLost: sendTo(toParent<GuestNotification>, { type: 'lead.lost' }),
  },
}).createMachine({
  id: 'guest',
  description: 'Quem compra sem conta se identifica: nome, celular, aceite e, se quiser, o CPF.',
  initial: 'lead',
  context: ({ input: { asked, draft } }) => ({
    asked,
    refusal: null,
    typed: draft?.typed ?? nothing,
    guest: draft?.guest ?? null,
    problem: null,
    failures: 0,
  }),
  on: screenTransitions('guest', () => ({ type: 'take', params: fromEvent }) as const),
  states: {
    lead: {
      description: 'A pessoa diz quem é; os dados são guardados e a compra segue.',
      initial: 'editing',
      on: {
        'answer.edited': { actions: { type: 'keepTyped', params: fromEvent } },
        'guest.submitted': {
          guard: { type: 'isWhole', params: fromEvent },
          target: '.keeping',
          reenter: true,
          actions: { type: 'keepGuest', params: fromEvent },
        },
      },
      states: {
        editing: {
          description: 'Os campos estão à vista, com o que já foi digitado.',
          tags: 'editable',
        },
        keeping: {
          description: 'Os dados são guardados no registro do visitante.',
          tags: 'busy',
          invoke: {
            id: 'keepGuest',
            src: 'keepGuest',
            input: ({ context }) => ({ guest: context.guest }),
            onDone: { target: '#guest.done', actions: { type: 'notifyKnown', params: fromOutput } },
            onError: [
              { guard: { type: 'isPassing', params: failure }, target: 'offline', actions: note },
              { guard: { type: 'isRefused', params: failure }, target: 'refused', actions: note },
              {
                description: 'O registro do visitante não existe mais no servidor: outro é feito.',
                guard: { type: 'isLost', params: failure },
                target: 'failed',
                actions: [note, 'notifyLost'],
              },
              { target: 'failed', actions: note },
            ],
          },
        },
        refused: {
          description: 'A loja não aceitou um dos dados; a pessoa o corrige.',
          tags: ['refused', 'editable'],
        },
        offline: {
          description: 'Sem internet para guardar os dados; a loja tenta de novo sozinha.',
          tags: 'offline',
          ...retryOnReturn('keeping'),
        },
        failed: {
          description: 'Os dados não foram guardados por um motivo inesperado; a pessoa tenta de novo.',
          tags: 'failed',
          on: { 'load.retried': 'keeping' },
        },
      },
    },
    done: {
      description: 'A loja sabe quem compra: vem o fechamento da compra.',
      type: 'final',
    },
  },
  output: ({ context: { typed, guest } }) => ({ typed, guest }),
});
