import { assertEvent, assign, raise, setup } from 'xstate';
import type { Account, AccountBody } from '#contract/identity.ts';
import type { Address } from '#contract/place.ts';
import { normaliseCep } from '#domain/cep.ts';
import { cpfDigits, isCpf } from '#domain/cpf.ts';
import { tidyName } from '#domain/name.ts';
import { phoneParts } from '#domain/phone.ts';
import { type LockedField, filled, isFilled, lockedBy } from './address-fill.ts';
import { type Asking, isAsked, refused, taken } from './asked.ts';
import { type FlowProblem, isPassing, problemOf } from './flow-problem.ts';
import { ask } from './place.ts';
import { type Failure, backOffAfter, failure, isRefusedAs, port } from './port.ts';
import type { ReasonCode } from './refusal.ts';
import { type Asked, type ScreenOf, doors } from './screens.ts';
import { tell } from './tell.ts';

type Step = ScreenOf<'signup'>;
export interface SignupInput {
  asked: Asked<Step>;
  userId: string;
  signupGrant: string | null;
  leadId: string | null;
  /** proven contacts; phone in E.164 */
  contact: { phone?: string; email?: string };
}
export interface SignupContext extends Asking<Step>, Omit<SignupInput, 'asked'> {
  /** version of the terms that were accepted */
  terms: string | null;
  name: string | null;
  /** CPF, 11 digits */
  identification: string | null;
  address: Address | null;
  locked: LockedField[];
  problem: FlowProblem | null;
  failures: number;
}
export type SignupEvent =
  | Asked<Step>
  | { type: 'terms.accepted'; version: string }
  | { type: 'name.submitted'; name: string }
  | { type: 'identification.submitted'; identification: string }
  | { type: 'postalCode.submitted'; postalCode: string }
  | { type: 'address.changed'; patch: Address }
  | { type: 'fields.unlocked' }
  | { type: 'address.submitted' }
  | { type: 'refusal.dismissed' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };
/** The one-time grant proves the contact; without it the server refuses SIGNUP_GRANT. */
export interface NewAccount {
  userId: string;
  signupGrant: string | null;
  leadId: string | null;
  body: AccountBody;
}

const LONGEST_BACK_OFF = 30_000;
const note = { type: 'noteProblem', params: failure } as const;
const ifPassing = { type: 'isPassing', params: failure } as const;
const goTo = (screen: Step) => ({ type: 'goTo', params: { screen } }) as const;
const needsTerms = {
  guard: 'lacksTerms',
  target: '#signup.account',
  actions: { type: 'refuse', params: { reason: 'account.missing' } },
} as const;
const needsName = { guard: 'lacksName', target: '#signup.name', actions: { type: 'refuse', params: { reason: 'name.missing' } } } as const;
const needsIdentification = {
  guard: 'lacksIdentification',
  target: '#signup.identification',
  actions: { type: 'refuse', params: { reason: 'identification.missing' } },
} as const;
const fill = {
  'address.changed': { actions: 'keepAddress' },
  'fields.unlocked': { actions: 'unlock' },
  'postalCode.submitted': [{ guard: 'isPostalCode', target: 'lookingUp', actions: 'keepPostalCode' }, { target: 'invalid' }],
  'address.submitted': { guard: 'isFilled', target: '#signup.creating' },
} as const;

function bodyOf({ name, identification, address, contact }: SignupContext): AccountBody {
  const parts = phoneParts(contact.phone ?? '');
  return {
    name: name ?? '',
    ...(contact.email ? { email: contact.email } : {}),
    ...parts,
    ...(identification ? { identification, properties: { cpf: identification } } : { properties: {} }),
    addresses: address ? [address] : [],
  };
}

/**
 * Sign-up of somebody who just proved a contact: account (terms) → name → identification → postalCode → creating → created.
 * A lookup that knows nothing opens the fields for filling by hand. An unanswered creation is looked up before it is tried again, since its grant is spent once.
 * Source: spec.md §2, §5, §7; D7, D11, D12, D32, D34; features B12.
 */
export const signupMachine = setup({
  types: {
    input: {} as SignupInput,
    context: {} as SignupContext,
    events: {} as SignupEvent,
    output: {} as { account: Account },
    tags: {} as 'busy' | 'editable' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    lookUpPostalCode: port<Address | null, { postalCode: string }>('lookUpPostalCode'),
    createAccount: port<Account, NewAccount>('createAccount'),
    findAccount: port<Account | null>('findAccount'),
  },
  guards: {
    lacksTerms: ({ context }) => context.terms === null,
    lacksName: ({ context }) => context.name === null,
    lacksIdentification: ({ context }) => context.identification === null,
    isName: ({ event }) => event.type === 'name.submitted' && tidyName(event.name).length > 1,
    isIdentification: ({ event }) => event.type === 'identification.submitted' && isCpf(event.identification),
    isPostalCode: ({ event }) => event.type === 'postalCode.submitted' && normaliseCep(event.postalCode) !== null,
    isFilled: ({ context }) => isFilled(context.address),
    isKnown: (_, { address }: { address: Address | null }) => address !== null,
    isAccount: (_, { account }: { account: Account | null }) => account !== null,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isTaken: isRefusedAs('TAKEN'),
    isRefused: isRefusedAs('SIGNUP_GRANT', 'MALFORMED', 'NOT_FOUND'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    take: assign(({ context, event }) => (isAsked(event) ? { ...taken(context.asked, event), problem: null } : {})),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    dismiss: assign({ refusal: null, problem: null }),
    goTo: assign((_, { screen }: { screen: Step }) => ({ asked: ask(screen, {}), refusal: null })),
    keepTerms: assign(({ event }) => (event.type === 'terms.accepted' ? { terms: event.version } : {})),
    keepName: assign(({ event }) => (event.type === 'name.submitted' ? { name: tidyName(event.name) } : {})),
    keepIdentification: assign(({ event }) =>
      event.type === 'identification.submitted' ? { identification: cpfDigits(event.identification) } : {},
    ),
    // Another code is another place: what was typed for the last one would be wrong.
    keepPostalCode: assign(({ event }) =>
      event.type === 'postalCode.submitted'
        ? { address: { postalCode: normaliseCep(event.postalCode) ?? event.postalCode }, locked: [], problem: null }
        : {},
    ),
    keepFound: assign(({ context }, { address }: { address: Address | null }) => ({
      address: { ...context.address, ...address },
      locked: lockedBy(address ?? {}),
    })),
    keepAddress: assign(({ context, event }) =>
      event.type === 'address.changed' ? { address: filled(context.address, event.patch, context.locked), problem: null } : {},
    ),
    unlock: assign({ locked: [] }),
    noteProblem: assign(({ context }, { error }: Failure) => ({ problem: problemOf(error), failures: context.failures + 1 })),
    tellAccount: (args, { account }: { account: Account | null }) =>
      tell(args, 'session', { type: 'account.changed', account } as { type: string }),
  },
}).createMachine({
  id: 'signup',
  initial: 'opening',
  context: ({ input }) => ({
    ...input,
    refusal: null,
    terms: null,
    name: null,
    identification: null,
    address: null,
    locked: [],
    problem: null,
    failures: 0,
  }),
  on: { ...doors('signup'), 'refusal.dismissed': { actions: 'dismiss' } },
  states: {
    opening: { entry: raise(({ context }) => context.asked) },
    account: { tags: 'editable', on: { 'terms.accepted': { target: 'name', actions: ['keepTerms', goTo('signup.name')] } } },
    name: {
      initial: 'typing',
      tags: 'editable',
      always: needsTerms,
      on: {
        'name.submitted': [
          { guard: 'isName', target: 'identification', actions: ['keepName', goTo('signup.identification')] },
          { target: '.invalid' },
        ],
      },
      states: { typing: {}, invalid: { tags: 'refused' } },
    },
    identification: {
      initial: 'typing',
      tags: 'editable',
      always: [needsTerms, needsName],
      on: {
        'identification.submitted': [
          { guard: 'isIdentification', target: 'postalCode', actions: ['keepIdentification', goTo('signup.postalCode')] },
          { target: '.invalid' },
        ],
      },
      states: { typing: {}, invalid: { tags: 'refused' } },
    },
    postalCode: {
      initial: 'typing',
      always: [needsTerms, needsName, needsIdentification],
      states: {
        typing: { tags: 'editable', on: { 'postalCode.submitted': fill['postalCode.submitted'] } },
        invalid: { tags: ['editable', 'refused'], on: { 'postalCode.submitted': fill['postalCode.submitted'] } },
        lookingUp: {
          tags: 'busy',
          invoke: {
            id: 'lookUp',
            src: 'lookUpPostalCode',
            input: ({ event }) => {
              assertEvent(event, 'postalCode.submitted');
              return { postalCode: normaliseCep(event.postalCode) ?? event.postalCode };
            },
            onDone: [
              {
                guard: { type: 'isKnown', params: ({ event }) => ({ address: event.output }) },
                target: 'found',
                actions: { type: 'keepFound', params: ({ event }) => ({ address: event.output }) },
              },
              { target: 'unknown' },
            ],
            // No lookup is no reason to stop: the fields are filled by hand.
            onError: { target: 'unknown', actions: note },
          },
        },
        found: { tags: 'editable', on: fill },
        unknown: { tags: 'editable', on: fill },
      },
    },
    creating: {
      tags: 'busy',
      on: { 'asked.*': {} }, // a grant is being spent: nobody leaves before the answer
      invoke: {
        id: 'create',
        src: 'createAccount',
        input: ({ context }) => ({
          userId: context.userId,
          signupGrant: context.signupGrant,
          leadId: context.leadId,
          body: bodyOf(context),
        }),
        onDone: { target: 'created', actions: { type: 'tellAccount', params: ({ event }) => ({ account: event.output }) } },
        onError: [
          { guard: ifPassing, target: 'waiting', actions: note },
          { guard: { type: 'isTaken', params: failure }, target: 'confirming', actions: note },
          { guard: { type: 'isRefused', params: failure }, target: 'refused', actions: note },
          { target: 'failed', actions: note },
        ],
      },
    },
    waiting: {
      tags: ['busy', 'offline'],
      after: { backOff: 'confirming' },
      on: { 'network.restored': 'confirming', 'load.retried': 'confirming', restored: 'confirming' },
    },
    confirming: {
      tags: 'busy',
      invoke: {
        id: 'find',
        src: 'findAccount',
        input: {},
        onDone: [
          {
            guard: { type: 'isAccount', params: ({ event }) => ({ account: event.output }) },
            target: 'created',
            actions: { type: 'tellAccount', params: ({ event }) => ({ account: event.output }) },
          },
          { guard: ({ context }) => context.problem?.code === 'TAKEN', target: 'refused' },
          { target: 'creating' },
        ],
        onError: [{ guard: ifPassing, target: 'waiting' }, { target: 'failed' }],
      },
    },
    refused: { tags: 'refused', on: { 'load.retried': 'creating' } },
    failed: { tags: 'failed', on: { 'load.retried': 'confirming' } },
    created: { type: 'final', output: ({ event }) => ({ account: Reflect.get(event, 'output') as Account }) }, // both ways here are answers that carry it
  },
  output: ({ event }) => event.output as { account: Account }, // that of `created`
});
