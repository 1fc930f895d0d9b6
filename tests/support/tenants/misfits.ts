import type { Page } from 'playwright-core';

/**
 * What does not fit into the window of a page: the page itself, words that are cut off, and buttons that lie
 * over each other. Empty when all of it fits.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push(`the page is ${over} px wider than the window`);
    const isShown = (node: Element) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true });
    const said = (text: string) => `"${text.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;

    /**
     * The window's sides, or those of what cuts it off. Null where it can be scrolled to, is shortened on
     * purpose, or is only for the ear.
     */
    const sandboxFactor = (text: Node): { left: number; right: number; bottom: number } | null => {
      const room = { left: 0, right: innerWidth, bottom: Number.POSITIVE_INFINITY };
      for (let node = text.parentElement; node; node = node.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath } = getComputedStyle(node);
        if (clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none') return null;
        if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || overflowY === 'scroll')
          return null;
        if (overflowX !== 'visible') {
          const { left, right, bottom } = node.getBoundingClientRect();
          room.left = Math.max(room.left, left);
          room.right = Math.min(room.right, right);
          room.bottom = Math.min(room.bottom, bottom);
        }
      }
      return room;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (
        !text.nodeValue?.trim() ||
        !holder ||
        holder.closest('script, style, svg, noscript') ||
        !isShown(holder)
      )
        continue;
      const room = sandboxFactor(text);
      if (!room) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const isCut = [...range.getClientRects()].some(
        ({ left, right, bottom }) =>
          left < room.left - 1 || right > room.right + 1 || bottom > room.bottom + 4,
      );
      if (isCut) found.push(`${said(text.nodeValue)} is cut off`);
      // A word of letters stands in one line, unless the browser may hyphenate it.
      if (getComputedStyle(holder).hyphens === 'auto') continue;
      // A code to be copied is no word of a language, and all of it is to be seen.
      if (!(holder as HTMLElement).translate) continue;
      for (const word of text.nodeValue.matchAll(/(?:e-mails?|\p{L}+)(?=[\s.,:;?!)]|$)/giu)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          found.push(`${said(word[0])} is broken`);
      }
    }

    const isFixed = (node: Element | null): boolean =>
      node !== null &&
      (['fixed', 'sticky'].includes(getComputedStyle(node).position) || isFixed(node.parentElement));
    const buttons = [
      ...document.querySelectorAll('main button, main a[href], main input, main select, nav a'),
    ].filter((node) => isShown(node) && !isFixed(node));
    for (const [index, one] of buttons.entries())
      for (const other of buttons.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || one.parentElement?.contains(other)) continue;
        const lie = [...one.getClientRects()].some((a) =>
          [...other.getClientRects()].some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
          ),
        );
        if (lie)
          found.push(
            `${said(one.textContent || one.getAttribute('aria-label') || one.tagName)} and ${said(other.textContent || other.getAttribute('aria-label') || other.tagName)} lie over each other`,
          );
      }
    return found;
  });
