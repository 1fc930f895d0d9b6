import type { Item } from '#contract/catalog.ts';
import { searchText } from '#domain/search.ts';
import { suggestionsMachine } from '#machines/catalog/suggestions.machine.ts';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { createActor } from 'xstate';
import { useShell } from '#client/context.ts';
import { late } from '#client/late.ts';

export interface Suggesting {
  isOpen: boolean;
  /** What is looked for, as it is searched. */
  q: string;
  found: readonly Item[];
  type: (text: string) => void;
  dismiss: () => void;
}

/** What is suggested while somebody types. @param campaigns that are offered here */
export function useSuggestions(campaigns: readonly string[]): Suggesting {
  const { api } = useShell();
  const [actor] = useState(() =>
    createActor(
      suggestionsMachine.provide({
        actors: late(
          async () => (await import('#actors/products.ts')).productsActors(api),
          ['loadSuggestions'],
        ),
      }),
    ),
  );
  const subscribe = useCallback((wake: () => void) => actor.subscribe(wake).unsubscribe, [actor]);
  const read = () => actor.getSnapshot();
  const snapshot = useSyncExternalStore(subscribe, read, read);
  return {
    isOpen: snapshot.hasTag('open'),
    q: snapshot.context.q,
    found: snapshot.context.found,
    // It begins with the first letter.
    type: (text) => actor.start().send({ type: 'text.typed', text, campaigns }),
    dismiss: () => actor.start().send({ type: 'suggestions.dismissed' }),
  };
}

/** Searches that are kept on this device. */
const KEPT = 6;
const isWord = (value: unknown): value is string => typeof value === 'string' && value === searchText(value);

export interface RecentSearches {
  words: readonly string[];
  add: (q: string) => void;
  remove: (q: string) => void;
  /** Reads them again: another tab may have written, or a sign-out taken them away. */
  read: () => void;
}

/** The last searches of this browser in this store: signing out forgets them. */
export function useRecentSearches(): RecentSearches {
  const { searches } = useShell().storage;
  const [words, setWords] = useState<readonly string[]>([]);
  const kept = (): string[] => {
    const stored: unknown = Reflect.get(Object(searches.read()) as object, 'words');
    return Array.isArray(stored) ? stored.filter(isWord).slice(0, KEPT) : [];
  };
  const keep = (next: readonly string[]) => {
    searches.write({ words: next });
    setWords(next);
  };
  return {
    words,
    read: () => setWords(kept()),
    add: (q) => keep([q, ...kept().filter((word) => word !== q)].slice(0, KEPT)),
    remove: (q) => keep(kept().filter((word) => word !== q)),
  };
}
