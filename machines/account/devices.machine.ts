import { assign, setup } from 'xstate';
import type { Devices, SignedInDevice } from '#contract/people/device.ts';
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

/** What is to be signed out: one device, or all but this one. */
export type Ending = { device: SignedInDevice } | { others: true };
export interface DevicesContext extends Devices {
  /** while the server has not answered */
  ending: Ending | null;
  /** what was signed out last, here */
  ended: Ending | null;
  problem: FlowProblem | null;
  failures: number;
}
export type DevicesEvent =
  | { type: 'ending.requested'; device: SignedInDevice }
  | { type: 'others.requested' }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const adopt = { type: 'adopt', params: fromOutput } as const;

/**
 * The devices on which a person is signed in. What is signed out is what the server says; a lost answer is settled by
 * asking again, as an end that has come stays one. To leave here is the sign-out of the shop.
 * Source: D9; SEC-09; decision 138.
 */
export const devicesMachine = setup({
  types: {
    context: {} as DevicesContext,
    events: {} as DevicesEvent,
    tags: {} as 'busy' | 'editable' | 'offline' | 'failed',
  },
  actors: {
    loadDevices: port<Devices>('loadDevices'),
    endDevices: port<Devices, { ending: Ending }>('endDevices'),
  },
  guards: {
    isFault,
    /** its time is long over: it is in no list any more */
    isGone: isRefusedAs('NOT_FOUND'),
    isHere: (_, { device }: { device: SignedInDevice }) => device.current,
    hasOthers: ({ context }) => context.devices.some(({ current }) => !current),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    adopt: assign(({ context }, { devices, lastLogin }: Devices) => ({
      devices,
      lastLogin,
      ended: context.ending,
      ending: null,
      problem: null,
      failures: 0,
    })),
    choose: assign((_, { device }: { device: SignedInDevice }) => ({
      ending: { device },
      ended: null,
      problem: null,
    })),
    chooseOthers: assign({ ending: { others: true as const }, ended: null, problem: null }),
    giveUp: assign({ ending: null }),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
  },
}).createMachine({
  id: 'devices',
  description: 'Os aparelhos em que a pessoa está dentro da conta, e como tirar um deles.',
  initial: 'loading',
  context: { devices: [], ending: null, ended: null, problem: null, failures: 0 },
  states: {
    loading: {
      description: 'A loja pergunta ao servidor em que aparelhos a pessoa está.',
      tags: 'busy',
      invoke: {
        id: 'loadDevices',
        src: 'loadDevices',
        input: {},
        onDone: { target: 'shown', actions: adopt },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    unheard: {
      description: 'Não veio a lista de aparelhos; a loja pergunta de novo.',
      tags: 'offline',
      ...retry('loading'),
    },
    failed: {
      description: 'O servidor não disse em que aparelhos a pessoa está; ela pode tentar de novo.',
      tags: 'failed',
      on: { 'load.retried': 'loading' },
    },
    shown: {
      description: 'A pessoa vê cada aparelho, desde quando e o último uso, e tira o que quiser.',
      tags: 'editable',
      on: {
        'ending.requested': [
          { guard: { type: 'isHere', params: fromEvent }, target: 'left' },
          { target: 'ending', actions: { type: 'choose', params: fromEvent } },
        ],
        'others.requested': { guard: 'hasOthers', target: 'ending', actions: 'chooseOthers' },
      },
    },
    ending: {
      description: 'O servidor encerra o acesso do aparelho escolhido, ou de todos os outros.',
      tags: 'busy',
      invoke: {
        id: 'endDevices',
        src: 'endDevices',
        input: ({ context }) => ({ ending: chosen(context.ending) }),
        onDone: { target: 'shown', actions: adopt },
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unsure', actions: note },
          { guard: { type: 'isGone', params: failure }, target: 'loading' },
          { target: 'shown', actions: [note, 'giveUp'] },
        ],
      },
    },
    unsure: {
      description: 'Não se sabe se o aparelho saiu da conta; o pedido é repetido.',
      tags: ['busy', 'offline'],
      ...retry('ending'),
    },
    left: { description: 'A pessoa sai da conta neste aparelho.', type: 'final' },
  },
});

/** Only a choice leads to `ending`; said once for the compiler. */
function chosen(ending: Ending | null): Ending {
  if (ending === null) throw new Error('nothing was chosen');
  return ending;
}
