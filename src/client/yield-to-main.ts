/**
 * Lets the browser draw and answer a touch between two pieces of work: the start of the shop is many short
 * tasks instead of one long one.
 * Goes on before other work of the page where the browser can tell them apart.
 */
export const yieldToMain = (): Promise<void> => {
  // Not in every browser
  const scheduler = Reflect.get(globalThis, 'scheduler') as { yield?: () => Promise<void> } | undefined;
  return scheduler?.yield?.() ?? new Promise((go) => void setTimeout(go));
};

/** Settles when the browser has nothing to draw and to answer: for what can wait. */
export const whenFree = (): Promise<void> => {
  const free = globalThis.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200));
  return new Promise((go) => void free(() => go()));
};

/** Longest wait for a drawing, ms: a page that nobody sees is never drawn. */
const UNSEEN = 100;

/**
 * Settles when what was just done can be seen: loading code for what comes of a tap must not stand between
 * the tap and its answer. At once where nothing is drawn.
 */
export const afterPaint = (): Promise<void> =>
  new Promise((go) => {
    if (typeof window === 'undefined') return go();
    setTimeout(go, UNSEEN);
    requestAnimationFrame(() => setTimeout(go));
  });
