/**
 * How long a page is left alone once everything in it has arrived, ms: its pictures come before what is only
 * needed later.
 */
const REST = 3_000;

/** Settles `after` ms after everything in the page has arrived; at once where there is no page. */
const pageLoaded = (after: number): Promise<void> =>
  new Promise((done) => {
    if (typeof window === 'undefined') return done();
    const rest = () => void setTimeout(done, after);
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
  });

/** Settles when the first screen and its pictures are there. */
export const pageComplete = (): Promise<void> => pageLoaded(0);
/** Settles when the page rests. */
export const whenIdle = (): Promise<void> => pageLoaded(REST);
