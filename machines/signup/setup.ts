import { type SnapshotFrom, assign, matchesState, sendTo, setup } from 'xstate';
import type { Account, AcceptedText, NewAccountBody, User } from '#contract/people/account.ts';
import type { Address, Form } from '#contract/place.ts';
import { addressFields, fittingAddress } from '#domain/place/address-form.ts';
import { normaliseCep } from '#domain/place/cep.ts';
import { cpfDigits, isCpf } from '#domain/person/cpf.ts';
import { tidyName } from '#domain/person/name.ts';
import {
  asksMore,
  attrsErrors,
  fittingAttrs,
  nameError,
  personalFields,
} from '#domain/person/personal-form.ts';
import { lackingContact } from '#domain/person/lacking-contact.ts';
import { normaliseEmail } from '#domain/person/email.ts';
import { normalisePhone, phoneParts } from '#domain/person/phone.ts';
import type { ContactProved, contactMachine } from '#machines/account/contact.machine.ts';
import { type LockedField, filled, isFilled, lockedBy } from '#machines/address/fill.ts';
import { type NavigationContext, refused, taken } from '#machines/navigation/request.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { slot } from '#machines/slot.ts';
import { ask, param } from '#machines/navigation/place.ts';
import { type Failure, backOffAfter, isRefusedAs, port } from '#machines/port.ts';
import type { proofMachine } from '#machines/login/proof.machine.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { NavigationRequest, ScreenOf } from '#machines/navigation/screens.ts';
import { toParent } from '#machines/notify.ts';
import type { AccountChanged, SignInCompleted } from '#machines/session/setup.ts';
import type { Renewal } from '#machines/session/token.machine.ts';

export type SignupStep = ScreenOf<'signup'>;
/** Those whose address names nothing. */
export type PlainStep = Exclude<SignupStep, SecondStep>;
/** Those of a contact that is added. */
export type SecondStep = 'signup.verification' | 'signup.activation';
export interface SignupInput {
  asked: NavigationRequest<SignupStep>;
  /**
   * empty while nobody is signed in: a company's store lets the questions be answered first (specification
   * §2)
   */
  userId: string;
  signupGrant: string | null;
  leadId: string | null;
  /** proven contacts; phone in E.164 */
  contact: { phone?: string; email?: string };
  /** what the store asks of an address beside the usual */
  form?: Form | undefined;
  /** what the store asks of a person beside the usual */
  personalForm?: Form | undefined;
  draft?: SignupDraft | null;
}
/** What stands in a field and was not sent yet. */
export interface Typed {
  name?: string | undefined;
  identification?: string | undefined;
}
export interface SignupContext extends NavigationContext<SignupStep>, Omit<SignupInput, 'asked' | 'draft'> {
  /** the texts that were accepted, by version */
  accepted: AcceptedText[];
  name: string | null;
  /** CPF, 11 digits */
  identification: string | null;
  typed: Typed;
  /** answers to what the store asks beside the usual, as they stand */
  attrs: Record<string, unknown>;
  /** another contact, in the form of the wire: told, and proved to nobody */
  second: string | null;
  /** as the server told it once that contact was proved */
  user: User | null;
  address: Address | null;
  locked: LockedField[];
  problem: FlowProblem | null;
  failures: number;
}
/** What outlives the page: every answer, with whose they are. */
export type SignupDraft = Pick<
  SignupContext,
  'userId' | 'accepted' | 'name' | 'identification' | 'typed' | 'attrs' | 'address' | 'locked'
> &
  Partial<Pick<SignupContext, 'second'>>;
export type SignupEvent =
  | NavigationRequest<SignupStep>
  | { type: 'terms.accepted'; texts: AcceptedText[] }
  | { type: 'terms.withdrawn' }
  | { type: 'signup.begun' }
  | { type: 'name.submitted'; name: string }
  | { type: 'identification.submitted'; identification: string }
  /** what stands in the fields that the store added, after each key */
  | { type: 'details.changed'; patch: Record<string, unknown> }
  | { type: 'details.submitted' }
  /** goes on without a proof of the other contact, with what stands in its field */
  | { type: 'contact.postponed'; value: string }
  | ContactProved
  | { type: 'postalCode.submitted'; postalCode: string }
  /** what stands in the field, after each key */
  | { type: 'postalCode.typed'; postalCode: string }
  /** what is typed and not sent yet outlives its page too */
  | { type: 'answer.edited'; typed: Typed }
  | { type: 'address.changed'; patch: Address }
  | { type: 'fields.unlocked' }
  | { type: 'address.submitted' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };
/** What it tells the app, for those whom it concerns. */
export type SignupNotification = AccountChanged | SignInCompleted;
export type SignupOutput = { outcome: 'created'; account: Account } | { outcome: 'unproven' };
/** The one-time grant proves the contact; without it the server refuses SIGNUP_GRANT. */
export interface NewAccount {
  userId: string;
  signupGrant: string | null;
  leadId: string | null;
  body: NewAccountBody;
}

const LONGEST_BACK_OFF = 30_000;

const isDetailed = ({ attrs, personalForm }: SignupContext): boolean =>
  Object.keys(attrsErrors(attrs, personalFields(personalForm))).length === 0;

const secondOf = (context: SignupContext, value: string): string | null =>
  lackingContact(context) === 'phone' ? normalisePhone(value) : normaliseEmail(value);

/** The account as it is sent, of the answers that were given. */
export function bodyOf(context: SignupContext): NewAccountBody {
  const { name, identification, address, accepted, form, personalForm, attrs: given, second } = context;
  const lack = lackingContact(context);
  const contact = { ...context.contact, ...(lack && second ? { [lack]: second } : {}) };
  const parts = phoneParts(contact.phone ?? '');
  const attrs = fittingAttrs(given, personalFields(personalForm));
  return {
    name: name ?? '',
    ...(contact.email ? { email: contact.email } : {}),
    ...parts,
    ...(identification ? { identification } : {}),
    properties: {
      ...(identification ? { cpf: identification } : {}),
      ...(Object.keys(attrs).length > 0 ? { attrs } : {}),
    },
    addresses: address ? [fittingAddress(address, addressFields(form))] : [],
    consents: accepted,
  };
}
/** The words of the sign-up chart: its calls, guards, delays and actions. */
export const signupSetup = setup({
  types: {
    input: {} as SignupInput,
    context: {} as SignupContext,
    events: {} as SignupEvent,
    output: {} as SignupOutput,
    tags: {} as 'busy' | 'editable' | 'details' | 'refused' | 'offline' | 'failed',
    children: {} as { proof: 'proof'; second: 'second' },
  },
  actors: {
    lookUpPostalCode: port<Address | null, { postalCode: string }>('lookUpPostalCode'),
    createAccount: port<Account, NewAccount>('createAccount'),
    findAccount: port<Account | null>('findAccount'),
    proof: slot<typeof proofMachine>('proof'),
    second: slot<typeof contactMachine>('second'),
  },
  guards: {
    lacksTerms: ({ context }) => context.accepted.length === 0,
    lacksName: ({ context }) => context.name === null,
    lacksIdentification: ({ context }) => context.identification === null,
    asksNoMore: ({ context }) => !asksMore(personalFields(context.personalForm)),
    lacksDetails: ({ context }) => !isDetailed(context),
    isDetailed: ({ context }) => isDetailed(context),
    lacksNoContact: ({ context }) => lackingContact(context) === null,
    isOtherChannel: ({ context }) => param(context.asked, 'channel') !== lackingContact(context),
    isSecond: ({ context }, { value }: { value: string }) =>
      value.trim() === '' || secondOf(context, value) !== null,
    isOnItsWay: (_, { value }: SnapshotFrom<typeof contactMachine>) => matchesState('typing', value),
    lacksPerson: ({ context }) => context.userId === '',
    lacksGrant: ({ context }) => context.signupGrant === null,
    hasTerms: ({ context }) => context.accepted.length > 0,
    hasStreet: ({ context }) => Boolean(context.address?.address),
    isName: ({ context }, { name }: { name: string }) =>
      nameError(name, personalFields(context.personalForm)) === null,
    isIdentification: (_, { identification }: { identification: string }) => isCpf(identification),
    isPostalCode: (_, { postalCode }: { postalCode: string }) => normaliseCep(postalCode) !== null,
    isOtherPostalCode: ({ context }, { postalCode }: { postalCode: string }) =>
      ![null, context.address?.postalCode].includes(normaliseCep(postalCode)),
    isSamePostalCode: ({ context }, { postalCode }: { postalCode: string }) =>
      normaliseCep(postalCode) === context.address?.postalCode,
    isFilled: ({ context }) => isFilled(context.address, context.form),
    isKnown: (_, { address }: { address: Address | null }) => address !== null,
    isAccount: (_, { account }: { account: Account | null }) => account !== null,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isTaken: isRefusedAs('TAKEN'),
    wasTaken: ({ context }) => context.problem?.code === 'TAKEN',
    isUnproven: isRefusedAs('SIGNUP_GRANT'),
    isRefused: isRefusedAs('MALFORMED', 'NOT_FOUND'),
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    take: assign(({ context }, request: NavigationRequest<SignupStep>) => ({
      ...taken(context.asked, request),
      problem: null,
    })),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    goTo: assign((_, { screen }: { screen: PlainStep }) => ({ asked: ask(screen, {}), refusal: null })),
    keepTerms: assign((_, { texts }: { texts: AcceptedText[] }) => ({ accepted: texts, refusal: null })),
    dropTerms: assign({ accepted: [] }),
    keepTyped: assign(({ context }, { typed }: { typed: Typed }) => ({
      typed: { ...context.typed, ...typed },
    })),
    keepName: assign((_, { name }: { name: string }) => ({ name: tidyName(name) })),
    keepIdentification: assign((_, { identification }: { identification: string }) => ({
      identification: cpfDigits(identification),
    })),
    keepDetails: assign(({ context }, { patch }: { patch: Record<string, unknown> }) => ({
      attrs: { ...context.attrs, ...patch },
    })),
    goToSecond: assign(({ context }, { screen }: { screen: SecondStep }) => ({
      asked: ask(screen, { channel: lackingContact(context) ?? '' }),
      refusal: null,
    })),
    keepSecond: assign(({ context }, { value }: { value: string }) => ({
      second: secondOf(context, value),
    })),
    keepProved: assign(({ context }, { user }: { user: User }) => ({
      user,
      second: null,
      contact: {
        ...context.contact,
        ...(user.phone === undefined ? {} : { phone: user.phone }),
        ...(user.email === undefined ? {} : { email: user.email }),
      },
    })),
    // Another code is another place: what was typed for the last one would be wrong.
    keepPostalCode: assign(({ context }, submitted: { postalCode: string }) => {
      const postalCode = normaliseCep(submitted.postalCode) ?? submitted.postalCode;
      const isSame = context.address?.postalCode === postalCode;
      return { address: isSame ? context.address : { postalCode }, locked: [], problem: null };
    }),
    keepFound: assign(({ context }, { address }: { address: Address | null }) => ({
      address: { ...context.address, ...address },
      locked: lockedBy(address ?? {}, context.form),
    })),
    keepAddress: assign(({ context }, { patch }: { patch: Address }) => ({
      address: filled(context.address, patch, context.locked),
      problem: null,
    })),
    unlock: assign({ locked: [] }),
    keepGrant: assign((_, { signupGrant }: { signupGrant: string | null }) => ({
      signupGrant,
      problem: null,
    })),
    forgetGrant: assign({ signupGrant: null }),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    // Why the account is looked for stays known.
    noteSilence: assign(({ context }) => ({ failures: context.failures + 1 })),
    notifyAccount: sendTo(toParent<SignupNotification>, ({ context }, { account }: { account: Account }) => ({
      type: 'account.changed' as const,
      account,
      ...(context.user ? { user: context.user } : {}),
    })),
    notifySecond: sendTo('second', ({ event }) => event),
    notifyProved: sendTo(toParent<SignupNotification>, (_, { tokens, signupGrant }: Renewal) => ({
      type: 'signin.completed' as const,
      tokens,
      signupGrant,
    })),
  },
});
