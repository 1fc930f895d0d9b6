import { beside, isObject } from './given.ts';

/** Where `npm run flows:build -- --pictures` says which screens have a picture, beside the book. */
export const PICTURES = 'pictures.json';

/** The files of pictures, by screen. @returns none where the book was made without them */
export async function picturesOf(base: string): Promise<Readonly<Record<string, string>>> {
  const files = await beside(base, PICTURES);
  return Object.fromEntries(
    Object.entries(isObject(files) ? files : {}).flatMap(([screen, file]) =>
      typeof file === 'string' && /^pictures\/[\w.]+$/.test(file) ? [[screen, base + file]] : [],
    ),
  );
}
