import path from 'node:path';
import react from '@vitejs/plugin-react';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';

const here = import.meta.dirname;
const databaseTests = 'tests/server/**/*.test.ts';
const journeys = 'tests/journeys/**/*.test.ts';

export default defineConfig(({ mode, isSsrBuild }) => ({
  // Vitest looks from the repository's root, the shop is built from src/.
  root: mode === 'test' ? here : path.join(here, 'src'),
  appType: 'custom',
  plugins:
    mode === 'test'
      ? []
      : [
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
              // The map and the flow book are megabytes that most people never open; they come when asked for.
              globIgnores: [
                '**/*map-*.js',
                '**/maplibre*',
                '**/flow*',
                '**/flow-book*',
                '**/elk*',
                '**/*.map',
                '**/*-{vietnamese,cyrillic,cyrillic-ext,greek}-*',
              ],
              maximumFileSizeToCacheInBytes: 1_500_000,
            },
          }),
        ],
  build: {
    outDir: path.join(here, isSsrBuild ? 'dist/server' : 'dist/client'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: !isSsrBuild,
    // One request more costs less on a phone than a picture inlined into a script that everybody loads.
    assetsInlineLimit: 1_024,
    ...(isSsrBuild ? { rolldownOptions: { output: { entryFileNames: 'render.js' } } } : {}),
  },
  // Bundled whole into dist/server: style sheets inside packages are not for Node, one file starts faster than thousands, and React then is the
  // production one whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [databaseTests, journeys],
          testTimeout: 20_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'database',
          include: [databaseTests],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: [journeys],
          globalSetup: ['tests/support/journeys-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
}));
