/** How long a page is left alone once everything in it has arrived, ms: its pictures come before what is only needed later. */
const REST = 3_000;

/** Settles when the page rests; at once where there is none. */
export const pageRest = (): Promise<void> =>
  new Promise((done) => {
    if (typeof window === 'undefined') return done();
    const rest = () => void setTimeout(done, REST);
    if (document.readyState === 'complete') rest();
    else addEventListener('load', rest, { once: true });
  });
