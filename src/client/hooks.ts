import { refusalOf } from '#machines/app/selectors.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import type { ReasonCode } from '#machines/navigation/refusal.ts';
import { startTransition, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { AnyActorRef, SnapshotFrom } from 'xstate';
import { useShell } from './context.ts';
import type { RootName, Roots } from './roots.ts';
import type { TenantView } from './tenant.ts';

type Same<T> = (a: T, b: T) => boolean;

/**
 * True when two objects or lists hold the same members. For selections that are put together anew each time.
 */
export function shallow<T>(a: T, b: T): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.is(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

/**
 * A selection of an actor's snapshot; draws again only when it changes. The library's own hook cannot draw
 * from what the server knew,
 * and costs the first load 2 KiB more: screens of flows have it in `flow-hooks.ts`.
 * @param first the snapshot that the server drew from
 */
function useSelection<A extends AnyActorRef, T>(
  actor: A,
  select: (snapshot: SnapshotFrom<A>) => T,
  same: Same<T> = Object.is,
  first: SnapshotFrom<A> | undefined,
): T {
  const kept = useRef<{ value: T } | null>(null);
  const drawn = useRef<{ value: T } | null>(null);
  const subscribe = useCallback(
    (wake: () => void) => {
      const { unsubscribe } = actor.subscribe({ next: wake, error: wake, complete: wake });
      return unsubscribe;
    },
    [actor],
  );
  const read = () => {
    const value = select(actor.getSnapshot());
    if (!kept.current || !same(kept.current.value, value)) kept.current = { value };
    return kept.current.value;
  };
  const readFirst = () => {
    if (first === undefined) return read();
    drawn.current ??= { value: select(first) };
    // The same to anybody who compares: nothing is drawn again that says what the server said.
    kept.current ??= drawn.current;
    return drawn.current.value;
  };
  return useSyncExternalStore(subscribe, read, readFirst);
}

export const useApp = (): AppActor => useShell().app;
export const useTenant = (): TenantView => useShell().tenant;
export function useAppState<T>(select: (snapshot: SnapshotFrom<AppActor>) => T, same?: Same<T>): T {
  const { app, first } = useShell();
  return useSelection(app, select, same, first?.app);
}

/** Why the person is here and not where they asked to be, until they ask for something else. */
export const useRefusalReason = (): ReasonCode | null =>
  useAppState((snapshot) => refusalOf(snapshot)?.reason ?? null);

export const childOf = (app: AppActor, name: string): AnyActorRef | undefined =>
  Reflect.get(app.getSnapshot().children, name);

/** One of the actors that live as long as the page. */
export function useRoot<K extends RootName>(name: K): Roots[K] {
  const actor = childOf(useApp(), name);
  if (!actor) throw new Error(`the app has no ${name}`);
  return actor as Roots[K]; // the app chart invokes it under this very name
}
export function useRootState<K extends RootName, T>(
  name: K,
  select: (snapshot: SnapshotFrom<Roots[K]>) => T,
  same?: Same<T>,
): T {
  const { first } = useShell();
  return useSelection<Roots[K], T>(
    useRoot(name),
    select,
    same,
    first?.children[name] as SnapshotFrom<Roots[K]> | undefined,
  ); // kept under this very name
}

const never = () => () => undefined;
/** Whether the server drew this before the browser did. It stays so, and nothing is drawn again for it. */
function useWasDrawn(): boolean {
  const was = useRef(false);
  return useSyncExternalStore(
    never,
    () => was.current,
    () => (was.current = true),
  );
}

/**
 * False in the first drawing of what the browser draws by itself: what is seen of a screen at once is drawn then,
 * the rest in slices after it.
 */
export function useIsWhole(): boolean {
  const [isWhole, setWhole] = useState(useWasDrawn());
  useEffect(() => startTransition(() => setWhole(true)), []);
  return isWhole;
}

/**
 * The server-corrected time for drawing, in epoch ms.
 * @param every ms between ticks; null never ticks. It stands still while the page is hidden.
 */
export function useNow(every: number | null = 1_000): number {
  const { clock, renderedAt } = useShell();
  const wasDrawn = useWasDrawn();
  const [now, setNow] = useState(() => (wasDrawn ? renderedAt : null) ?? clock.now());
  useEffect(() => {
    const tick = () => setNow(clock.now());
    // In slices: it is the whole page that is taken over.
    startTransition(tick);
    if (every === null) return;
    const timer = setInterval(() => {
      if (!document.hidden) tick();
    }, every);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [clock, every]);
  return now;
}

export const useOnline = (): boolean => useRootState('network', (snapshot) => !snapshot.matches('offline'));
