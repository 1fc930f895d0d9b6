import type { Plugin } from 'vite';

/** Where the server finds the faces of the shop; nobody else asks for it. */
const FACES = '.vite/faces.css';
const FACE = /@font-face\{[^}]*\}/g;

/**
 * Each page names its faces itself (`src/shell/page/faces.ts`), the sheet that comes after its first paint does
 * not: a face that is named anew is used if it is there by now, though it came too late for the page
 * (`font-display: optional`), and the text moves.
 */
export const faces: Plugin = {
  name: 'faces',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const sheets = Object.values(bundle).flatMap((file) =>
        file.type === 'asset' && file.fileName.endsWith('.css') ? [file] : [],
      );
      const named = sheets.flatMap((sheet) => String(sheet.source).match(FACE) ?? []);
      for (const sheet of sheets) sheet.source = String(sheet.source).replace(FACE, '');
      if (named.length > 0) this.emitFile({ type: 'asset', fileName: FACES, source: named.join('') });
    },
  },
};
