import sharp, { type Sharp } from 'sharp';

/** Where a test's camera stood. */
export const PLACE = {
  IFD0: { Make: 'Camera', Model: 'of a test' },
  IFD3: {
    GPSLatitudeRef: 'S',
    GPSLatitude: '23/1 33/1 0/1',
    GPSLongitudeRef: 'W',
    GPSLongitude: '46/1 41/1 0/1',
  },
};

/** Like a photograph: large forms, small ones and some grain; its left half is red, its right one blue. */
export async function photograph(width: number, height: number): Promise<Sharp> {
  const noise = (points: number, alpha: number) =>
    sharp({
      create: {
        width: points,
        height: points,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma: 50 },
      },
    })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .ensureAlpha(alpha)
      .png()
      .toBuffer();
  const red = { create: { width: width >> 1, height, channels: 4 as const, background: '#ff0000b0' } };
  const layers = await Promise.all([noise(40, 0.5), noise(200, 0.3), sharp(red).png().toBuffer()]);
  const drawn = await sharp({ create: { width, height, channels: 3, background: '#2030c0' } })
    .composite(layers.map((input) => ({ input, left: 0, top: 0 })))
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(drawn, { raw: { width, height, channels: 3 } });
}

/** Which of red and blue a picture is at a point, told as parts of its width and height. */
export async function colourAt(picture: Buffer, x: number, y: number): Promise<'red' | 'blue'> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
}
