import { assign, emit, sendTo, setup } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import type { Address, Form } from '#contract/place.ts';
import { fittingAddress, addressFields } from '#domain/place/address-form.ts';
import { streetNumberOf } from '#domain/place/address.ts';
import { normaliseCep } from '#domain/place/cep.ts';
import type { Point } from '#domain/place/point.ts';
import { type LockedField, filled, firstGap, isFilled, lockedBy } from './fill.ts';
import { type NavigationContext, isNavigationRequest, refused, taken } from '#machines/navigation/request.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { ask } from '#machines/navigation/place.ts';
import { type Failure, backOffAfter, port } from '#machines/port.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { NavigationRequest, ScreenOf } from '#machines/navigation/screens.ts';
import { toParent } from '#machines/notify.ts';
import type { AccountChanged } from '#machines/session/setup.ts';

type Step = ScreenOf<'address'>;
export interface AddressInput {
  asked: NavigationRequest<Step>;
  addresses: Address[];
  location: Address | null;
  isClient: boolean;
  /** what the store asks of an address beside the usual */
  form?: Form | undefined;
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
export type AddressNotification = AccountChanged | { type: 'location.chosen'; location: Address };

const LONGEST_BACK_OFF = 30_000;
export type Code = { postalCode: string };
/** The fields that the server did not take, by the names that they have here. */
const refusedFields = (error: unknown): string[] =>
  (problemOf(error).fields ?? []).map(({ field }) => field.split('.').at(-1) ?? field);

/** The words of the address chart: its calls, guards, delays and actions. */
export const addressSetup = setup({
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
    isPostalCode: (_, { postalCode }: Code) => normaliseCep(postalCode) !== null,
    /** An old one may lack what the store asks by now. */
    isWhole: ({ context: { form } }, { address }: { address: Address }) =>
      streetNumberOf(address) !== null && (!form || isFilled(address, form)),
    isFilled: ({ context }) => isFilled(context.address, context.form),
    isClient: ({ context }) => context.isClient,
    lacksPostalCode: ({ context }) => !context.address?.postalCode,
    isFound: (_, { point }: { point: Point | null }) => point !== null,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isOfField: (_, { error }: Failure) => refusedFields(error).length > 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    take: assign(({ context, event }) =>
      isNavigationRequest(event) ? { ...taken(context.asked, event), problem: null, denied: false } : {},
    ),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    dismiss: assign({ refusal: null, problem: null, denied: false }),
    goTo: assign((_, { screen }: { screen: Step }) => ({ asked: ask(screen, {}), refusal: null })),
    choose: assign(({ context }, { address }: { address: Address }) => ({
      address,
      locked: lockedBy(address, context.form),
      known: true,
      problem: null,
    })),
    keepPostalCode: assign((_, { postalCode }: Code) => ({
      address: { postalCode: normaliseCep(postalCode) ?? postalCode },
      locked: [],
      known: false,
      problem: null,
      refusal: null,
    })),
    keepFound: assign(({ context }, { address }: { address: Address | null }) => ({
      address: { ...context.address, ...address },
      locked: lockedBy(address ?? {}, context.form),
      known: address !== null,
    })),
    keepPoint: assign((_, { point }: { point: Point | null }) =>
      point ? { address: { ...point, hasCustomCoordinates: true } } : {},
    ),
    noteDenied: assign({ denied: true }),
    keepAddress: assign(({ context }, { patch }: { patch: Address }) => ({
      address: filled(context.address, patch, context.locked),
      problem: null,
    })),
    /** What was typed before another answer made its question go. */
    dropUnasked: assign(({ context: { address, form } }) =>
      address ? { address: fittingAddress(address, addressFields(form)) } : {},
    ),
    unlock: assign({ locked: [] }),
    /** What the lookup said, and the server does not take, is for the person to mend. */
    unlockRefused: assign(({ context: { locked } }, { error }: Failure) => ({
      locked: locked.some((field) => refusedFields(error).includes(field)) ? [] : locked,
    })),
    /** Emitted each time that an answer was refused: the field is where the next key belongs. */
    pointToCode: emit({ type: 'answer.refused', field: 'postalCode' }),
    pointToGap: emit(({ context }) => ({
      type: 'answer.refused' as const,
      field: firstGap(context.address, context.form),
    })),
    noteProblem: assign(({ context }, { error }: Failure) => ({
      problem: problemOf(error),
      failures: context.failures + 1,
    })),
    notifyLocation: sendTo(toParent<AddressNotification>, ({ context }) => ({
      type: 'location.chosen' as const,
      location: context.address ?? {},
    })),
    notifyAccount: sendTo(toParent<AddressNotification>, (_, { account }: { account: Account }) => ({
      type: 'account.changed' as const,
      account,
    })),
  },
});
