import { makeKnown } from '#client/storage.ts';
import { createStore } from '#client/store.ts';

/**
 * What stands in a form and was not sent yet. It outlives a reload, in this tab; a sign-out forgets it with
 * everything else under the tenant's name.
 */
export interface Draft<V> {
  /** What was kept, as far as it has the names and kinds of `like`; what has no value there may be of any kind. */
  read(like: V): Partial<V>;
  keep(values: V): void;
  drop(): void;
}

/** @param client the tenant's client name @param name of the form, and of what it is about */
export function openDraft<V extends Record<string, unknown>>(client: string, name: string): Draft<V> {
  const area = () => (typeof window === 'undefined' ? null : globalThis.sessionStorage);
  const tab = createStore(area, `vitrine:${client}:`, makeKnown);
  const at = `draft:${name}`;
  return {
    read(like) {
      const kept = tab.get(at);
      if (typeof kept !== 'object' || kept === null) return {};
      const fit = Object.entries(kept).filter(
        ([field, value]) =>
          Object.hasOwn(like, field) && (like[field] === undefined || typeof value === typeof like[field]),
      );
      return Object.fromEntries(fit) as Partial<V>; // each of a name and a kind of `like`
    },
    keep: (values) => tab.set(at, values),
    drop: () => tab.drop(at),
  };
}
