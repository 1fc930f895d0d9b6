declare global {
  /** Set by {@link loader}: plays what was done before the charts were alive. */
  var alive: (() => Promise<void>) | undefined;
  /** What {@link hideToken} took off the address: the search with the token of a sign-in link. */
  var arrived: string | undefined;
}

/**
 * Stands as text in a page: no word of another module is known here. It names the faces that can be there in
 * time, and starts the shop's scripts once the page and its pictures are there, or at the first touch; what is
 * tapped, typed or sent until the charts are alive is played to them then, in that order, once. A link that is
 * tapped first is followed as it is.
 */
export function loader(): void {
  const { face = '', now = '', next = '', entry = '' } = document.currentScript?.dataset ?? {};
  const [text, display] = document.querySelectorAll<HTMLStyleElement>('style[media]');
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const add = (rel: string, href: string, more: object = {}) =>
    document.head.append(Object.assign(document.createElement('link'), { rel, ...more, href }));
  const name = (faces: HTMLStyleElement | undefined) => {
    if (faces) faces.media = '';
  };
  const isNear = navigator.serviceWorker?.controller || (page && page.responseStart - page.requestStart < 60);
  // A face that comes too late holds the first paint up for nothing, and one that is named after it moves words.
  if (isNear && performance.getEntriesByType('paint').length === 0) {
    if (face) add('preload', face, { as: 'font', type: 'font/woff2', crossOrigin: '' });
    name(text);
    name(display);
  }
  const kept: [target: HTMLElement, type: string, value?: string][] = [];
  const types = ['click', 'input', 'submit'];
  let isStarted = false;
  const start = () => {
    if (isStarted) return;
    isStarted = true;
    name(display);
    const styles = [...document.querySelectorAll<HTMLLinkElement>('link[data-sheet]')].map(
      (link) =>
        new Promise((done) => {
          link.onload = link.onerror = done;
          link.rel = 'stylesheet';
        }),
    );
    // What stands on the entry comes beside it and waits for it.
    for (const href of [entry, ...next.split(' ')]) add('modulepreload', href);
    // What the entry stands on is run as it comes, each in a task of its own.
    const scripts = now.split(' ').map((file) => import(/* @vite-ignore */ file));
    void Promise.all([...styles, ...scripts]).then(() => import(/* @vite-ignore */ entry));
  };
  const keep = (event: Event) => {
    start();
    const { type } = event;
    const target = event.target as HTMLInputElement;
    if (type === 'input') {
      const last = kept.at(-1);
      if (last?.[0] === target) kept.pop();
      kept.push([target, type, target.value]);
      return;
    }
    const pressed = type === 'submit' ? target : target.closest<HTMLElement>(kept[0] ? 'button,a' : 'button');
    if (!pressed) return;
    event.preventDefault();
    kept.push([pressed, type]);
  };
  globalThis.alive = async () => {
    for (const type of types) removeEventListener(type, keep, true);
    const nameOf = (part: HTMLElement) =>
      part.getAttribute('name') ?? part.ariaLabel ?? part.textContent.trim();
    // Each finds drawn what the one before it did.
    for (const [before, type, value] of kept.splice(0)) {
      // A page that was drawn anew has another of the same name.
      const target = before.isConnected
        ? before
        : ([...document.querySelectorAll<HTMLElement>(before.tagName)].find(
            (part) => nameOf(part) === nameOf(before),
          ) ?? before);
      if (value !== undefined) {
        // What is drawn over a field remembers what it was; only what differs from that is a change.
        (target as HTMLInputElement).value = '';
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')?.set?.call(target, value);
        target.dispatchEvent(new Event(type, { bubbles: true }));
      } else if (type === 'submit') (target as HTMLElement as HTMLFormElement).requestSubmit();
      else target.click();
      await new Promise((done) => setTimeout(done));
    }
  };
  for (const type of types) addEventListener(type, keep, true);
  addEventListener('pointerdown', start);
  // A page that is there need not have been painted, and its background is painted before what stands on it.
  const watch = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start();
  });
  addEventListener('load', () => watch.observe({ type: 'paint', buffered: true }));
  // A picture that does not come holds nobody up.
  setTimeout(start, 3_000);
}

/**
 * Takes the token of a sign-in link off the address before anything is asked for: browsers tell the address of the page
 * with its faces, whatever its policy says. Only private pages have it: it costs every page that does.
 */
export function hideToken(): void {
  const { pathname, search } = location;
  if (pathname !== '/auth' || !search.includes('token=')) return;
  globalThis.arrived = search;
  history.replaceState(null, '', pathname);
}

export const LOADER = `(${loader.toString()})()`;
export const PRIVATE_LOADER = `(${hideToken.toString()})();${LOADER}`;
