import * as v from 'valibot';
import { CartChange, Draft } from '#contract/cart.ts';
import { Lock } from '#contract/order/lock.ts';
import { AcceptedText } from '#contract/people/account.ts';
import { Address } from '#contract/place.ts';
import { Guest } from '#domain/person/guest.ts';
import { lookedUp } from './address/fill.ts';
import { Base, Edit, HeldLine, MergedLine } from './cart/held-line.ts';
import type { GuestDraft } from './checkout/guest-draft.ts';
import { absolute } from './cart/lines.ts';
import { emptyBase } from './cart/empty-base.ts';
import type { SignupDraft } from './signup/setup.ts';
import { placeOf } from './navigation/place.ts';
import { readAs } from './read-as.ts';
import { type ReasonCode, remedyOf } from './navigation/refusal.ts';
import { PLACING_LIVES } from './checkout/placing-life.ts';
import { type Place, isScreen } from './navigation/screens.ts';

/**
 * Everything that outlives a page, and how it is read again: checked before a chart sees it, dropped when it
 * does not fit (REL-14).
 * Loaded only where something was stored: a first visit does without it.
 */

/**
 * A cart as it outlives the page. A snapshot that is unfit is dropped; the lines are stored apart as plain
 * data and stay. Source: REL-14.
 */
export const StoredCart = v.object({
  version: v.literal(1),
  uuid: v.nullable(v.string()),
  base: Base,
  edits: v.array(Edit),
  saved: v.nullable(v.array(HeldLine)),
  /** what the server changed and nobody has seen yet */
  changes: v.optional(v.array(CartChange), []),
  /** what the merge at a sign-in changed and nobody has seen yet */
  merged: v.optional(v.array(MergedLine), []),
  leadId: v.nullable(v.string()),
  isClient: v.boolean(),
});
export type StoredCart = v.InferOutput<typeof StoredCart>;
/** What the cart chart begins with. */
export type CartMemory = Omit<StoredCart, 'version' | 'changes' | 'merged'> &
  Partial<Pick<StoredCart, 'changes' | 'merged'>>;

/** Lines from plain data; each readable one is kept, whatever the others are. */
function readLines(stored: unknown): HeldLine[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((line: unknown): HeldLine[] => {
    const held = readAs(HeldLine, line);
    return held ? [held] : [];
  });
}

/** A stored cart, or what can be saved of it. */
export function readCart(stored: unknown, lines: unknown): CartMemory {
  const cart = readAs(StoredCart, stored);
  // Another tab that is still alive may be sending the very same edits: done twice they must count once.
  if (cart) return { ...cart, edits: absolute(cart.base, cart.edits) };
  return {
    uuid: null,
    base: emptyBase,
    edits: readLines(lines).map((line): Edit => ({ kind: 'added', line })),
    saved: null,
    leadId: null,
    isClient: false,
  };
}

/** A place of this version's table with all its parameters; anything else is not a place any more. */
const StoredPlace = v.pipe(
  v.object({
    screen: v.string(),
    params: v.record(v.string(), v.string()),
    search: v.record(v.string(), v.unknown()),
  }),
  v.rawTransform(({ dataset, addIssue, NEVER }): Place => {
    const { screen, params, search } = dataset.value;
    try {
      if (isScreen(screen)) return placeOf(screen, params, search);
    } catch {
      // A parameter is missing: said below, as for a screen that is gone.
    }
    addIssue({ message: `${screen} is no place` });
    return NEVER;
  }),
);
const StoredRefusal = v.object({
  reason: v.picklist(Object.keys(remedyOf) as [ReasonCode, ...ReasonCode[]]),
  asked: v.nullable(StoredPlace),
}); // the keys of a literal object

const StoredLogin = v.object({
  channel: v.picklist(['phone', 'email']),
  ddi: v.string(),
  isoCode: v.string(),
  phone: v.string(),
  email: v.string(),
  sentTo: v.nullable(v.string()),
  sentAt: v.number(),
  resendAt: v.number(),
  expiresAt: v.number(),
});
const StoredAddress = v.object({
  address: v.nullable(Address),
  locked: v.array(v.picklist(lookedUp)),
  known: v.boolean(),
  editing: v.optional(v.nullable(Address), null),
});

/**
 * What the app keeps over a reload: where to go after signing in or choosing an address, a refusal not yet
 * seen, a code that is on its way, and a place that is being completed.
 * The place itself is the address of the page, the draft lies with the cart, tokens are never stored.
 */
export const AppMemory = v.object({
  version: v.literal(1),
  returnTo: v.nullable(StoredPlace),
  origin: v.nullable(StoredPlace),
  refusal: v.nullable(StoredRefusal),
  login: v.optional(v.nullable(StoredLogin), null),
  address: v.optional(v.nullable(StoredAddress), null),
});
export type AppMemory = v.InferOutput<typeof AppMemory>;

/** The stored memory, or null when it is of another version or broken. */
export function readMemory(stored: unknown): AppMemory | null {
  return readAs(AppMemory, stored);
}

/**
 * The answers of a sign-up that is not finished; they stay in this browser until the account is there or
 * somebody signs out.
 */
export const StoredSignup = v.object({
  version: v.literal(1),
  userId: v.string(),
  accepted: v.array(AcceptedText),
  name: v.nullable(v.string()),
  identification: v.nullable(v.string()),
  typed: v.optional(v.object({ name: v.optional(v.string()), identification: v.optional(v.string()) }), {}),
  attrs: v.optional(v.record(v.string(), v.unknown()), {}),
  second: v.optional(v.nullable(v.string()), null),
  address: v.nullable(Address),
  locked: v.array(v.picklist(lookedUp)),
});
/** The stored answers, or null when they are of another version or broken. */
export const readSignup = (stored: unknown): SignupDraft | null => readAs(StoredSignup, stored);

/** Who buys without an account, with what they typed of it. */
const StoredGuest = v.object({
  version: v.literal(1),
  typed: v.object({ name: v.string(), phone: v.string(), cpf: v.string(), accepted: v.string() }),
  guest: v.nullable(Guest),
});
/**
 * The same as it was kept, or null when it is of another version or broken. Who agreed to another text is asked
 * anew. @param privacyVersion of the text that holds today
 */
export function readGuest(stored: unknown, privacyVersion: string): GuestDraft | null {
  const kept = readAs(StoredGuest, stored);
  if (!kept) return null;
  const { typed, guest } = kept;
  return { typed, guest: guest?.privacyVersion === privacyVersion ? guest : null };
}

/** What is kept of a place between visits. */
export const LocationMemory = v.object({ version: v.literal(1), location: v.nullable(Address) });
export type LocationMemory = v.InferOutput<typeof LocationMemory>;
/** The stored place, or null when it is of another version or broken. */
export function readLocation(stored: unknown): LocationMemory | null {
  return readAs(LocationMemory, stored);
}

/** The store that was chosen, and whether an account has yet to hear of it (D83). */
export const ChosenMemory = v.object({
  version: v.literal(1),
  id: v.nullable(v.pipe(v.string(), v.uuid())),
  isOwn: v.boolean(),
});
export type ChosenMemory = v.InferOutput<typeof ChosenMemory>;
/** The stored choice, or null when it is of another version or broken. */
export const readChosen = (stored: unknown): ChosenMemory | null => readAs(ChosenMemory, stored);

/**
 * An order on its way, as it outlives the page. Without its key it is unfit: sent again it would be a second
 * order. Source: REL-04, REL-14.
 */
export const StoredPlacing = v.object({
  version: v.literal(1),
  cartUuid: v.string(),
  key: v.pipe(v.string(), v.regex(/^[0-9a-f-]{36}:.+$/i)),
  draft: v.object(Draft),
  lock: v.nullable(Lock),
  /** epoch ms of the press */
  at: v.number(),
  ignoreShippingAddress: v.optional(v.boolean(), false),
});
export type StoredPlacing = v.InferOutput<typeof StoredPlacing>;

/** What was stored, if it is fit for this cart and not too old to be sent; else null. @param now epoch ms */
export function readPlacing(stored: unknown, cartUuid: string, now: number): StoredPlacing | null {
  const placing = readAs(StoredPlacing, stored);
  return placing &&
    placing.cartUuid === cartUuid &&
    placing.key.startsWith(`${cartUuid}:`) &&
    now - placing.at < PLACING_LIVES
    ? placing
    : null;
}
