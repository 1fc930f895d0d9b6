import { useRef, useSyncExternalStore } from 'react';

/** What `use-sync-external-store/shim` is for. */
export { useSyncExternalStore };

/**
 * What the router's store asks `use-sync-external-store/with-selector` for, on the hook that React has
 * itself: the library's is written for
 * older ones and is four times the size. The build puts this in its place (vite.config.ts).
 */
export function useSyncExternalStoreWithSelector<S, T>(
  subscribe: (wake: () => void) => () => void,
  getSnapshot: () => S,
  getServerSnapshot: (() => S) | null | undefined,
  select: (snapshot: S) => T,
  same: (a: T, b: T) => boolean = Object.is,
): T {
  const kept = useRef<{ value: T } | null>(null);
  const read = (snapshot: S): T => {
    const value = select(snapshot);
    if (!kept.current || !same(kept.current.value, value)) kept.current = { value };
    return kept.current.value;
  };
  return useSyncExternalStore(
    subscribe,
    () => read(getSnapshot()),
    () => read((getServerSnapshot ?? getSnapshot)()),
  );
}
