/** Where `npm run flows:build -- --pictures` says which screens have a picture, beside the book. */
export const PICTURES = 'pictures.json';

/** The files of pictures, by screen. @returns none where the book was made without them */
export async function picturesOf(base: string): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(base + PICTURES);
  // Where a page of the store answers, there are none.
  if (!answer.headers.get('Content-Type')?.includes('json')) return {};
  const files: unknown = await answer.json();
  if (typeof files !== 'object' || files === null) return {};
  return Object.fromEntries(
    Object.entries(files).flatMap(([screen, file]) =>
      typeof file === 'string' && /^pictures\/[\w.]+$/.test(file) ? [[screen, base + file]] : [],
    ),
  );
}
