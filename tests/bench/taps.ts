import type { Page } from 'playwright-core';

/** What is on the screen when a tap has done all it does. */
export interface Until {
  /** Of the address, as a pattern. */
  path: string;
  /** Begins something that can be read on it, or a label. */
  text: string;
}
/** ms from a tap (or a key) until something on the screen has changed, and until all has. */
export interface Tap {
  /** When it was, by the page's clock. */
  at: number;
  visible: number;
  complete: number;
}

/** Runs in the page: times what the next tap does. */
function watch({ path, text }: Until): void {
  const tap = { at: 0, visible: 0, complete: 0 };
  Reflect.set(globalThis, 'tap', tap);
  /** When the frame that is being made has been drawn. */
  const afterFrame = (act: () => void) => requestAnimationFrame(() => setTimeout(act));
  const begin = ({ timeStamp }: Event) => {
    // A field that is filled and a button that is pressed: the last of them is meant.
    if (tap.visible === 0) tap.at = timeStamp;
  };
  for (const type of ['click', 'input']) addEventListener(type, begin, { capture: true });
  const changes = new MutationObserver((records) => {
    const isSeen = ({ target }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement;
      return element?.closest('body')?.contains(element) && !element.closest('[aria-live]');
    };
    if (tap.at === 0 || tap.visible > 0 || !records.some(isSeen)) return;
    afterFrame(() => (tap.visible ||= performance.now() - tap.at));
  });
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const found = `//body//*[starts-with(@aria-label, "${text}")] | //body//text()[starts-with(normalize-space(.), "${text}")]/..`;
  const isShown = () => {
    const all = document.evaluate(found, document, null, XPathResult.ORDERED_NODE_ITERATOR_TYPE);
    for (let one = all.iterateNext(); one; one = all.iterateNext())
      if (one instanceof Element && one.checkVisibility({ visibilityProperty: true })) return true;
    return false;
  };
  const look = () => {
    const isThere = tap.at > 0 && new RegExp(path).test(location.pathname) && isShown();
    if (!isThere) return requestAnimationFrame(look);
    return afterFrame(() => {
      tap.complete = performance.now() - tap.at;
      tap.visible ||= tap.complete;
      changes.disconnect();
      for (const type of ['click', 'input']) removeEventListener(type, begin, { capture: true });
    });
  };
  look();
}

/** Times one tap in the page as it stands: the page must not be left for another document. */
export async function timeTap(page: Page, until: Until, tap: () => Promise<void>): Promise<Tap> {
  await page.evaluate(watch, until);
  await tap();
  await page
    .waitForFunction(() => (Reflect.get(globalThis, 'tap') as Tap | undefined)?.complete)
    .catch(async () => {
      const said = await page.evaluate(() => document.body.innerText);
      throw new Error(`"${until.text}" did not come at ${page.url()}:\n${said}`);
    });
  return page.evaluate(() => Reflect.get(globalThis, 'tap') as Tap);
}
