import { assign, emit, sendTo, setup } from 'xstate';
import type { Account } from '#contract/people/account.ts';
import type { Address, Form } from '#contract/place.ts';
import { fittingAddress, addressFields } from '#domain/place/address-form.ts';
import { formatAddressLine, streetNumberOf } from '#domain/place/address.ts';
import type { BookChange } from '#domain/place/address-book.ts';
import { normaliseCep } from '#domain/place/cep.ts';
import { isInBrazil } from '#domain/place/country.ts';
import { type Located, type Position, isAbroad, isPosition, isRough } from '#domain/place/located.ts';
import { type Direction, movedBy, wayTo } from '#domain/place/pin.ts';
import { type Point, placedAt } from '#domain/place/point.ts';
import { isSameAddress } from '#domain/place/same-address.ts';
import {
  type LockedField,
  filled,
  firstGap,
  isFilled,
  isNumbered,
  isPlaceField,
  isVague,
  lockedBy,
} from './fill.ts';
import { type NavigationContext, isNavigationRequest, refused, taken } from '#machines/navigation/request.ts';
import { type FlowProblem, isPassing, problemOf } from '#machines/flow-problem.ts';
import { ask } from '#machines/navigation/place.ts';
import { type Failure, backOffAfter, isOvertaken, port } from '#machines/port.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import type { NavigationRequest, ScreenOf } from '#machines/navigation/screens.ts';
import { toParent } from '#machines/notify.ts';
import type { NoticePosted, NoticeWithdrawn } from '#machines/notices.machine.ts';
import type { AccountChanged } from '#machines/session/setup.ts';
import type { BookOutcome } from './address-book.machine.ts';

type Step = ScreenOf<'address'>;
export interface AddressInput {
  asked: NavigationRequest<Step>;
  /** the place in use */
  location: Address | null;
  isClient: boolean;
  /** what the store asks of an address beside the usual */
  form?: Form | undefined;
  /** what a page that is loaded again goes on from */
  draft?: AddressDraft | null;
}
export interface AddressContext extends NavigationContext<Step>, Omit<AddressInput, 'asked' | 'draft'> {
  address: Address | null;
  /** an address of the account that is being changed, as it was seen there */
  editing: Address | null;
  locked: LockedField[];
  /** the lookup knew the code */
  known: boolean;
  /** the device gave no position: refused, or it has none */
  denied: boolean;
  /** what the device said, until the person says that it is so */
  located: Position | null;
  /** where the person has put the point, until they say that it is there */
  pin: Point | null;
  problem: FlowProblem | null;
  failures: number;
}
/** What outlives the page: the place that is being completed. */
export type AddressDraft = Pick<AddressContext, 'address' | 'locked' | 'known' | 'editing'>;
export type AddressEvent =
  | NavigationRequest<Step>
  | { type: 'address.chosen'; address: Address }
  | { type: 'edit.requested'; address: Address }
  /** where both were changed: what the account has */
  | { type: 'theirs.chosen' }
  | { type: 'postalCode.submitted'; postalCode: string }
  | { type: 'gps.requested' }
  /** the place is as well without a point */
  | { type: 'geolocation.declined' }
  | { type: 'point.confirmed' }
  | { type: 'pin.requested' }
  | { type: 'pin.moved'; direction: Direction; metres: number }
  | { type: 'pin.dropped'; at: Point }
  | { type: 'pin.reset' }
  | { type: 'pin.confirmed' }
  /** what was refused is being mended */
  | { type: 'answer.edited' }
  | { type: 'address.changed'; patch: Address }
  | { type: 'fields.unlocked' }
  | { type: 'address.submitted' }
  | { type: 'address.kept' }
  | { type: 'load.retried' }
  | { type: 'network.restored' }
  | { type: 'restored' };

/** What it tells the app, for those whom it concerns. */
export type AddressNotification =
  | AccountChanged
  | NoticePosted
  | NoticeWithdrawn
  | { type: 'location.chosen'; location: Address };

const LONGEST_BACK_OFF = 30_000;
export type Code = { postalCode: string };
/** What was not confirmed is gone with its screen. */
const noMap = { located: null, pin: null } as const;
type Device = { located: Located };
const pointOf = ({ latitude, longitude }: Position): Point => ({ latitude, longitude });
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
    tags: {} as 'busy' | 'editable' | 'known' | 'refused' | 'offline' | 'failed',
  },
  actors: {
    lookUpPostalCode: port<Address | null, { postalCode: string }>('lookUpPostalCode'),
    locate: port<Located>('locate'),
    saveAddress: port<BookOutcome, BookChange>('saveAddress'),
  },
  guards: {
    isPostalCode: (_, { postalCode }: Code) => normaliseCep(postalCode) !== null,
    /** An old one may lack what the store asks by now. */
    isWhole: ({ context: { form } }, { address }: { address: Address }) =>
      streetNumberOf(address) !== null && (!form || isFilled(address, form)),
    isFilled: ({ context }) => isFilled(context.address, context.form),
    isNumbered: ({ context }) => isNumbered(context.address, context.form),
    lacksNumber: ({ context }) => !isNumbered(context.address, context.form),
    isClient: ({ context }) => context.isClient,
    lacksPostalCode: ({ context }) => !context.address?.postalCode,
    isFound: (_, { located }: Device) => isPosition(located),
    isDenied: (_, { located }: Device) => !isPosition(located) && located.problem === 'denied',
    isUnlocated: (_, { located }: Device) => !isPosition(located),
    isAbroad: (_, { located }: Device) => isAbroad(located),
    isAtHome: (_, { at }: { at: Point }) => isInBrazil(at),
    isRough: (_, { located }: Device) => isRough(located),
    lacksPoint: ({ context }) => placedAt(context.address) === null,
    isUnplaced: ({ context: { address, form } }) => isNumbered(address, form) && placedAt(address) === null,
    isVague: ({ context: { address, locked, form } }) =>
      isNumbered(address, form) && isVague(address, locked),
    isNew: ({ context }) => context.editing === null,
    isEditing: ({ context }) => context.editing !== null,
    isInUse: ({ context: { editing, location } }) =>
      editing !== null && location !== null && isSameAddress(editing, location),
    isContested: ({ context }, { answer }: BookOutcome) => context.editing !== null && answer === 'contested',
    isOvertaken,
    isPassing: (_, { error }: Failure) => isPassing(error),
    isOfPlace: (_, { error }: Failure) => refusedFields(error).some(isPlaceField),
    isOfField: (_, { error }: Failure) => refusedFields(error).length > 0,
  },
  delays: { backOff: ({ context }) => backOffAfter(context.failures, LONGEST_BACK_OFF) },
  actions: {
    take: assign(({ context, event }) =>
      isNavigationRequest(event)
        ? { ...taken(context.asked, event), ...noMap, problem: null, denied: false }
        : {},
    ),
    refuse: assign(({ context }, { reason }: { reason: ReasonCode }) => refused(context.asked, reason)),
    goTo: assign((_, { screen }: { screen: Step }) => ({ asked: ask(screen, {}), refusal: null, ...noMap })),
    choose: assign(({ context }, { address }: { address: Address }) => ({
      address,
      locked: lockedBy(address, context.form),
      known: true,
      problem: null,
      editing: null,
    })),
    beginEdit: assign(({ context }, { address }: { address: Address }) => ({
      address,
      locked: lockedBy(address, context.form),
      known: true,
      problem: null,
      editing: address,
    })),
    /** What was typed here, beside what else is there by now; what differs is seen before it is sent again. */
    keepContested: assign((_, { address, theirs }: BookOutcome) => ({ address, editing: theirs })),
    keepSaved: assign((_, { address }: BookOutcome) => ({ address })),
    /** The place in use is at hand again. */
    endEdit: assign(({ context }) => ({ address: context.location, editing: null, problem: null })),
    adoptEdit: assign((_, { address }: BookOutcome) => ({
      address,
      location: address,
      editing: null,
      problem: null,
    })),
    keepPostalCode: assign((_, { postalCode }: Code) => ({
      address: { postalCode: normaliseCep(postalCode) ?? postalCode },
      locked: [],
      known: false,
      problem: null,
      refusal: null,
      editing: null,
    })),
    keepFound: assign(({ context }, { address }: { address: Address | null }) => ({
      address: { ...context.address, ...address },
      locked: lockedBy(address ?? {}, context.form),
      known: address !== null,
    })),
    keepPoint: assign((_, { located }: Device) =>
      isPosition(located)
        ? { address: { ...pointOf(located), hasCustomCoordinates: true }, editing: null }
        : {},
    ),
    noteLocated: assign((_, { located }: Device) => (isPosition(located) ? { located } : {})),
    keepLocated: assign(({ context: { address, located } }) =>
      located ? { address: { ...address, ...pointOf(located), hasCustomCoordinates: true } } : {},
    ),
    startPin: assign({ pin: ({ context }) => placedAt(context.address) }),
    movePin: assign(
      ({ context: { pin } }, { direction, metres }: { direction: Direction; metres: number }) =>
        pin ? { pin: movedBy(pin, wayTo(direction, metres)) } : {},
    ),
    dropPin: assign((_, { at }: { at: Point }) => ({ pin: at })),
    /** The text stays what it was: only the point is the person's own. */
    keepPin: assign(({ context: { address, pin } }) =>
      pin ? { address: { ...address, ...pin, hasCustomCoordinates: true } } : {},
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
    /**
     * Says that the address was there already; what was said of another one goes. Sent again after no answer, it
     * is there because of this very save.
     */
    notifyTwin: sendTo(
      toParent<AddressNotification>,
      ({ context }, { answer, address }: BookOutcome): NoticePosted | NoticeWithdrawn =>
        answer === 'twin' && context.problem?.code !== 'NETWORK'
          ? {
              type: 'notice.posted',
              key: 'addressKnown',
              values: { address: address.alias ?? formatAddressLine(address) },
              topic: 'address',
            }
          : { type: 'notice.withdrawn', topic: 'address' },
    ),
  },
});
