import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type PictureFile, pictureSuffix } from '#domain/picture.ts';
import type { TenantData } from './data.ts';
import { picturesPlace } from './media-places.ts';
import { namedPictures } from './named-pictures.ts';
import { PictureFault } from './picture-fault.ts';
import { TenantError } from './read.ts';

/** Grows when other files are made of the same picture. */
const FORMAT = 1;
const MOST_BYTES = 32 * 1_024 * 1_024;
const ABOUT = 'about.json';

interface About {
  /** File that is sent under the picture's own name; null: the picture as it is. */
  own: string | null;
  files: PictureFile[];
}

/** What was made of a tenant's photographs. */
export interface Pictures {
  /** What is added to a photograph's address, by its name. */
  readonly suffixes: ReadonlyMap<string, string>;
  /** Files to be sent instead of those in the folder, by the photograph's name. */
  readonly own: ReadonlyMap<string, string>;
}

/** Names of pictures that the format knows; the others are in no file and on no screen. */
export const isPictureName = (name: string): boolean => /^[a-z0-9-]+\.(svg|webp|png|avif|jpe?g)$/.test(name);
const photographsIn = (names: readonly string[]) =>
  names.filter((name) => isPictureName(name) && !name.endsWith('.svg')).toSorted();

/** Does something with each photograph, one at a time. @throws TenantError with every fault */
async function eachPhotograph(
  { folder }: TenantData,
  names: readonly string[],
  work: (name: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  for (const name of names) {
    const file = join(folder, 'media', name);
    try {
      const { size } = await stat(file);
      if (size > MOST_BYTES)
        throw new PictureFault(
          `o arquivo tem ${Math.ceil(size / 1_048_576)} MB; aceitamos até ${MOST_BYTES / 1_048_576}. Diminua a imagem.`,
        );
      await work(name, await readFile(file));
    } catch (fault) {
      if (!(fault instanceof PictureFault)) throw fault;
      faults.push(`media/${name}, campo (arquivo): ${fault.message}`);
    }
  }
  if (faults.length > 0) throw new TenantError(folder, faults);
}

// Loaded by an import that has something to make: sharp and its library take 30 MB of a shop that never does.
const loadMaker = () => import('./make-picture.ts');

/** Reads every photograph of a folder whole. @throws TenantError */
export const checkPhotographs = (data: TenantData): Promise<void> =>
  eachPhotograph(data, photographsIn(data.media), async (_name, bytes) =>
    (await loadMaker()).checkPicture(bytes),
  );

/**
 * Makes what is sent of a tenant's photographs, of each only once: what is made lies under a name that comes
 * from the photograph itself. It is never deleted, because an order names the picture that it was made with.
 * @param which  `shown`: those of the screens; `all`: the others are freed of what they tell, too
 * @param onMade called with each that something was made of
 * @throws TenantError, with nothing of a faulty one written
 */
export async function preparePictures(
  dataDir: string,
  data: TenantData,
  which: 'shown' | 'all',
  onMade: (name: string) => void = () => undefined,
): Promise<Pictures> {
  const place = picturesPlace(dataDir, data.tenant.client);
  const shown = new Set(namedPictures(data).flatMap(({ name, isShown }) => (isShown ? [name] : [])));
  const names = photographsIn(data.media).filter((name) => which === 'all' || shown.has(name));
  const suffixes = new Map<string, string>();
  const own = new Map<string, string>();
  await eachPhotograph(data, names, async (name, bytes) => {
    const end = extname(name).slice(1);
    const isShown = shown.has(name);
    const key = createHash('sha256')
      .update(JSON.stringify([FORMAT, end, isShown]))
      .update(bytes);
    const folder = key.digest('hex').slice(0, 12);
    const kept = join(place, folder);
    if (!existsSync(kept)) {
      await make(kept, bytes, end, isShown);
      onMade(name);
    }
    const about = JSON.parse(await readFile(join(kept, ABOUT), 'utf8')) as About; // written below
    suffixes.set(name, pictureSuffix(folder, about.files));
    if (about.own !== null) own.set(name, join(kept, about.own));
  });
  return { suffixes, own };
}

/** Writes what is made of one photograph; the folder has its name only once it is whole. */
async function make(folder: string, bytes: Buffer, end: string, isShown: boolean): Promise<void> {
  const made = await (await loadMaker()).makePicture(bytes, end, isShown);
  const draft = `${folder}.${process.pid}`;
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const own = made.own && `own.${end}`;
    if (made.own) await writeFile(join(draft, `own.${end}`), made.own);
    for (const { type, side, bytes: file } of made.files)
      await writeFile(join(draft, `${side}.${type}`), file);
    const about: About = { own, files: made.files.map(({ type, side }) => ({ type, side })) };
    await writeFile(join(draft, ABOUT), JSON.stringify(about));
    // Another import may have been faster with the same.
    await rename(draft, folder).catch((fault: unknown) => {
      if (!existsSync(folder)) throw fault;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
