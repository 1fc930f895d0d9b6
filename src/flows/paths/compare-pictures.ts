import { type Area, type Points, areasOf } from './compared.ts';

async function bytesOf(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there`);
  return new Uint8Array(await answer.arrayBuffer());
}
async function pointsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Points> {
  const picture = await createImageBitmap(new Blob([bytes]));
  const { width, height } = picture;
  const drawing = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!drawing) throw new Error('a browser that draws nothing');
  drawing.drawImage(picture, 0, 0);
  picture.close();
  return drawing.getImageData(0, 0, width, height);
}

/** Where two pictures can be seen to differ. @throws Error where one of them is not to be had */
export async function areasBetween(before: string, now: string): Promise<Area[]> {
  const [a, b] = await Promise.all([bytesOf(before), bytesOf(now)]);
  if (a.length === b.length && a.every((byte, at) => byte === b[at])) return [];
  const [first, second] = await Promise.all([pointsOf(a), pointsOf(b)]);
  return areasOf(first, second);
}
