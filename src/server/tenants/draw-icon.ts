/**
 * Draws a tenant's icon as PNG, in a process of its own: whatever a drawing does to its reader is done to nobody
 * else, and the library leaves with it. Source: docs/decisions/0151-icons-are-drawn-apart.md.
 *
 * `node draw-icon.ts <picture> <colour behind it> [<folder of "any"> <folder of "maskable">]` says in one line of JSON
 * what is wrong; without folders it only looks.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { checkPicture } from './make-picture.ts';
import { PictureFault } from './picture-fault.ts';

export interface IconAnswer {
  fault: string | null;
}

/** Sides in px that Chromium asks for to install a shop, to draw its icon and its splash. */
const SIDES = [192, 512];
const LARGEST = 512;
/** Of the icon on an iPhone's home screen. */
const TOUCH = 180;
/** A photograph or logo in points that is smaller would be drawn larger than it is on every screen. */
const LEAST_SIDE = 192;
const MOST_DRAWING = 512 * 1_024;
const MOST_PIXELS = 50_000_000;
const MOST_TIME = 20;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Of the whole side: a launcher may cut off all that is outside this circle. Source: W3C Web Application Manifest. */
const SAFE = 0.8;
/** Less than this of 255 is seen by nobody. */
const FAINT = 8;
/** What of 255 an encoder makes of a colour. */
const ALIKE = 12;

/** What a drawing may not have, though its reader would do without it. */
function checkDrawing(bytes: Buffer): void {
  if (bytes.length > MOST_DRAWING)
    throw new PictureFault(
      `o desenho tem ${Math.ceil(bytes.length / 1_024)} KB; aceitamos até ${MOST_DRAWING / 1_024} no ícone. Simplifique-o.`,
    );
  const text = bytes.toString('utf8');
  if (/<(?:\w+:)?text\b/.test(text))
    throw new PictureFault('o desenho tem letras escritas, que dependem da fonte; converta-as em curvas.');
  if (
    /<(?:\w+:)?(?:image|use|feImage)\b[^>]*?\shref\s*=\s*["'](?!#|data:)/.test(text.replaceAll('xlink:', ''))
  )
    throw new PictureFault('o desenho chama outro arquivo; traga para dentro dele o que se deve ver.');
}

const raw = (picture: Buffer, side: number) =>
  sharp(picture, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(side, side, { fit: 'contain', background: CLEAR })
    .toColourspace('srgb')
    .timeout({ seconds: MOST_TIME });

interface Shape {
  /** How far from the middle something is seen: 1 is the middle of an edge. */
  reach: number;
  /** Of a picture that brings the colour behind its mark along, to the edge. */
  colour: string | null;
}

async function shapeOf(picture: Buffer): Promise<Shape> {
  const side = LARGEST;
  const points = await raw(picture, side).ensureAlpha().raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = points;
  const alphaAt = (at: number) => points[at * 4 + 3] ?? 0;
  const differs = (at: number) =>
    [red, green, blue].some((part, channel) => Math.abs((points[at * 4 + channel] ?? 0) - part) > ALIKE);
  let isFilled = true;
  for (let at = 0; at < side; at += 1)
    for (const edge of [at, at + side * (side - 1), at * side, at * side + side - 1])
      isFilled &&= alphaAt(edge) === 255 && !differs(edge);
  let farthest = 0;
  for (let at = 0; at < side * side; at += 1)
    if (isFilled ? differs(at) : alphaAt(at) >= FAINT)
      farthest = Math.max(
        farthest,
        Math.hypot((at % side) + 0.5 - side / 2, Math.floor(at / side) + 0.5 - side / 2),
      );
  return { reach: (2 * farthest) / side, colour: isFilled ? `rgb(${red},${green},${blue})` : null };
}

async function isColour(background: string): Promise<boolean> {
  try {
    await sharp({ create: { width: 1, height: 1, channels: 4, background } })
      .raw()
      .toBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The icon so large in the middle of a square of the shop's colour. */
async function onColour(picture: Buffer, side: number, inner: number, background: string): Promise<Buffer> {
  const { data: input, info } = await raw(picture, inner)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return sharp({ create: { width: side, height: side, channels: 4, background } })
    .composite([{ input, raw: { width, height, channels: 4 } }])
    .flatten({ background })
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

/** @throws PictureFault */
async function drawIcon(file: string, background: string, folders: readonly string[]): Promise<void> {
  const bytes = await readFile(file);
  const isDrawing = file.endsWith('.svg');
  if (isDrawing) {
    checkDrawing(bytes);
    // Shut for every other picture (make-picture.ts), as every other reader is for this one.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  } else {
    await checkPicture(bytes);
    const { width, height } = await sharp(bytes).metadata();
    if (Math.max(width, height) < LEAST_SIDE)
      throw new PictureFault(
        `o ícone tem ${width} × ${height} pontos; use um de 512 × 512, ou um desenho em SVG.`,
      );
  }
  const { reach, colour } = await shapeOf(bytes).catch(() => {
    throw new PictureFault('não é um desenho em SVG que se possa ler inteiro; salve-o de novo.');
  });
  if (reach === 0 && colour === null)
    throw new PictureFault('não se vê nada no ícone; desenhe-o com cores cheias.');
  if (!(await isColour(background)))
    throw new PictureFault(`"${background}", a cor atrás do ícone, não é uma cor; use uma como #FAF8F5.`);
  const behind = colour ?? background;
  const [plain, maskable] = folders;
  if (plain === undefined || maskable === undefined) return;
  for (const side of SIDES) {
    const own = await raw(bytes, side).png({ compressionLevel: 9, palette: true }).toBuffer();
    await writeFile(join(plain, `${side}.png`), own);
    const inner = Math.min(side, Math.floor((SAFE * side) / Math.max(reach, SAFE)));
    await writeFile(join(maskable, `${side}.png`), await onColour(bytes, side, inner, behind));
  }
  const touch = await onColour(bytes, TOUCH, colour === null ? SAFE * TOUCH : TOUCH, behind);
  await writeFile(join(maskable, `${TOUCH}.png`), touch);
}

if (import.meta.main) {
  const [file = '', background = '', ...folders] = process.argv.slice(2);
  const answer: IconAnswer = { fault: null };
  try {
    await drawIcon(file, background, folders);
  } catch (fault) {
    if (!(fault instanceof PictureFault)) throw fault;
    answer.fault = fault.message;
  }
  console.log(JSON.stringify(answer));
}
