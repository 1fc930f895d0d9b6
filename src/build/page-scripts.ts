import { minify } from 'terser';
import type { Plugin } from 'vite';

/** What stands as text in pages, by the names under which its module has it. */
type Texts = Record<'LOADER' | 'PRIVATE_LOADER', string>;

async function short(text: string): Promise<string> {
  const { code } = await minify(text, { compress: { passes: 2 } });
  if (!code) throw new Error('the script of a page came to nothing');
  return code;
}

/**
 * The scripts that stand in every page, as short as they can be said: the bundle of the server is read by nobody but
 * Node, so what it has as text is not made small with the rest.
 */
export const pageScripts: Plugin = {
  name: 'page-scripts',
  enforce: 'post',
  async transform(code, id) {
    if (!id.endsWith('/shell/page/loader.ts')) return null;
    const texts = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Texts;
    const constants = (['LOADER', 'PRIVATE_LOADER'] as const).map(
      async (name) => `export const ${name} = ${JSON.stringify(await short(texts[name]))};`,
    );
    return { code: (await Promise.all(constants)).join('\n'), map: null };
  },
};
