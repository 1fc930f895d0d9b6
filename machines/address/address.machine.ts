import { assertEvent, assign, emit, raise, sendTo, setup } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import type { Address } from '#contract/place.ts';
import { streetNumberOf } from '#domain/place/address.ts';
import { normaliseCep } from '#domain/place/cep.ts';
import type { Point } from '#domain/place/location.ts';
import { type LockedField, filled, firstGap, isFilled, lockedBy } from './fill.ts';
import { type NavigationContext, isNavigationRequest, refused, taken } from '#machines/navigation/request.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { ask } from '#machines/navigation/place.ts';
import { type Failure, backOffAfter, failure, port, retryOnReturn } from '#machines/port.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import { type NavigationRequest, type ScreenOf, screenTransitions } from '#machines/navigation/screens.ts';
import { toParent } from '#machines/notify.ts';
import type { AccountChanged } from '#machines/session/setup.ts';

type Step = ScreenOf<'address'>;
export interface AddressInput {
  asked: NavigationRequest<Step>;
  addresses: Address[];
  location: Address | null;
  isClient: boolean;
  /** what a page that is loaded again goes on from */
  draft?: AddressDraft | null;
}
export interface AddressContext
  extends NavigationContext<Step>,
    Omit<AddressInput, 'asked' | 'location' | 'draft'> {
  address: Address | null;
  locked: LockedField[];
  /** the lookup knew the code */
  known: boolean;
  /** the device gave no position: refused, or it has none */
  denied: boolean;
  problem: FlowProblem | null;
  failures: number;
}
/** What outlives the page: the place that is being completed. */
export type AddressDraft = Pick<AddressContext, 'address' | 'locked' | 'known'>;
export type AddressEvent =
  | NavigationRequest<Step>
  | { type: 'address.chosen'; address: Address }
  | { type: 'postalCode.submitted'; postalCode: string }
  | { type: 'gps.requested' }
  /** what was refused is being mended */
  | { type: 'answer.edited' }
  | { type: 'address.changed'; patch: Address }
  | { type: 'fields.unlocked' }
  | { type: 'address.submitted' }
  | { type: 'address.kept' }
  | { type: 'refusal.dismissed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };

/** What it tells the app, for those whom it concerns. */
export type AddressNews = AccountChanged | { type: 'location.chosen'; location: Address };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'noteProblem', params: failure } as const;
const lookUp = [
  { guard: 'isPostalCode', target: '#address.location.lookingUp', actions: 'keepPostalCode' },
  { target: '#address.location.invalid' },
] as const;
const toNumber = { type: 'goTo', params: { screen: 'address.number' } } as const;
const choosing = {
  'address.chosen': [
    { guard: 'isWhole', target: '#address.done', actions: 'choose' },
    { target: '#address.number', actions: ['choose', toNumber] },
  ],
  'postalCode.submitted': lookUp,
  'gps.requested': '#address.location.locating',
} as const;

/**
 * Where to deliver: one of the saved addresses, a postal code, or the position of the device; then the
 * number, or none.
 * A code that the lookup does not know opens every field (features B12). A client's new address is saved;
 * failing to save never keeps anybody from using it.
 * Tells the app `location.chosen` and `account.changed`. Source: spec.md §4 Location, §5; D31, D32.
 */
export const addressMachine = setup({
  types: {
    input: {} as AddressInput,
    context: {} as AddressContext,
    events: {} as AddressEvent,
    emitted: {} as { type: 'answer.refused'; field: string },
    output: {} as { location: Address },
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    lookUpPostalCode: port<Address | null, { postalCode: string }>('lookUpPostalCode'),
    locate: port<Point | null>('locate'),
    saveAddress: port<Account, { address: Address }>('saveAddress'),
  },
  guards: {
    isPostalCode: ({ event }) =>
      event.type === 'postalCode.submitted' && normaliseCep(event.postalCode) !== null,
    isWhole: ({ event }) => event.type === 'address.chosen' && streetNumberOf(event.address) !== null,
    isFilled: ({ context }) => isFilled(context.address),
    isClient: ({ context }) => context.isClient,
    lacksPostalCode: ({ context }) => !context.address?.postalCode,
    isFound: (_, { point }: { point: Point | null }) => point !== null,
    isPassing: (_, { error }: Failure) => isPassing(error),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    take: assign(({ context, event }) =>
      isNavigationRequest(event) ? { ...taken(context.asked, event), problem: null, denied: false } : {},
    ),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    dismiss: assign({ refusal: null, problem: null, denied: false }),
    goTo: assign((_, { screen }: { screen: Step }) => ({ asked: ask(screen, {}), refusal: null })),
    choose: assign(({ event }) =>
      event.type === 'address.chosen'
        ? { address: event.address, locked: lockedBy(event.address), known: true, problem: null }
        : {},
    ),
    keepPostalCode: assign(({ event }) =>
      event.type === 'postalCode.submitted'
        ? {
            address: { postalCode: normaliseCep(event.postalCode) ?? event.postalCode },
            locked: [],
            known: false,
            problem: null,
            refusal: null,
          }
        : {},
    ),
    keepFound: assign(({ context }, { address }: { address: Address | null }) => ({
      address: { ...context.address, ...address },
      locked: lockedBy(address ?? {}),
      known: address !== null,
    })),
    keepPoint: assign((_, { point }: { point: Point | null }) =>
      point ? { address: { ...point, hasCustomCoordinates: true } } : {},
    ),
    noteDenied: assign({ denied: true }),
    keepAddress: assign(({ context, event }) =>
      event.type === 'address.changed'
        ? { address: filled(context.address, event.patch, context.locked), problem: null }
        : {},
    ),
    unlock: assign({ locked: [] }),
    /** Emitted each time that an answer was refused: the field is where the next key belongs. */
    pointToCode: emit({ type: 'answer.refused', field: 'postalCode' }),
    pointToGap: emit(({ context }) => ({
      type: 'answer.refused' as const,
      field: firstGap(context.address),
    })),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    notifyLocation: sendTo(toParent<AddressNews>, ({ context }) => ({
      type: 'location.chosen' as const,
      location: context.address ?? {},
    })),
    notifyAccount: sendTo(toParent<AddressNews>, (_, { account }: { account: Account }) => ({
      type: 'account.changed' as const,
      account,
    })),
  },
}).createMachine({
  id: 'address',
  description: 'Onde a pessoa quer receber: pelo CEP, pelo aparelho ou por um endereço salvo.',
  initial: 'opening',
  context: ({ input: { location, draft, ...input } }) => ({
    ...input,
    refusal: null,
    address: location,
    locked: location ? lockedBy(location) : [],
    known: location !== null,
    ...draft,
    denied: false,
    problem: null,
    failures: 0,
  }),
  on: { ...screenTransitions('address'), 'refusal.dismissed': { actions: 'dismiss' } },
  states: {
    opening: { description: 'O endereço abre na tela pedida.', entry: raise(({ context }) => context.asked) },
    location: {
      description: 'A pessoa diz o CEP, usa o lugar do aparelho ou escolhe um endereço salvo.',
      initial: 'choosing',
      states: {
        choosing: { description: 'A pessoa escolhe como dizer onde está.', tags: 'editable', on: choosing },
        invalid: {
          description: 'Este CEP não existe assim; a pessoa o corrige.',
          tags: ['editable', 'refused'],
          entry: 'pointToCode',
          on: { ...choosing, 'answer.edited': 'choosing' },
        },
        lookingUp: {
          description: 'A rua deste CEP está sendo procurada; depois se pede o número.',
          tags: 'busy',
          invoke: {
            id: 'lookUp',
            src: 'lookUpPostalCode',
            input: ({ event }) => {
              assertEvent(event, 'postalCode.submitted');
              return { postalCode: normaliseCep(event.postalCode) ?? event.postalCode };
            },
            onDone: {
              target: '#address.number',
              actions: [{ type: 'keepFound', params: ({ event }) => ({ address: event.output }) }, toNumber],
            },
            // No answer opens the fields as well.
            onError: { target: '#address.number', actions: [note, toNumber] },
          },
        },
        locating: {
          description: 'O aparelho procura onde está; a pessoa pode digitar o CEP enquanto isso.',
          tags: 'busy',
          on: { 'postalCode.submitted': lookUp },
          invoke: {
            id: 'locate',
            src: 'locate',
            input: {},
            onDone: [
              // A point is enough to list what is near; the number is asked at the checkout.
              {
                guard: { type: 'isFound', params: ({ event }) => ({ point: event.output }) },
                target: '#address.done',
                actions: { type: 'keepPoint', params: ({ event }) => ({ point: event.output }) },
              },
              { target: 'choosing', actions: 'noteDenied' },
            ],
            onError: { target: 'choosing', actions: [note, 'noteDenied'] },
          },
        },
      },
    },
    number: {
      description: 'A pessoa diz o número e o que falta do endereço.',
      initial: 'typing',
      tags: 'editable',
      always: {
        guard: 'lacksPostalCode',
        target: 'location',
        actions: { type: 'refuse', params: { reason: 'address.missing' } },
      },
      on: {
        'address.changed': { actions: 'keepAddress' },
        'fields.unlocked': { actions: 'unlock' },
        'postalCode.submitted': lookUp,
        'address.submitted': [{ guard: 'isFilled', target: 'filled' }, { target: '.invalid' }],
      },
      states: {
        typing: { description: 'Os campos estão sendo preenchidos; completos, o endereço é guardado.' },
        invalid: {
          description: 'Falta algo no endereço; a tela aponta o quê.',
          tags: 'refused',
          entry: 'pointToGap',
        },
      },
    },
    filled: {
      description: 'O endereço está completo; quem tem conta o guarda nela.',
      always: [{ guard: 'isClient', target: 'saving' }, { target: 'done' }],
    },
    saving: {
      description: 'O endereço está sendo guardado na conta.',
      tags: 'busy',
      on: { 'asked.*': {} },
      invoke: {
        id: 'save',
        src: 'saveAddress',
        input: ({ context }) => ({ address: context.address ?? {} }),
        onDone: {
          target: 'done',
          actions: { type: 'notifyAccount', params: ({ event }) => ({ account: event.output }) },
        },
        onError: [
          { guard: { type: 'isPassing', params: failure }, target: 'waiting', actions: note },
          { target: 'unsaved', actions: note },
        ],
      },
    },
    waiting: {
      description: 'Sem internet para guardar; a loja tenta de novo, ou a pessoa segue sem guardar.',
      tags: 'offline',
      ...retryOnReturn('saving'),
      on: { ...retryOnReturn('saving').on, 'address.kept': 'done' },
    },
    unsaved: {
      description: 'O servidor não guardou o endereço; a pessoa tenta de novo ou segue sem guardar.',
      tags: 'failed',
      on: { 'load.retried': 'saving', 'address.kept': 'done' },
    },
    done: {
      description: 'O lugar é conhecido; a pessoa volta de onde veio.',
      type: 'final',
      entry: 'notifyLocation',
    },
  },
  output: ({ context }) => ({ location: context.address ?? {} }),
});
