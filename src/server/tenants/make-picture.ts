import { availableParallelism } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { PictureFile } from '#domain/picture.ts';
import { PictureFault } from './picture-fault.ts';

type Format = 'jpeg' | 'png' | 'webp' | 'avif';
const isFormat = (name: string | undefined): name is Format =>
  name === 'jpeg' || name === 'png' || name === 'webp' || name === 'avif';

/**
 * Shorter sides in px. The screens' frames are 72 to 653 px wide, on phones up to three points to a px; from
 * step to step a file has about twice the bytes. Source: docs/decisions/0099-photographs.md.
 */
const SIDES = [144, 256, 400, 560, 800, 1_280];
const WIDEST = 1_280;
/** Longer side of a strip; WebP ends at 16,383. */
const LONGEST = 4_096;
/** Previews of links are shown small, and not at all above some hundred KB. */
const PREVIEW = 800;
/** A decoded point takes up to four bytes: 200 MB. */
const MOST_PIXELS = 50_000_000;
/** Below it, naming other files in a page takes as many bytes as they save. */
const LEAST_BYTES = 2_048;
/** Seconds for one file of a picture. */
const MOST_TIME = 60;

// One picture at a time, and nothing kept of the one before; half of the cores, because the shop may run beside.
sharp.cache(false);
sharp.concurrency(Math.max(1, availableParallelism() >> 1));
// The library reads more than pictures of a shop: drawings, documents and whatever lies in their addresses.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpeg',
    'VipsForeignLoadPng',
    'VipsForeignLoadWebp',
    'VipsForeignLoadHeif', // AVIF
  ],
});

export interface MadePicture {
  /** What is sent under the picture's own name; null: the picture as it is. */
  own: Buffer | null;
  files: (PictureFile & { bytes: Buffer })[];
}

/** Points of a decoded picture, upright, at most as large as it is ever needed. */
interface Points {
  bytes: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

const millions = (count: number) => (count / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 0 });

async function describe(bytes: Buffer): Promise<{ about: Metadata; format: Format }> {
  const about = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
  const format = about?.format === 'heif' && about.compression === 'av1' ? 'avif' : about?.format;
  if (!about || !isFormat(format))
    throw new PictureFault('não é uma imagem JPEG, PNG, WebP ou AVIF que se possa ler; salve-a de novo.');
  const { width, height } = about;
  if (width * height > MOST_PIXELS)
    throw new PictureFault(
      `a imagem tem ${width} × ${height} pontos; aceitamos até ${millions(MOST_PIXELS)} milhões. Diminua-a.`,
    );
  if ((about.pages ?? 1) > 1) throw new PictureFault('a imagem se mexe; use uma parada.');
  return { about, format };
}

async function decode(bytes: Buffer, { autoOrient: { width, height } }: Metadata): Promise<Points> {
  const scale = Math.min(1, WIDEST / Math.min(width, height), LONGEST / Math.max(width, height));
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
      .timeout({ seconds: MOST_TIME })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { ...info, bytes: data, channels: info.channels as Points['channels'] }; // of what is drawn
  } catch {
    throw new PictureFault('a imagem está incompleta ou estragada; salve-a de novo.');
  }
}

const encoders: Record<Format, (picture: Sharp) => Sharp> = {
  // As near to the picture as WebP at 75. Effort 4 takes five times as long for files 7 % smaller.
  avif: (picture) => picture.avif({ quality: 45, effort: 3 }),
  webp: (picture) => picture.webp({ quality: 75, effort: 5 }),
  jpeg: (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  png: (picture) => picture.png({ compressionLevel: 9 }),
};

const encode = (
  { bytes, width, height, channels }: Points,
  format: Format,
  side: number,
): Promise<Buffer> => {
  const scale = Math.min(1, side / Math.min(width, height));
  const picture = sharp(bytes, { raw: { width, height, channels } })
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill' })
    .timeout({ seconds: MOST_TIME });
  return encoders[format](picture).toBuffer();
};

/**
 * True where a file tells more than its points: how the camera was held, where and when, which program.
 * Phones put a second picture with the same behind the first.
 */
const isTelling = ({ exif, xmp, iptc, comments = [], orientation = 1 }: Metadata, bytes: Buffer): boolean =>
  Boolean(exif ?? xmp ?? iptc) || comments.length > 0 || orientation > 1 || bytes.includes('Exif\0\0');

/** In px, as it is shown. @throws PictureFault */
export const sizeOf = async (bytes: Buffer): Promise<{ width: number; height: number }> =>
  (await describe(bytes)).about.autoOrient;

/** Reads a picture whole. @throws PictureFault */
export async function checkPicture(bytes: Buffer): Promise<void> {
  const { about } = await describe(bytes);
  await decode(bytes, about);
}

/**
 * Makes of a picture what is sent instead of it: AVIF and WebP at the sides in use, each only where it is
 * smaller than what there is, and of the picture itself one that is upright, not larger than any screen needs
 * and tells nothing beside it.
 * @param end     of its name: what is sent under that name is of this format, whatever the file holds
 * @param isShown without it nothing but that last one is made
 * @throws PictureFault
 */
export async function makePicture(bytes: Buffer, end: string, isShown: boolean): Promise<MadePicture> {
  const { about, format: held } = await describe(bytes);
  const points = await decode(bytes, about);
  const format = isFormat(end) ? end : 'jpeg';
  const shorter = Math.min(points.width, points.height);
  const isLarger = Math.min(about.width, about.height) > shorter;
  const mustChange = held !== format || isTelling(about, bytes);
  const drawn = mustChange || isLarger ? await encode(points, format, shorter) : null;
  const own = drawn && (mustChange || drawn.length < bytes.length) ? drawn : null;
  const sent = own ?? bytes;
  if (!isShown || sent.length < LEAST_BYTES) return { own, files: [] };
  const sides = [...SIDES.filter((side) => side < shorter * 0.9), shorter];
  const avif = await smallerFiles(points, 'avif', sides, sent, format === 'avif');
  const webp = await smallerFiles(points, 'webp', sides, sent, format === 'webp');
  // A browser takes the first type that it knows, not the smaller one.
  const files = webp.length > 0 && weightOf(avif) >= weightOf(webp) ? webp : [...avif, ...webp];
  if (format === 'avif' || format === 'webp') {
    const type = about.hasAlpha ? 'png' : 'jpeg';
    const side = Math.min(shorter, PREVIEW);
    files.push({ type, side, bytes: await encode(points, type, side) });
  }
  return { own, files };
}

const weightOf = (files: MadePicture['files']): number =>
  files.reduce((sum, { bytes }) => sum + bytes.length, 0);

/**
 * Files of one type, none where its largest is not smaller than what is sent: a smaller picture drawn large
 * would be worse than that. Where that is of this type, it is the largest.
 */
async function smallerFiles(
  points: Points,
  type: 'avif' | 'webp',
  sides: readonly number[],
  sent: Buffer,
  isSentAs: boolean,
): Promise<MadePicture['files']> {
  const files: MadePicture['files'] = [];
  for (const side of sides.toReversed()) {
    const bytes = await encode(points, type, side);
    const least = files[0]?.bytes ?? sent;
    if (bytes.length < least.length) files.unshift({ type, side, bytes });
    else if (files.length === 0) {
      if (!isSentAs) return [];
      files.push({ type, side, bytes: sent });
    }
  }
  return files.length === 1 && files[0]?.bytes === sent ? [] : files;
}
