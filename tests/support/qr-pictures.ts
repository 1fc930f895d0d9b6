import sharp from 'sharp';
import { encode } from 'uqr';

const WIDTH = 640;
const HEIGHT = 480;
const SIDE = 420;

/** Whether a point of a code that is drawn into a square of this side is dark. */
function darkAt(text: string, side: number): (x: number, y: number) => boolean {
  const { data, size } = encode(text, { border: 4, ecc: 'M' });
  return (x, y) => data[Math.floor((y * size) / side)]?.[Math.floor((x * size) / side)] === true;
}

/** A QR code as a picture of a gallery. */
export function pngOf(text: string): Promise<Buffer> {
  const isDark = darkAt(text, SIDE);
  const points = Buffer.alloc(SIDE * SIDE, 255);
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) if (isDark(x, y)) points[y * SIDE + x] = 0;
  return sharp(points, { raw: { width: SIDE, height: SIDE, channels: 1 } })
    .png()
    .toBuffer();
}

/** A QR code that is held before a camera, as a film of one picture (YUV4MPEG2, 4:2:0). */
export function filmOf(text: string): Buffer {
  const isDark = darkAt(text, SIDE);
  const light = Buffer.alloc(WIDTH * HEIGHT, 200);
  const [left, top] = [(WIDTH - SIDE) / 2, (HEIGHT - SIDE) / 2];
  for (let y = 0; y < SIDE; y += 1)
    for (let x = 0; x < SIDE; x += 1) light[(top + y) * WIDTH + left + x] = isDark(x, y) ? 16 : 235;
  const grey = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = [Buffer.from('FRAME\n'), light, grey];
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`),
    ...frame,
    ...frame,
  ]);
}
