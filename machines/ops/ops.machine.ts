import { assign, sendTo, setup } from 'xstate';
import type { Me } from '#contract/ops/session.ts';
import { isPassing } from '#machines/flow-problem.ts';
import { type Failure, backOffAfter, failure, fromOutput, port } from '#machines/port.ts';
import { deskMachine } from './desk.machine.ts';
import { opsLoginMachine } from './login.machine.ts';
import { type DeskPlace, type DeskRequest, placeOf } from './screens.ts';

export interface OpsContext {
  /** where the person wants to be: kept over the sign-in */
  asked: DeskPlace;
  me: Me | null;
  /** why the sign-in stands there: it ended by itself */
  isLost: boolean;
  failures: number;
}
export type OpsEvent =
  | DeskRequest
  /** the server does not know this sign-in any more */
  | { type: 'session.lost' }
  | { type: 'signout.requested' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;

/**
 * The operator's side as a whole: who is here, and the desk once somebody is. Only the server ends a sign-in; a bad
 * network never does. Source: operator's design §4; decision 119.
 */
export const opsMachine = setup({
  types: {
    input: {} as { asked: DeskPlace },
    context: {} as OpsContext,
    events: {} as OpsEvent,
    children: {} as { login: 'login'; desk: 'desk' },
    tags: {} as 'restoring' | 'unreachable' | 'login' | 'desk' | 'leaving',
  },
  actors: {
    restoreStaff: port<Me>('restoreStaff'),
    signOut: port<void>('signOut'),
    login: opsLoginMachine,
    desk: deskMachine,
  },
  guards: { isPassing: (_, { error }: Failure) => isPassing(error) },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepAsked: assign(({ context, event }) => ({ asked: placeOf(event) ?? context.asked })),
    notifyDesk: sendTo('desk', ({ event }) => event as DeskRequest), // only requests come here
    welcome: assign((_, me: Me) => ({ me, isLost: false, failures: 0 })),
    noteFault: assign(({ context }) => ({ failures: context.failures + 1 })),
    noteLoss: assign({ me: null, isLost: true }),
    leave: assign({ me: null, isLost: false }),
  },
}).createMachine({
  id: 'ops',
  description: 'O lado de quem opera a loja: quem está aqui, e o balcão depois da entrada.',
  initial: 'restoring',
  context: ({ input: { asked } }) => ({ asked, me: null, isLost: false, failures: 0 }),
  on: { 'asked.*': { actions: 'keepAsked' } },
  states: {
    restoring: {
      description: 'O servidor diz se este aparelho ainda tem uma entrada que vale.',
      tags: 'restoring',
      invoke: {
        id: 'restoreStaff',
        src: 'restoreStaff',
        input: {},
        onDone: { target: 'desk', actions: { type: 'welcome', params: fromOutput } },
        onError: [
          { guard: { type: 'isPassing', params: failure }, target: 'unreachable', actions: 'noteFault' },
          { target: 'login' },
        ],
      },
    },
    unreachable: {
      description: 'Sem conexão para saber quem está aqui; o balcão tenta de novo sozinho.',
      tags: 'unreachable',
      after: { backOff: 'restoring' },
      on: { 'load.retried': 'restoring', 'network.restored': 'restoring' },
    },
    login: {
      description: 'Ninguém entrou, ou a entrada acabou: a pessoa entra e volta para onde queria ir.',
      tags: 'login',
      invoke: {
        id: 'login',
        src: 'login',
        input: { contact: '' },
        onDone: { target: 'desk', actions: { type: 'welcome', params: fromOutput } },
      },
    },
    desk: {
      description: 'A pessoa trabalha no balcão com o papel que ela tem na loja.',
      tags: 'desk',
      invoke: {
        id: 'desk',
        src: 'desk',
        input: ({ context: { me, asked } }) => {
          if (!me) throw new Error('nobody is at the desk');
          return { me, place: asked };
        },
      },
      on: {
        'asked.*': { actions: ['keepAsked', 'notifyDesk'] },
        'session.lost': { target: 'login', actions: 'noteLoss' },
        'signout.requested': 'leaving',
      },
    },
    leaving: {
      description: 'A entrada deste aparelho é encerrada no servidor.',
      tags: 'leaving',
      invoke: {
        id: 'signOut',
        src: 'signOut',
        input: {},
        onDone: { target: 'login', actions: 'leave' },
        onError: { target: 'login', actions: 'leave' },
      },
    },
  },
});
