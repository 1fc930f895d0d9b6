import { globSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chartsLibrary } from './src/build/charts-library.ts';
import { chunkOf, neededToo } from './src/build/chunks.ts';
import { descriptions } from './src/build/descriptions.ts';
import { faces } from './src/build/faces.ts';
import { icons } from './src/build/icons.ts';
import { pageScripts } from './src/build/page-scripts.ts';
import { pages } from './src/build/pages.ts';
import { preloadHelper } from './src/build/preload.ts';
import { reactModules } from './src/build/react-modules.ts';
import { routerLibrary } from './src/build/router.ts';
import { screenModules } from './src/build/screens.ts';

const here = import.meta.dirname;
const serverTests = 'tests/server/**/*.test.ts';
/**
 * Tests of the server that have a process of their own: they start and end processes, break the machine under
 * the shop, or fill a store for so long that other files' memory would slow them.
 */
const heavy = [
  'tests/server/{core,ops}/**/*.test.ts',
  'tests/server/{demo-orders,fuzz,injection,two-processes}.test.ts',
  'tests/server/order/{kill,ledger,order-model,races}.test.ts',
  'tests/server/payment/{bank,payment-notices}.test.ts',
  'tests/server/people/identity-attacks.test.ts',
  'tests/server/staff/kill.test.ts',
];
const journeys = 'tests/journeys/**/*.test.ts';
/** Journeys that judge a page on a slowed processor, or what it asks for at a moment. */
const alone = 'tests/journeys/alone/*.test.ts';

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

/**
 * Ends a test that hangs, ms. Most of the long ones are work, not waiting: how long they take says how fast the
 * machine is, so no test has a limit of its own.
 */
const LIMIT = 600_000;

/** Tests of the server on a database. */
const serverOf = (name: string, files: { include: string[]; exclude?: string[]; isolate?: false }) => ({
  test: {
    ...files,
    name,
    globalSetup: [path.join(here, 'tests/support/store/global-setup.ts')],
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
    sequence: { groupOrder: 1 },
  },
});

/** Tests of the built shop in a browser. */
const journeysOf = (
  name: string,
  {
    groupOrder,
    ...files
  }: { include: string[]; exclude?: string[]; groupOrder: number; fileParallelism?: false },
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
          exclude: [serverTests, journeys],
          // Modules are loaded once for all files: each for itself takes a third longer.
          isolate: false,
          // A loop over nothing proves nothing.
          expect: { requireAssertions: true },
          testTimeout: LIMIT,
          sequence: { groupOrder: 0 },
        },
      },
      serverOf('database', { include: [serverTests], exclude: heavy, isolate: false }),
      serverOf('heavy', { include: heavy }),
      journeysOf('journeys', { include: [journeys], exclude: [alone], groupOrder: 2 }),
      // Beside another journey they come too late.
      journeysOf('alone', { include: [alone], groupOrder: 3, fileParallelism: false }),
    ],
  },
}));
