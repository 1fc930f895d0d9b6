import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

interface Text {
  /** The text that the cuts were made for, SHA-256. */
  read: string;
  cuts: readonly (readonly [from: string, to: string])[];
}
const emptied = (header: string): readonly [string, string] => [`${header} {`, `${header} {\n\treturn;`];

/**
 * What the router and its history can do and nothing of the shop asks for: masks, rewrites and a base path, a
 * route for what is not found, routes matched by hand, loaders with their flights and caches, tags in the head;
 * places of one's own to scroll; leaving a page that does not let one go.
 */
const texts: Readonly<Record<string, Text>> = {
  'router.js': {
    read: '1db8dc7d231c2abdd6b5298712241e4b2a0f2fcff800563b30e7b6fa3d68284d',
    cuts: [
      ['if (this.options.routeMasks) processRouteMasks(this.options.routeMasks, result.processedTree);', ''],
      ['else if (this.options.routeMasks) {', 'else if (false) {'],
      ['if (opts.mask) next.maskedLocation', 'if (false) next.maskedLocation'],
      ['this.matchRoute = (location, opts) => {', 'const unused = (location, opts) => {'],
      [
        'this.rewrite = nextBasepath !== "/" && trimPath(nextBasepath) ? rewriteBasepath(nextBasepath, this.options.caseSensitive, nextRewriteOption) : nextRewriteOption;',
        '',
      ],
      ['if (!this.rewrite && !/[ ', 'if (!/[ '],
      [
        'const url = executeRewriteInput(this.rewrite, new URL(href, this.origin));',
        'const url = new URL(href, this.origin);',
      ],
      ['external: !!this.rewrite && isExternalUrl(url, this.origin)', 'external: false'],
      [
        'executeRewriteInput(this.rewrite, new URL(parsed.pathname, this.origin)).pathname',
        'new URL(parsed.pathname, this.origin).pathname',
      ],
      ['if (this.rewrite) {', 'if (false) {'],
      ['const notFoundRoute = this.options.notFoundRoute;', 'const notFoundRoute = void 0;'],
      ['if (this.options.notFoundRoute && (!foundRoute', 'if (false && (!foundRoute'],
      ['if (this.options.notFoundRoute) matchedRoutes', 'if (false) matchedRoutes'],
      [
        'route === this.options.notFoundRoute ? committed.find((candidate) => candidate.routeId === route.id) : void 0',
        'void 0',
      ],
    ],
  },
  'scroll-restoration.js': {
    read: '0310b3a05cc6ebe1e4e6620991c7585816158c562db9efc76813597cb5632ef7',
    cuts: [
      ['const scrollToTopSelectors = router.options.scrollToTopSelectors;', ''],
      [
        'router.options.getScrollRestorationKey || defaultGetScrollRestorationKey',
        'defaultGetScrollRestorationKey',
      ],
      ['const behavior = router.options.scrollRestorationBehavior;', ''],
      ['left: scrollX,\n\t\t\t\t\t\t\tbehavior', 'left: scrollX'],
      ['left: 0,\n\t\t\t\t\t\tbehavior', 'left: 0'],
      ['if (shouldResetScroll && scrollToTopSelectors) {', 'if (false) {'],
      ['if (!hash && scrollToTopSelectors) scrollToTopElements ??=', 'if (false) scrollToTopElements ??='],
      ['scrollToTopElements?.delete(element);', ''],
      ['if (scrollToTopElements) for (const element of', 'if (false) for (const element of'],
    ],
  },
  // Of the history.
  'index.js': {
    read: 'a3f4ba03f43d4f95e1da37f57d26cd00ab3f11eff5f383759363a2d25234cc66',
    cuts: [
      ['const blockers = args.navigateOpts?.ignoreBlocker ? void 0 : opts.getBlockers?.();', ''],
      ['if (typeof document !== "undefined" && blockers?.length && (', 'if (false && ('],
      ['if (!opts.setBlockers) return () => {};', 'return () => {};'],
      ['if (typeof document !== "undefined" && blockers.length) {', 'if (false) {'],
      ['const onBeforeUnload = (e) => {', 'const onBeforeUnload = (e) => {\n\t\treturn;'],
      ['win.addEventListener(beforeUnloadEvent, onBeforeUnload, { capture: true });', ''],
      ['win.removeEventListener(beforeUnloadEvent, onBeforeUnload, { capture: true });', ''],
      ['history._ignoreNextBeforeUnload = (href) => {', 'const unused = (href) => {'],
      ['onBlocked: () => {', 'onBlocked: () => {\n\t\t\treturn;'],
    ],
  },
  'load-client.js': {
    read: 'f15ebfbff8c9507ba16e26e82cbac940a9899e02d9e22ad469b147481bf11390',
    cuts: [
      emptied('function releaseFlight(router, match)'),
      emptied('function transferMatchResources(router, previous, next, deferSameIdFlight)'),
      emptied('function acquireMatchResources(matches)'),
      emptied('function discardBackground(router, lane)'),
      emptied('function cacheLoaderMatch(router, match, planned)'),
      ['if (!loader) return [SUCCESS, void 0];', 'return [SUCCESS, void 0];'],
      ['configured = route.options.shouldReload;', 'configured = void 0;'],
      [
        'if (typeof configured === "function") configured = configured(getLoaderContext(router, lane, match, route, options[0], semanticParent, preload));',
        '',
      ],
      ['const routeLoader = route.options.loader;', 'const routeLoader = void 0;'],
      ['let donor = preloadable && routeLoader &&', 'let donor = false &&'],
      ['const background = !!(routeLoader &&', 'const background = !!(false &&'],
      ['if (!background) return outcome.then(', 'return outcome.then('],
      ['if (routeOptions.head || routeOptions.scripts) try {', 'if (false) try {'],
      ['if (!route.options.loader || now - match.updatedAt', 'if (true || now - match.updatedAt'],
      ['const handoff = router._handoff;', 'const handoff = void 0;'],
      [
        'if (background?.length) runBackground(router, tx, matches, background, result[3]).catch(console.error);',
        '',
      ],
    ],
  },
};

/**
 * A file of the router without them.
 * @throws Error when the library is written in another way, as after an upgrade
 */
export function withoutLoaders(file: string, code: string): string {
  const text = texts[file];
  if (!text) return code;
  const read = createHash('sha256').update(code).digest('hex');
  if (read !== text.read)
    throw new Error(
      `the router's ${file} is not the one that src/build/router.ts was made for: read what changed, then write ${read} there`,
    );
  return text.cuts.reduce((rest, [from, to]) => {
    const [before = '', after, ...others] = rest.split(from);
    if (after === undefined || others.length > 0)
      throw new Error(`the router's ${file} has not once: ${from}`);
    return before + to + after;
  }, code);
}

/** What the router has and no route uses is left out of the build. */
export const routerLibrary: Plugin = {
  name: 'router-library',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  transform: {
    filter: {
      id: /\/@tanstack\/(?:router-core\/dist\/esm\/(?:router|load-client|scroll-restoration)|history\/dist\/esm\/index)\.js$/,
    },
    handler: (code, id) => ({ code: withoutLoaders(id.replace(/^.*\//, ''), code), map: null }),
  },
};
