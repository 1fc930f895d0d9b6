import type { Way } from '#machines/install/install.machine.ts';

/** What a browser says of itself. */
export interface Browser {
  userAgent: string;
  /** of `navigator.maxTouchPoints`: an iPad calls itself a Mac, which has none */
  touchPoints: number;
}
const IN_APP = /Instagram|FBA[NV]|FB_IAB|WhatsApp|; wv\)/;
const OTHER_ON_IOS = /CriOS|FxiOS|EdgiOS|OPiOS|GSA\//;

export const isIos = ({ userAgent, touchPoints }: Browser): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

/**
 * How the store comes to the home screen here, as far as the browser's name tells: Safari leaves it to the person, and
 * an app that shows pages cannot. Any other browser asks by itself when it can. Source: specification §2.
 */
export function wayOf(browser: Browser): Exclude<Way, 'prompt'> | null {
  if (IN_APP.test(browser.userAgent)) return 'outside';
  const isSafari = /Safari\//.test(browser.userAgent) && !OTHER_ON_IOS.test(browser.userAgent);
  return isIos(browser) && isSafari ? 'share' : null;
}

/**
 * An address by which Android opens a page in its browser; null where the person has to do it by the menu.
 * @param page the address of the page
 */
export function outsideLink(browser: Browser, page: URL): string | null {
  if (isIos(browser)) return null;
  const scheme = page.protocol.slice(0, -1);
  return `intent://${page.host}${page.pathname}${page.search}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`;
}
