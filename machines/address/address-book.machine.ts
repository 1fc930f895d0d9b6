import { assign, setup } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import type { Address } from '#contract/place.ts';
import { type BookAnswer, type BookChange, isBookFull } from '#domain/place/address-book.ts';
import { type FlowProblem, problemOf } from '#machines/flow-problem.ts';
import {
  type Failure,
  backOffAfter,
  failure,
  fromEvent,
  fromOutput,
  isFault,
  isOvertaken,
  port,
  retry,
} from '#machines/port.ts';

/** What became of a change: the account as it is now, and of the address that it was about. */
export interface BookOutcome {
  account: Account;
  answer: BookAnswer;
  address: Address;
  theirs: Address | null;
}
export interface AddressBookInput {
  addresses: readonly Address[];
  /** there is a place to choose from, if only the one in use */
  hasPlace: boolean;
}
export interface AddressBookContext extends AddressBookInput {
  /** the one whose options are open */
  subject: Address | null;
  change: 'remove' | 'prefer';
  /** it became something else elsewhere since it was seen; `subject` is what it is now */
  isContested: boolean;
  /** what came of the last change */
  told: 'removed' | 'preferred' | 'gone' | null;
  /** as the server told it last, here */
  account: Account | null;
  problem: FlowProblem | null;
  failures: number;
}
type About = { address: Address };
export type AddressBookEvent =
  | { type: 'addition.requested' }
  /** a place is said all the same; the account does not keep it */
  | { type: 'unsaved.requested' }
  | { type: 'addition.left' }
  | ({ type: 'options.requested' } & About)
  | { type: 'options.closed' }
  | { type: 'removal.requested' }
  | { type: 'removal.confirmed' }
  | { type: 'default.chosen' }
  /** the addresses as they are by now, here or elsewhere */
  | { type: 'addresses.changed'; addresses: readonly Address[] }
  | { type: 'load.retried' }
  | { type: 'network.restored' };

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'note', params: failure } as const;
const adopt = { type: 'adopt', params: fromOutput } as const;
const about = { type: 'keepSubject', params: fromEvent } as const;

/** The change that stands to be made. */
export const changeOf = ({ change, subject }: AddressBookContext): BookChange => ({
  type: change,
  seen: subject ?? {},
});

/**
 * The addresses of an account: one more, one less, or the one of always. A change is made on what the account has
 * by then; an address that became another elsewhere is shown before it is lost. Source: decision 137.
 */
export const addressBookMachine = setup({
  types: {
    input: {} as AddressBookInput,
    context: {} as AddressBookContext,
    events: {} as AddressBookEvent,
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed' | 'about',
  },
  actors: { changeBook: port<BookOutcome, BookChange>('changeBook') },
  guards: {
    isFault,
    isFull: ({ context }) => isBookFull(context.addresses),
    hasRoom: ({ context }) => !isBookFull(context.addresses),
    isEmpty: ({ context }) => context.addresses.length === 0 && !context.hasPlace,
    isContested: ({ context }, { answer }: BookOutcome) =>
      context.change === 'remove' && answer === 'contested',
    isOvertaken,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    keepSubject: assign((_, { address }: About) => ({
      subject: address,
      isContested: false,
      told: null,
      problem: null,
      failures: 0,
    })),
    beginRemoval: assign({ change: 'remove' }),
    beginDefault: assign({ change: 'prefer' }),
    keepAddresses: assign((_, { addresses }: { addresses: readonly Address[] }) => ({ addresses })),
    adopt: assign((_, { account, address }: BookOutcome) => ({
      account,
      addresses: account.addresses,
      subject: address,
      isContested: false,
      problem: null,
      failures: 0,
    })),
    contest: assign({ isContested: true }),
    tell: assign(({ context }, { answer }: BookOutcome) => ({
      told:
        answer === 'gone'
          ? ('gone' as const)
          : context.change === 'remove'
            ? ('removed' as const)
            : ('preferred' as const),
    })),
    note: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    leave: assign({ subject: null, isContested: false, problem: null, failures: 0 }),
    forget: assign({ told: null }),
  },
}).createMachine({
  id: 'addressBook',
  description: 'Os endereços de uma conta: guardar mais um, excluir, dizer qual é o de sempre.',
  initial: 'opening',
  context: ({ input }) => ({
    ...input,
    subject: null,
    change: 'remove',
    isContested: false,
    told: null,
    account: null,
    problem: null,
    failures: 0,
  }),
  on: { 'addresses.changed': { actions: { type: 'keepAddresses', params: fromEvent } } },
  states: {
    opening: {
      description: 'A loja vê se há um lugar para escolher.',
      always: [{ guard: 'isEmpty', target: 'adding' }, { target: 'open' }],
    },
    open: {
      description: 'Os endereços estão à vista; cada um da conta tem o que fazer com ele.',
      tags: 'editable',
      on: {
        'addition.requested': [
          { guard: 'isFull', target: 'full', actions: 'forget' },
          { target: 'adding', actions: 'forget' },
        ],
        'options.requested': { target: 'options', actions: about },
      },
    },
    full: {
      description: 'A conta já guarda 20 endereços: a pessoa exclui um, ou usa um lugar sem guardar.',
      tags: 'refused',
      always: { guard: 'hasRoom', target: 'adding' },
      on: {
        'options.requested': { target: 'options', actions: about },
        'unsaved.requested': 'adding',
        'addition.left': 'open',
      },
    },
    adding: {
      description: 'A pessoa diz outro lugar pelo CEP.',
      tags: 'editable',
      on: { 'addition.left': 'open' },
    },
    options: {
      description: 'O que dá para fazer com um endereço da conta.',
      tags: ['editable', 'about'],
      on: {
        'removal.requested': 'asking',
        'default.chosen': { target: 'writing', actions: 'beginDefault' },
        'options.closed': { target: 'open', actions: 'leave' },
      },
    },
    asking: {
      description: 'A loja pergunta se é para excluir, e diz o que acontece com o que está em uso.',
      tags: ['editable', 'about'],
      on: {
        'removal.confirmed': { target: 'writing', actions: 'beginRemoval' },
        'options.closed': { target: 'open', actions: 'leave' },
      },
    },
    writing: {
      description: 'A mudança está sendo feita na conta.',
      tags: ['busy', 'about'],
      invoke: {
        id: 'changeBook',
        src: 'changeBook',
        input: ({ context }) => changeOf(context),
        onDone: [
          {
            guard: { type: 'isContested', params: fromOutput },
            target: 'asking',
            actions: [adopt, 'contest'],
          },
          { target: 'opening', actions: [adopt, { type: 'tell', params: fromOutput }] },
        ],
        onError: [
          { guard: { type: 'isFault', params: failure }, target: 'unheard', actions: note },
          {
            guard: { type: 'isOvertaken', params: failure },
            target: 'writing',
            reenter: true,
            actions: note,
          },
          { target: 'failed', actions: note },
        ],
      },
    },
    unheard: {
      description: 'Não veio resposta; a loja faz de novo, e nada acontece duas vezes.',
      tags: ['busy', 'offline', 'about'],
      ...retry('writing'),
    },
    failed: {
      description: 'O servidor não fez a mudança; a pessoa tenta de novo ou deixa como está.',
      tags: ['failed', 'about'],
      on: {
        'load.retried': 'writing',
        'options.closed': { target: 'open', actions: 'leave' },
      },
    },
  },
});
