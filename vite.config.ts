import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chartsLibrary } from './src/build/charts-library.ts';
import { descriptions } from './src/build/descriptions.ts';
import { faces } from './src/build/faces.ts';
import { icons } from './src/build/icons.ts';
import { pageScripts } from './src/build/page-scripts.ts';
import { pageOf, pages } from './src/build/pages.ts';
import { preloadHelper } from './src/build/preload.ts';
import { reactModules } from './src/build/react-modules.ts';
import { routerLibrary } from './src/build/router.ts';
import { screenModules } from './src/build/screens.ts';

const here = import.meta.dirname;
const databaseTests = 'tests/server/**/*.test.ts';
const journeys = 'tests/journeys/**/*.test.ts';
/** Journeys that judge a page on a slowed processor, or what it asks for at a moment. */
const pageJourneys = 'tests/journeys/pages/*.test.ts';

/**
 * The router's own links, which no screen uses (`#client/links.ts`): its routes would bring them all the
 * same.
 */
const ownLinks: Plugin = {
  name: 'own-links',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('@tanstack/react-router/dist/esm/link.js')
      ? 'export const Link = null, composeHandlers = null, createLink = null, linkOptions = null, useLinkProps = null;'
      : null,
};

/** What the charts' library has for the tools of those who make it; the shop never turns them on. */
const devTools: Plugin = {
  name: 'dev-tools',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('xstate/dist/xstate-dev.esm.js')
      ? 'export const devToolsAdapter = null, getGlobal = null, registerService = null;'
      : null,
};

/** Without vowels: no word comes out of them, nor a name that blockers of advertisements hide. */
const LETTERS = 'bcdfghjkmnpqrstvwxz';
/** Sheets of classes, in the order that names them. */
export const sheets: readonly string[] = globSync('src/**/*.module.css', {
  cwd: here,
  exclude: ['src/{ops,flows}/**'],
}).sort();
/** What the names of a sheet's classes begin with. @param at its place among the sheets */
export const prefixOf = (at: number): string =>
  `${LETTERS[Math.floor(at / LETTERS.length)]}${LETTERS[at % LETTERS.length]}`;
const classes = new Map<string, Map<string, string>>();
/**
 * Class names of three letters: each stands in the script, in the styles and many times in a page. Both
 * builds come to the same ones: a name is the place of the file among the others and of the class in it.
 */
function shortName(name: string, file: string): string {
  const sheet = path.relative(here, file.replace(/\?.*$/, ''));
  const at = sheets.indexOf(sheet);
  if (at < 0) throw new Error(`${sheet} is a sheet of classes that was not there at the start; begin again`);
  const known = classes.get(sheet) ?? new Map<string, string>();
  classes.set(sheet, known);
  const short = known.get(name) ?? `${prefixOf(at)}${known.size.toString(36)}`;
  known.set(name, short);
  return short;
}

interface Graph {
  getModuleInfo(
    id: string,
  ): { importers: readonly string[]; dynamicImporters: readonly string[]; isEntry: boolean } | null;
}
/** The modules that load `id` with themselves and are themselves loaded on demand, or first of all. */
function rootsOf(id: string, graph: Graph): string[] {
  const seen = new Set<string>();
  const visit = (at: string): string[] => {
    if (seen.has(at)) return [];
    seen.add(at);
    const info = graph.getModuleInfo(at);
    return [
      ...(info?.isEntry || info?.dynamicImporters.length ? [at] : []),
      ...(info?.importers ?? []).flatMap(visit),
    ];
  };
  return visit(id);
}
/**
 * What every page asks for once its first screen stands: one file. The screens of a person and the long list are
 * named there as well.
 */
const AFTERWARDS =
  /\/(?:shell\/(?:after-first-screen|late-screens|page\/crash-state|wiring\/(?:visitor|notices-logic))|actors\/stream|layout\/virtual-grid|late\/category-icon)\.tsx?$/;
/** Areas whose screens are filled in; what only looks like a field elsewhere stays with its screen. */
const FORMS = new Set('account checkout intranet invite location login orders signup'.split(' '));
/**
 * Files for the first visit: the libraries, the charts, what several kinds of pages need, and one for each kind
 * of page. A few larger files compress better and take fewer round trips than one for each module that two
 * screens share.
 */
function chunkOf(id: string, graph: Graph): string | null {
  const own = pageOf(id);
  if (own) return own;
  // The server finds what is loaded on demand by its own name.
  const isNamed = id.endsWith('/shell/wiring/calls.ts') || AFTERWARDS.test(id);
  if (graph.getModuleInfo(id)?.dynamicImporters.length && !isNamed) return null;
  const roots = rootsOf(id, graph);
  const isFirst = roots.some((root) => /(?:index\.html|\/main\.tsx)$/.test(root));
  // The charts and the libraries need nothing of the rest, so each is run as it comes, in a task of its own.
  // The shim stands where a library's own would: what a library needs of the shop would be run before the
  // library.
  if (isFirst && /node_modules\/(?!@tabler\/|xstate\/)|src\/shell\/wiring\/with-selector\.ts$/.test(id))
    return 'libraries';
  if (isFirst && /\/machines\/|node_modules\/xstate\/|src\/(?:domain|contract)\//.test(id)) return 'charts';
  const [page, ...others] = new Set(roots.flatMap((root) => pageOf(root) ?? []));
  const isAfterwards = roots.some((root) => AFTERWARDS.test(root));
  if (isFirst || others.length > 0 || (isAfterwards && page)) return 'shop';
  if (page) return page;
  if (roots.some((root) => root.endsWith('/shell/wiring/calls.ts'))) return 'calls';
  if (isAfterwards) return 'afterwards';
  if (roots.some((root) => root.endsWith('/cart-screen.tsx'))) return 'cart';
  // Drawings of a few lines each that several areas have: one file, and one name in the list of the entry.
  if (id.includes('/@tabler/') && roots.length > 1) return 'icons';
  const areas = new Set(roots.map((root) => /screens\/(\w+)\//.exec(root)?.[1] ?? 'flow'));
  // So are the rules that several flows go by, and the fields of forms: a phone has six connections, and each of
  // forty files of some hundred bytes would wait for one.
  if (roots.length > 1 && /\/src\/domain\//.test(id)) return 'rules';
  if (roots.length > 1 && areas.has('flow') && /\/machines\/|\/src\/(?:actors|contract)\//.test(id))
    return 'rules';
  if (areas.size > 1 && /\/src\/components\/form\//.test(id) && [...areas].every((area) => FORMS.has(area)))
    return 'fields';
  const [area] = areas;
  return areas.size === 1 && roots.length > 1 && area ? area : null;
}

/** Here before anything is loaded on demand, or written into the files that need it (src/build/pages.ts). */
const FIRST = /\/(?:rolldown-runtime|libraries|charts)-[\w-]+\.js$/;
/**
 * What a script loads at once with a part that it loads on demand. Neither the part itself, which is being
 * asked for, nor what every page has: each name costs the first visit.
 */
const neededToo = (file: string, needed: string[], { hostType }: { hostType: 'html' | 'js' }): string[] =>
  hostType === 'html' ? needed : needed.filter((one) => one !== file && !FIRST.test(one));

/**
 * Ends a test that hangs, ms. Most of the long ones are work, not waiting: how long they take says how fast
 * the
 * machine is, so no test has a limit of its own.
 */
const LIMIT = 600_000;

/**
 * Files at once of the tests that wait for other processes (servers, databases, a browser): one for each core
 * leaves a third of the processor idle.
 */
const WAITING = 2 * availableParallelism();

/** Tests of the built shop in a browser. */
const journeysOf = (
  name: string,
  { groupOrder, ...files }: { include: string[]; exclude?: string[]; groupOrder: number; maxWorkers: number },
) => ({
  test: {
    ...files,
    name,
    // What a person waits for comes later on a busy machine.
    expect: { poll: { timeout: 15_000 } },
    globalSetup: [path.join(here, 'tests/support/browser/journeys-setup.ts')],
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    sequence: { groupOrder },
  },
});

export default defineConfig(({ mode, isSsrBuild }) => ({
  // Vitest looks from the repository's root, the shop is built from src/.
  root: mode === 'test' ? here : path.join(here, 'src'),
  appType: 'custom',
  // The router's store and the charts' hooks ask for the shim of a hook that React 19 has itself.
  resolve: {
    alias: [
      {
        find: /^use-sync-external-store\/shim(?:\/with-selector)?$/,
        replacement: path.join(here, 'src/shell/wiring/with-selector.ts'),
      },
    ],
  },
  plugins:
    mode === 'test'
      ? []
      : [
          screenModules,
          icons,
          ownLinks,
          devTools,
          preloadHelper,
          descriptions,
          chartsLibrary,
          reactModules,
          routerLibrary,
          pages,
          ...(isSsrBuild ? [pageScripts] : []),
          faces,
          react(),
          VitePWA({
            strategies: 'injectManifest',
            srcDir: '.',
            filename: 'sw.ts',
            registerType: 'prompt',
            injectRegister: false,
            // Each tenant has its own name, colours and icons: the server answers /manifest.webmanifest.
            manifest: false,
            injectManifest: {
              globPatterns: ['offline.html', 'assets/**/*.{js,css,woff2,svg}'],
              // Megabytes that most people never open; they come when asked for.
              globIgnores: ['**/draw-map*', '**/flow-book*', '**/elk*', '**/decoder-worker*', '**/*.map'],
              maximumFileSizeToCacheInBytes: 1_500_000,
            },
          }),
        ],
  // In development too: the page that the server drew and the one that the browser makes of it must be equal.
  ...(mode === 'test' ? {} : { css: { modules: { generateScopedName: shortName } } }),
  // Bundled in development, icons would be found screen by screen, and the page loaded again for each.
  optimizeDeps: { exclude: ['@tabler/icons-react'] },
  build: {
    outDir: path.join(here, isSsrBuild ? 'dist/server' : 'dist/client'),
    emptyOutDir: true,
    target: 'es2022',
    // A kilobyte and a half less of the first load than Vite's own, for some seconds of the build. Only simple
    // functions are put in the place of their calls: what is written once compresses better.
    ...(isSsrBuild
      ? {}
      : {
          minify: 'terser',
          // Reading a property does nothing but read it, in the shop and in its libraries.
          terserOptions: {
            module: true,
            ecma: 2020,
            // On by default, for browsers that the target leaves out.
            safari10: false,
            compress: { passes: 2, inline: 1, pure_getters: true },
          },
        }),
    manifest: !isSsrBuild,
    // One sheet: it is smaller than two of the thirty-five that it would be, and no screen waits for its own.
    cssCodeSplit: false,
    // One request more costs less on a phone than a picture inlined into a script that everybody loads.
    assetsInlineLimit: 1_024,
    modulePreload: { polyfill: false, resolveDependencies: neededToo },
    rolldownOptions: {
      output: isSsrBuild
        ? { entryFileNames: 'render.js' }
        : {
            // The first load names every other file: 42 bits tell versions of one apart in less of it than 48.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
          },
    },
  },
  // The reader of codes: a script of its own, loaded by who reads one.
  worker: { format: 'es' },
  // Bundled whole into dist/server: style sheets inside packages are not for Node, one file starts faster
  // than thousands, and React then is the
  // production one whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  test: {
    projects: [
      {
        plugins: [screenModules],
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [databaseTests, journeys],
          // Modules are loaded once for all files: each for itself takes a third longer.
          isolate: false,
          // A loop over nothing proves nothing.
          expect: { requireAssertions: true },
          testTimeout: LIMIT,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          include: [databaseTests],
          globalSetup: [path.join(here, 'tests/support/store/global-setup.ts')],
          testTimeout: LIMIT,
          hookTimeout: LIMIT,
          maxWorkers: WAITING,
          sequence: { groupOrder: 1 },
        },
      },
      journeysOf('journeys', {
        include: [journeys],
        exclude: [pageJourneys],
        groupOrder: 2,
        maxWorkers: WAITING,
      }),
      // Beside another journey they come too late.
      journeysOf('pages', { include: [pageJourneys], groupOrder: 3, maxWorkers: 1 }),
    ],
  },
}));
