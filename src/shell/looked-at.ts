import { LOOKED_AT, TELLING_FOR } from '#machines/book/telling.ts';

/** When the flow book looked last in this browser, ms since 1970; 0 where nothing can be read. */
function lookedAt(): number {
  try {
    return Number(localStorage.getItem(LOOKED_AT) ?? 0);
  } catch {
    return 0;
  }
}

/** Begins once the flow book looks at this browser's stores: now, or as soon as it is opened. */
export function whenLookedAt(begin: () => void): void {
  const isLookedAt = () => Date.now() - lookedAt() < TELLING_FOR;
  if (isLookedAt()) return begin();
  const hear = ({ key }: StorageEvent) => {
    if (key !== LOOKED_AT || !isLookedAt()) return;
    removeEventListener('storage', hear);
    begin();
  };
  addEventListener('storage', hear);
}
