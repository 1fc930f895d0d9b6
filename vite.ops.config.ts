import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { descriptions } from './src/build/descriptions.ts';
import { icons } from './src/build/icons.ts';

const here = import.meta.dirname;

/**
 * The desk of those who run a shop (`/ops`): a build of its own, so that the shop's has none of it. One script and
 * one sheet, because whoever works there has it open all day.
 */
export default defineConfig({
  root: path.join(here, 'src/ops'),
  base: '/ops/',
  publicDir: false,
  plugins: [icons, descriptions, react()],
  build: {
    outDir: path.join(here, 'dist/ops'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
});
