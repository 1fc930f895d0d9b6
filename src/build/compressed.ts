import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/** Of what is larger the last two per cent would take three seconds of every build. */
const LARGE = 1_000_000;

/** Compressed once, at the build: whoever opens a page first would wait for it. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(?:js|css)$/.test(file.fileName)) continue;
        const text = file.type === 'chunk' ? file.code : file.source;
        const quality = text.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
        const source = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source });
      }
    },
  },
};
