import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { definition, nameOf, screenIds } from '#machines/navigation/screens.ts';

/** The folder that `npm run flows:build -- --pictures` wants them in; none in any other run. */
export const WANTED = 'PICTURES_OF_SCREENS';
const idOf = new Map(screenIds.map((id) => [nameOf(id, definition(id)), id]));

/** Keeps a picture of a screen, for the map of the flow book, where one is wanted. @param name the specification's */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const { [WANTED]: folder } = process.env;
  const id = idOf.get(name);
  if (!folder || !id) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({
    path: path.join(folder, `${id}.jpg`),
    type: 'jpeg',
    quality: 60,
    animations: 'disabled',
  });
}

/** The pictures in a folder, by screen, as the book finds them beside itself. */
export const picturesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [path.basename(file, '.jpg'), `${path.basename(folder)}/${file}`]),
  );
