import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { copy } from './src/build/copy/copy.ts';
import { icons } from './src/build/icons.ts';
import { notes } from './src/build/notes/notes.ts';

const here = import.meta.dirname;

/**
 * The flow book (`/flows`): a build of its own, so that the shop's has none of it. Its charts keep what the other
 * builds leave out: the sentences that describe their states.
 */
export default defineConfig({
  root: path.join(here, 'src/flows'),
  base: '/flows/',
  publicDir: false,
  plugins: [icons, notes(), copy, react()],
  build: {
    outDir: path.join(here, 'dist/flows'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 2_000,
  },
});
