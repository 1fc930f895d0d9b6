import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { descriptions } from './src/build/descriptions.ts';
import { icons } from './src/build/icons.ts';

const here = import.meta.dirname;

/** Compressed once, here: whoever opens the desk first would wait for it. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(?:js|css)$/.test(file.fileName)) continue;
        const text = file.type === 'chunk' ? file.code : file.source;
        const source = brotliCompressSync(text);
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
      }
    },
  },
};

/**
 * The desk of those who run a shop (`/ops`): a build of its own, so that the shop's has none of it. One script and
 * one sheet, because whoever works there has it open all day.
 */
export default defineConfig({
  root: path.join(here, 'src/ops'),
  base: '/ops/',
  publicDir: false,
  plugins: [icons, descriptions, react(), compressed],
  build: {
    outDir: path.join(here, 'dist/ops'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
  },
});
