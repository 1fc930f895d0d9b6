import { assign, setup } from 'xstate';
import type { Alert, AlertWhen } from '#contract/people/alert.ts';
import type { AlertContact } from '#domain/alert/contact.ts';
import type { Point } from '#domain/place/point.ts';
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
  retry,
} from '#machines/port.ts';

/** What of which campaign somebody may wait for. */
export interface AlertSubject {
  campaign: string;
  when: AlertWhen;
  /** where they are: of ARRIVES alone */
  point: Point | null;
}
/** An alert as it was agreed to; `leadId` of the visitor whose record it is kept with. */
export interface AskedAlert {
  alert: Alert;
  leadId: string | null;
}
export interface AlertContext extends AlertSubject {
  /** the one that waits */
  alert: Alert | null;
  leadId: string | null;
  contact: AlertContact | null;
  problem: FlowProblem | null;
  failures: number;
}
export type AlertEvent =
  | { type: 'alert.opened' }
  | { type: 'alert.submitted'; contact: AlertContact }
  | { type: 'alert.declined' }
  | { type: 'alert.stopped' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
/** What was on its way may have come: the list says so. */
const left = { 'alert.declined': { target: 'loading', actions: 'forget' } } as const;

/**
 * One message that somebody asks for: that a campaign opens, unlocks or arrives where they are. Asked again it is the
 * same alert, so a lost answer is settled by asking again. What the list of alerts does not say is asked for as if
 * there were none. Source: D78; decision 148.
 */
export const alertMachine = setup({
  types: {
    input: {} as AlertSubject,
    context: {} as AlertContext,
    events: {} as AlertEvent,
    tags: {} as 'busy' | 'asking' | 'offline',
  },
  actors: {
    loadAlert: port<Alert | null, Pick<AlertSubject, 'campaign' | 'when'>>('loadAlert'),
    askAlert: port<AskedAlert, AlertSubject & { contact: AlertContact }>('askAlert'),
    stopAlert: port<void, { campaign: string; id: string }>('stopAlert'),
  },
  guards: {
    isFault,
    /** it was sent meanwhile, or stopped by its link */
    isGone: isRefusedAs('NOT_FOUND'),
    isNone: (_, { alert }: { alert: Alert | null }) => alert === null,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keep: assign((_, { alert }: { alert: Alert | null }) => ({ alert, problem: null, failures: 0 })),
    keepAsked: assign((_, { alert, leadId }: AskedAlert) => ({ alert, leadId, problem: null, failures: 0 })),
    take: assign((_, { contact }: { contact: AlertContact }) => ({ contact, problem: null, failures: 0 })),
    forget: assign({ alert: null, contact: null, problem: null, failures: 0 }),
    forgetProblem: assign({ problem: null }),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'alert',
  description: 'O aviso único que a pessoa pede sobre uma campanha que ainda não pode comprar.',
  initial: 'loading',
  context: ({ input }) => ({
    ...input,
    alert: null,
    leadId: null,
    contact: null,
    problem: null,
    failures: 0,
  }),
  states: {
    loading: {
      description: 'A loja vê se a pessoa já pediu este aviso; ela já pode pedir.',
      tags: 'busy',
      invoke: {
        id: 'loadAlert',
        src: 'loadAlert',
        input: ({ context: { campaign, when } }) => ({ campaign, when }),
        onDone: [
          { guard: { type: 'isNone', params: ({ event }) => ({ alert: event.output }) }, target: 'offered' },
          { target: 'waiting', actions: { type: 'keep', params: ({ event }) => ({ alert: event.output }) } },
        ],
        onError: 'offered',
      },
      // Who is quicker than the answer asks as if there were none: it would be the same alert.
      on: { 'alert.opened': 'asking' },
    },
    offered: {
      description: 'A pessoa pode pedir para ser avisada; nada foi pedido.',
      on: { 'alert.opened': 'asking', 'network.restored': 'loading' },
    },
    asking: {
      description: 'A pessoa diz um celular ou e-mail para o aviso, ou desiste.',
      tags: 'asking',
      on: {
        'alert.submitted': { target: 'sending', actions: { type: 'take', params: fromEvent } },
        'alert.declined': { target: 'offered', actions: 'forget' },
      },
    },
    sending: {
      description: 'O pedido de aviso está indo ao servidor.',
      tags: ['busy', 'asking'],
      on: left,
      invoke: {
        id: 'askAlert',
        src: 'askAlert',
        input: ({ context: { campaign, when, point, contact } }) => ({
          campaign,
          when,
          point,
          contact: given(contact),
        }),
        onDone: { target: 'waiting', actions: { type: 'keepAsked', params: fromOutput } },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'asking', actions: note },
        ],
      },
    },
    unheard: {
      description: 'Não se sabe se o pedido de aviso chegou; a loja o repete, ou a pessoa desiste.',
      tags: ['asking', 'offline'],
      ...retry('sending'),
      on: { ...retry('sending').on, ...left },
    },
    waiting: {
      description: 'A loja avisará a pessoa uma única vez; ela pode desistir antes.',
      on: { 'alert.stopped': { target: 'stopping', actions: 'forgetProblem' } },
    },
    stopping: {
      description: 'O aviso está sendo cancelado.',
      tags: 'busy',
      invoke: {
        id: 'stopAlert',
        src: 'stopAlert',
        input: ({ context: { campaign, alert } }) => ({ campaign, id: given(alert).id }),
        onDone: { target: 'offered', actions: 'forget' },
        onError: [
          { guard: { type: 'isGone', params: failure }, target: 'offered', actions: 'forget' },
          { guard: { type: 'isFault', params: failure }, target: 'unsure', actions: note },
          { target: 'waiting', actions: note },
        ],
      },
    },
    unsure: {
      description: 'Não se sabe se o aviso foi cancelado; a loja repete o cancelamento.',
      tags: ['busy', 'offline'],
      ...retry('stopping'),
    },
  },
});

/** Nothing is sent without a contact, nor stopped without an alert; said once for the compiler. */
function given<T>(one: T | null): T {
  if (one === null) throw new Error('nothing was chosen');
  return one;
}
