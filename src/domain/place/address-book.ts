import type { Address } from '#contract/place.ts';
import { placedAt } from './point.ts';
import { isSameAddress, isSamePlace } from './same-address.ts';

/** The most addresses that an account keeps. Source: decision 137. */
export const MOST_ADDRESSES = 20;
export const isBookFull = (book: readonly Address[]): boolean => book.length >= MOST_ADDRESSES;
/** An account from the time of a higher limit may keep what it has, and get no more. */
export const isTooMany = (book: readonly Address[], had: readonly unknown[]): boolean =>
  book.length > Math.max(MOST_ADDRESSES, had.length);

/**
 * What a person wants with the addresses of their account, the first of which is the one of always.
 * `seen` is the address as they saw it: what became of it elsewhere since is not written over unseen.
 */
export type BookChange =
  | { type: 'save'; address: Address; seen: Address | null }
  | { type: 'remove'; seen: Address }
  | { type: 'prefer'; seen: Address };
/**
 * `twin`: the address was there already. `gone`: it is not there any more. `contested`: it became something else
 * elsewhere, and nothing is written before the person has seen it.
 */
export type BookAnswer = 'done' | 'twin' | 'gone' | 'contested';
export interface ChangedBook {
  /** null: there is nothing to write */
  addresses: Address[] | null;
  answer: BookAnswer;
  /** the address that it was about, as it is now or may become */
  address: Address;
  /** the same as it stands in the account, where that is contested */
  theirs: Address | null;
}

/** What only makes sense together. */
const place = [
  'postalCode',
  'address',
  'streetNumber',
  'hasNumber',
  'neighborhood',
  'city',
  'administrativeArea',
  'latitude',
  'longitude',
  'geohash',
  'hasCustomCoordinates',
] as const;
const parts: (readonly (keyof Address)[])[] = [
  place,
  ['complement'],
  ['reference'],
  ['alias'],
  ['addressType'],
  ['reception'],
  ['attrs'],
];

function told(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() || null;
  if (typeof value !== 'object' || value === null) return value ?? null;
  return Object.entries(value)
    .filter(([, one]) => told(one) !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
}
const isEqualIn = (part: readonly (keyof Address)[], a: Address, b: Address): boolean =>
  JSON.stringify(part.map((name) => told(a[name]))) === JSON.stringify(part.map((name) => told(b[name])));
const isUnchanged = (a: Address, b: Address): boolean => parts.every((part) => isEqualIn(part, a, b));

/** The address as it is there, with the parts that were changed here; contested where both changed the same one. */
function merged(seen: Address, mine: Address, theirs: Address): { address: Address; isContested: boolean } {
  const changed = parts.filter((part) => !isEqualIn(part, seen, mine));
  return {
    address: {
      ...theirs,
      ...Object.fromEntries(changed.flatMap((part) => part.map((name) => [name, mine[name]]))),
    },
    isContested: changed.some((part) => !isEqualIn(part, seen, theirs) && !isEqualIn(part, mine, theirs)),
  };
}

/**
 * The address that is there already, with what was said of the same place beside its text; nothing that is left
 * empty takes something away, and a point from a postal code none that a person has set.
 */
function joinedTo(twin: Address, { id: _, ...mine }: Address): Address {
  const isText = (name: string) => place.some((one) => one === name);
  const said = Object.entries(mine).filter(([name, value]) => !isText(name) && told(value) !== null);
  const point = mine.hasCustomCoordinates || !placedAt(twin) ? placedAt(mine) : null;
  return {
    ...twin,
    ...Object.fromEntries(said),
    ...point,
    ...(point && mine.hasCustomCoordinates ? { hasCustomCoordinates: true } : {}),
  };
}

function saved(book: readonly Address[], address: Address, seen: Address | null): ChangedBook {
  const there = book.find(({ id }) => id !== undefined && id === address.id);
  const { address: mine, isContested } =
    there && seen ? merged(seen, address, there) : { address, isContested: false };
  if (isContested) return { addresses: null, answer: 'contested', address: mine, theirs: there ?? null };
  const twin = book.find((one) => one !== there && isSamePlace(one, mine));
  const kept = twin ? joinedTo(twin, mine) : mine;
  const stands = book.findIndex((one) => one === there || one === twin);
  const rest = book.filter((one) => one !== there && one !== twin);
  return {
    addresses: rest.toSpliced(stands < 0 ? rest.length : stands, 0, kept),
    answer: twin ? 'twin' : 'done',
    address: kept,
    theirs: null,
  };
}

/**
 * The addresses of an account after a change, made on what the account has now. Made twice, it is made once: an
 * answer may have been lost. Source: decision 137.
 */
export function changedBook(book: readonly Address[], change: BookChange): ChangedBook {
  if (change.type === 'save') return saved(book, change.address, change.seen);
  const { seen } = change;
  const there = book.find((one) => isSameAddress(one, seen));
  const same = { addresses: null, address: there ?? seen, theirs: null };
  if (change.type === 'prefer') {
    if (!there) return { ...same, answer: 'gone' };
    return {
      ...same,
      answer: 'done',
      addresses: there === book[0] ? null : [there, ...book.filter((one) => one !== there)],
    };
  }
  if (!there) return { ...same, answer: 'done' };
  if (!isUnchanged(there, seen)) return { ...same, answer: 'contested', theirs: there };
  return { ...same, answer: 'done', addresses: book.filter((one) => one !== there) };
}

/** A book with each new address once: one without an id that stands there already is that one. */
export const withoutTwins = (given: readonly Address[]): Address[] =>
  given.reduce<Address[]>(
    (book, address) =>
      address.id === undefined ? (saved(book, address, null).addresses ?? book) : [...book, address],
    [],
  );
