import { readFile, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Of what is larger the last two per cent would take three seconds of every build. */
const LARGE = 1_000_000;

/**
 * Writes each text of a build once more beside it, compressed, as `<name>.br`: at a start it would take seconds of
 * every server, and whoever opens a page before its end would wait.
 * @param folder what is served of the build; its last step, because others rewrite files
 */
export async function compressBuild(folder: string): Promise<void> {
  const names = globSync('**/*.{js,mjs,css,json,wasm,html}', { cwd: folder });
  const write = async (name: string) => {
    const text = await readFile(join(folder, name));
    const quality = text.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    };
    await writeFile(join(folder, `${name}.br`), await compress(text, { params }));
  };
  await Promise.all(names.map(write));
}
