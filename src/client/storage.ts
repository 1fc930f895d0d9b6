import type { KeptLead, LeadVault } from '#actors/person/lead.ts';
import type { GuestDraft } from '#machines/checkout/guest-draft.ts';
import type { SignupDraft } from '#machines/signup/setup.ts';
import type { AppMemory, ChosenMemory, LocationMemory, StoredPlacing } from '#machines/stored.ts';
import { type Store, createStore } from './store.ts';

/** One value, as whoever reads it checks it; null keeps nothing. */
interface Kept<V> {
  read(): unknown;
  write(value: V | null): void;
}

/**
 * What outlives a page. Everything is checked before a chart sees it (the unknown values by stored.ts); what
 * does not fit is as if it had never been.
 */
export interface Storage {
  /** Whether somebody was signed in here; the proof itself is in a cookie that no script reads. */
  hint: { read(): boolean; write(signedIn: boolean): void };
  /** Where a person was going when they were asked to sign in. This tab only. */
  memory: Kept<AppMemory>;
  location: Kept<LocationMemory>;
  /** The store whose campaigns alone are shown. */
  chosen: Kept<ChosenMemory>;
  /**
   * The cart twice: as its chart keeps it, and its lines alone as plain data, which outlive a change of the
   * first.
   */
  cart: {
    read(): { stored: unknown; lines: unknown };
    write(stored: unknown, lines: unknown): void;
    drop(): void;
  };
  /** An order that was being sent. This tab only. */
  placing: Kept<StoredPlacing>;
  /** The answers of a sign-up that is not finished. */
  signup: Kept<SignupDraft>;
  /** The code that a sign-up sent to another contact. This tab only. */
  second: Kept<object>;
  /** Who buys without an account, and what they typed of it. */
  guest: Kept<GuestDraft>;
  lead: LeadVault;
  /** Words that were looked for. */
  searches: Kept<{ words: readonly string[] }>;
  /** The versions of the store's texts about which this person was asked. */
  texts: Kept<{ versions: string }>;
  /** The name of this browser: device.ts. */
  device: Kept<{ uniqueId: string }>;
  /** The key of an order, made once per press and kept before it is sent (REL-04): attempt.ts. */
  attempt: Kept<{ cartUuid: string; attempt: string }>;
  /** Sign-out: nothing of the person stays. */
  wipe(): void;
  /** False when the browser keeps nothing beyond this page. */
  lasts(): boolean;
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
/**
 * The named texts of a stored object; an empty text where there is none. Two small shapes are not worth a
 * library on every first visit.
 */
function textsOf<K extends string>(stored: unknown, ...names: K[]): Record<K, string> {
  const text = (name: K): string => {
    const value: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, name) : '';
    return typeof value === 'string' ? value : '';
  };
  // fromEntries forgets its keys
  return Object.fromEntries(names.map((name) => [name, text(name)])) as Record<K, string>;
}
function leadIn(stored: unknown): KeptLead | null {
  const { id, secret } = textsOf(stored, 'id', 'secret');
  return UUID.test(id) && secret.length >= 8 && secret.length <= 200 ? { id, secret } : null;
}

/** @param lasting kept for the next visit. @param tab kept for this tab. */
export function storageOn(lasting: Store, tab: Store): Storage {
  const kept = (store: Store, name: string) => ({
    read: () => store.get(name),
    write: (value: object | null) => (value ? store.set(name, { version: 1, ...value }) : store.drop(name)),
  });
  return {
    hint: {
      read: () => lasting.get('hint') === true,
      write: (signedIn) => (signedIn ? lasting.set('hint', true) : lasting.drop('hint')),
    },
    memory: kept(tab, 'memory'),
    location: kept(lasting, 'location'),
    chosen: kept(lasting, 'chosen'),
    cart: {
      read: () => ({ stored: lasting.get('cart'), lines: lasting.get('lines') }),
      write(stored, lines) {
        lasting.set('lines', lines);
        lasting.set('cart', stored);
      },
      drop() {
        lasting.drop('lines');
        lasting.drop('cart');
      },
    },
    placing: kept(tab, 'placing'),
    signup: kept(lasting, 'signup'),
    second: kept(tab, 'second'),
    guest: kept(lasting, 'guest'),
    lead: {
      read: () => leadIn(lasting.get('lead')),
      keep: (lead) => lasting.set('lead', lead),
      drop: () => lasting.drop('lead'),
    },
    searches: kept(lasting, 'searches'),
    texts: kept(lasting, 'texts'),
    device: kept(lasting, 'device'),
    attempt: kept(lasting, 'attempt'),
    wipe() {
      lasting.wipe();
      tab.wipe();
    },
    lasts: () => lasting.lasts(),
  };
}

const KNOWN = 'vitrine-known';
const tell = (known: string): void => void (document.cookie = `${KNOWN}=${known}; Path=/; SameSite=Lax`);
const LONG = '; Max-Age=31536000';
/**
 * Told to the server with each page: this browser keeps something. Without it a private screen is drawn for
 * somebody who has nothing in hand.
 * @param isKept false when something was dropped
 */
export function makeKnown(isKept: boolean): void {
  if (isKept && !document.cookie.includes(KNOWN)) tell(`1${LONG}`);
}

/**
 * The browser's storage under the tenant's name; in memory where it has none.
 * @param client the tenant's client name
 */
export function openStorage(client: string): Storage {
  const prefix = `vitrine:${client}:`;
  // Who it keeps something of. It proves nothing: the server believes it only together with a cookie of its
  // own, and that one only with this, so that whoever left is shown to nobody.
  const tellWho = (isKept?: boolean): void => {
    const who = storage.hint.read() ? 'client' : (storage.lead.read()?.id ?? '1');
    const told = `${document.cookie};`;
    if ((isKept || told.includes(KNOWN)) && !told.includes(`${KNOWN}=${who};`)) tell(who + LONG);
  };
  const storage = storageOn(
    createStore(() => globalThis.localStorage, prefix, tellWho),
    createStore(() => globalThis.sessionStorage, prefix),
  );
  tellWho();
  return {
    ...storage,
    wipe() {
      storage.wipe();
      tell('; Max-Age=0');
    },
  };
}

/** Keeps nothing: a page that is made for nobody in particular. */
export const noStorage = (): Storage =>
  storageOn(
    createStore(() => null, ''),
    createStore(() => null, ''),
  );
