import type { Plugin } from 'vite';

const HELPER = '\0vite/preload-helper.js';
/** Runs in the browser: brings what a part needs side by side with it. */
const preload = (load: () => Promise<unknown>, needed: readonly string[] = []): Promise<unknown> => {
  for (const file of needed) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = `/${file}`;
    document.head.append(link);
  }
  return load();
};

/**
 * Vite's helper for what is loaded on demand, without its care for sheets of styles: no part has one of its own
 * (`cssCodeSplit`).
 */
export const preloadHelper: Plugin = {
  name: 'preload-helper',
  enforce: 'pre',
  load: (id) => (id === HELPER ? `export const __vitePreload = ${preload.toString()};` : null),
};
