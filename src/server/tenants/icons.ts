import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { IconFolders, Screenshot } from '#domain/picture.ts';
import type { TenantData } from './data.ts';
import type { IconAnswer } from './draw-icon.ts';
import { picturesPlace } from './media-places.ts';
import { checkPhotographs } from './pictures.ts';
import { PictureFault } from './picture-fault.ts';
import { TenantError } from './read.ts';

/** Grows when other files are made of the same icon. */
const FORMAT = 1;
const MOST_TIME = 60_000;
const run = promisify(execFile);

/** A tenant's icon, or its logo where no document names one, and the colour that it stands on. */
function iconOf({ folder, tenant, documents }: TenantData): {
  name: string;
  file: string;
  background: string;
} {
  const about = documents.pwa[tenant.client];
  const name = about?.icon ?? tenant.logo.mark;
  return { name, file: join(folder, 'media', name), background: about?.backgroundColor ?? '#FFFFFF' };
}

/** Draws an icon into two folders, or only looks whether it can be drawn. @throws TenantError */
async function draw(data: TenantData, folders: readonly string[]): Promise<void> {
  const { name, file, background } = iconOf(data);
  const refuse = (fault: string) =>
    new TenantError(data.folder, [`media/${name}, campo (arquivo): ${fault}`]);
  const program = join(import.meta.dirname, 'draw-icon.ts');
  let said: string;
  try {
    // Nothing of this process is handed over: no address, no key.
    ({ stdout: said } = await run(process.execPath, [program, file, background, ...folders], {
      env: {},
      timeout: MOST_TIME,
      killSignal: 'SIGKILL',
    }));
  } catch (fault) {
    if (fault instanceof Error && 'killed' in fault && fault.killed === true)
      throw refuse('leva mais de um minuto para ser desenhado; simplifique-o.');
    throw fault;
  }
  const { fault } = JSON.parse(said) as IconAnswer; // its only line
  if (fault !== null) throw refuse(fault);
}

/** Reads every photograph of a folder, and draws its icon, without keeping it. @throws TenantError */
export async function checkMedia(data: TenantData): Promise<void> {
  const faults = new Set<string>();
  for (const check of [
    () => checkPhotographs(data),
    () => draw(data, []),
    () => readScreenshots(data, new Map()),
  ])
    try {
      await check();
    } catch (fault) {
      if (!(fault instanceof TenantError)) throw fault;
      for (const one of fault.faults) faults.add(one);
    }
  if (faults.size > 0) throw new TenantError(data.folder, [...faults]);
}

/**
 * Makes the PNG files of a tenant's icon beside what is made of its photographs, once: their folders are named by the
 * picture and the colour that it stands on. They are never deleted.
 * @throws TenantError, with nothing written
 */
export async function prepareIcons(dataDir: string, data: TenantData): Promise<IconFolders> {
  const { name, file, background } = iconOf(data);
  const bytes = await readFile(file);
  const keyOf = (...about: string[]) =>
    createHash('sha256')
      .update(JSON.stringify([FORMAT, 'icon', name.endsWith('.svg'), ...about]))
      .update(bytes)
      .digest('hex')
      .slice(0, 12);
  const icons: IconFolders = { name, any: keyOf('any'), maskable: keyOf('maskable', background) };
  const place = picturesPlace(dataDir, data.tenant.client);
  const kept = [icons.any, icons.maskable].map((folder) => join(place, folder));
  if (kept.every((folder) => existsSync(folder))) return icons;
  const drafts = kept.map((folder) => `${folder}.${process.pid}`);
  try {
    for (const draft of drafts) await mkdir(draft, { recursive: true, mode: 0o700 });
    await draw(data, drafts);
    // Another import may have been faster with the same, or only the colour is another.
    for (const [at, folder] of kept.entries())
      await rename(drafts[at] ?? '', folder).catch((fault: unknown) => {
        if (!existsSync(folder)) throw fault;
      });
  } finally {
    for (const draft of drafts) await rm(draft, { recursive: true, force: true });
  }
  return icons;
}

/** What Chromium leaves out without a word is refused. Source: web.dev/patterns/web-apps/richer-install-ui. */
const LEAST_SHOT = 320;
const MOST_RATIO = 2.3;
const SHOT_TYPES: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' };
/** Of one form they have the same sides, to a hundredth. */
const ALIKE = 0.01;

/**
 * The pictures of the shop that its document names, in the size that they are sent in.
 * @param own files that are sent in the place of those in the folder
 * @throws TenantError
 */
export async function readScreenshots(
  { folder, tenant: { client }, documents }: TenantData,
  own: ReadonlyMap<string, string>,
): Promise<Screenshot[]> {
  const found: Screenshot[] = [];
  const shapes = new Map<string, number>();
  const faults: string[] = [];
  for (const [index, { image, form, label }] of (documents.pwa[client]?.screenshots ?? []).entries()) {
    const type = SHOT_TYPES[extname(image).slice(1)];
    try {
      if (type === undefined) throw new PictureFault('uma imagem da loja é PNG ou JPEG.');
      const bytes = await readFile(own.get(image) ?? join(folder, 'media', image));
      const { width, height } = await (await import('./make-picture.ts')).sizeOf(bytes);
      const [short, long] = [Math.min(width, height), Math.max(width, height)];
      if (short < LEAST_SHOT || long > short * MOST_RATIO)
        throw new PictureFault(
          `"${image}" tem ${width} × ${height} pontos; o lado menor vai de ${LEAST_SHOT} para cima, o maior até 2,3 vezes isso.`,
        );
      const first = shapes.get(form) ?? width / height;
      shapes.set(form, first);
      if (Math.abs(first / (width / height) - 1) > ALIKE)
        throw new PictureFault(
          `"${image}" tem outra proporção do que a primeira imagem "${form}"; use a mesma.`,
        );
      found.push({
        src: `/media/${client}/${image}`,
        sizes: `${width}x${height}`,
        type,
        form_factor: form,
        label,
      });
    } catch (fault) {
      if (!(fault instanceof PictureFault)) throw fault;
      faults.push(`documents/pwa.json, ${client}.screenshots.${index}.image: ${fault.message}`);
    }
  }
  if (faults.length > 0) throw new TenantError(folder, faults);
  return found;
}
