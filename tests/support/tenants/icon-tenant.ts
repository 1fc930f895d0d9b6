import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { change, folderOf } from './spoilt-tenant.ts';

/** The company store's folder with this as its icon. */
export async function folderWithIcon(
  scratch: string,
  name: string,
  icon: string,
  bytes: Buffer | string,
): Promise<string> {
  const folder = join(scratch, name);
  await cp(folderOf('clube'), folder, { recursive: true });
  await writeFile(join(folder, 'media', icon), bytes);
  await change(folder, 'documents/pwa.json', (text) => text.replace(/"icon": "[^"]+"/, `"icon": "${icon}"`));
  return folder;
}
/** A drawing of 48 px. */
export const svg = (body: string, about = 'viewBox="0 0 48 48"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${about}>${body}</svg>`;
export const SQUARE = '<rect width="48" height="48" fill="#c33"/>';
