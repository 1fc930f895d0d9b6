/**
 * A place for small plain values under one tenant's name. It never throws: a browser that keeps nothing still
 * sells.
 */
export interface Store {
  /** What was kept, unchecked; undefined when there is nothing readable. */
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  drop(name: string): void;
  /** Forgets everything of this tenant. */
  wipe(): void;
  /** False when values live only as long as the page. */
  readonly lasts: () => boolean;
}

/** Longest text that is read back: nothing of ours is near it, so a larger one is not ours. */
const LONGEST = 400_000;

type Area = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/**
 * @param open gives the browser's area; may throw (blocked cookies) and may give one that throws (full,
 * private window)
 * @param prefix `vitrine:{client}:`, so that two tenants on one host never read each other
 * @param onChanged called when the area took a value, and with false when one was dropped
 */
export function createStore(
  open: () => Area | null | undefined,
  prefix: string,
  onChanged?: (isKept: boolean) => void,
): Store {
  const memory = new Map<string, string>();
  let lasting = true;
  /** The area is asked for each time: one that failed may work again after the person made room. */
  const attempt = <T>(act: (area: Area) => T): T | undefined => {
    try {
      const area = open();
      lasting = Boolean(area);
      return area ? act(area) : undefined;
    } catch {
      lasting = false;
      return undefined;
    }
  };
  return {
    lasts: () => lasting,
    get(name) {
      const text = memory.get(name) ?? attempt((area) => area.getItem(prefix + name));
      if (!text || text.length > LONGEST) return undefined;
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return undefined;
      }
    },
    set(name, value) {
      const text = JSON.stringify(value);
      const kept = attempt((area) => {
        area.setItem(prefix + name, text);
        return true;
      });
      if (!kept) return void memory.set(name, text);
      memory.delete(name);
      onChanged?.(true);
    },
    drop(name) {
      memory.delete(name);
      attempt((area) => area.removeItem(prefix + name));
      onChanged?.(false);
    },
    wipe() {
      memory.clear();
      attempt((area) => {
        const names = Array.from({ length: area.length }, (_, index) => area.key(index));
        for (const name of names) if (name?.startsWith(prefix)) area.removeItem(name);
      });
    },
  };
}
