import { refusalOf } from '#api/answer.ts';
import type { Client } from '#api/client.ts';
import { PHOTO_SIDE, getPhoto, removePhoto, sendPhoto } from '#contract/photo.ts';
import {
  PHOTO_BYTES,
  getReturnPhoto,
  removeReturnPhoto,
  sendReturnPhoto,
} from '#contract/order/return-photo.ts';
import type { Prepared } from '#machines/checkout/photo.machine.ts';
import { fromPromise } from 'xstate';

/** From what looks the same to what is still a picture; the first that fits is sent. */
const QUALITIES = [0.85, 0.7, 0.5];

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string); // an address is what was asked for
    reader.onerror = () => reject(reader.error ?? new Error('unread'));
    reader.readAsDataURL(blob);
  });
const encoded = (canvas: HTMLCanvasElement, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', quality),
  );

/**
 * A picture of the device, upright and with no side longer than the shop keeps. What is drawn anew has nothing of
 * what the camera wrote into its file.
 */
async function prepared(file: Blob): Promise<Prepared> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, PHOTO_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  // A JPEG has no holes to see through.
  drawing.fillStyle = '#ffffff';
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  for (const quality of QUALITIES) {
    const small = await encoded(canvas, quality);
    if (small.size > PHOTO_BYTES) continue;
    const picture = await addressOf(small);
    return { picture, photo: picture.slice(picture.indexOf(',') + 1) };
  }
  throw new Error('too large');
}

async function pictureIn(response: Response): Promise<string> {
  if (!response.ok) throw await refusalOf(response);
  return addressOf(await response.blob());
}

/** Ports of the chart of a photo. */
export const photoActors = (api: () => Promise<Client>) => ({
  preparePhoto: fromPromise<Prepared, { file: Blob }>(({ input: { file } }) => prepared(file)),
  sendPhoto: fromPromise<{ id: string }, { photo: string }>(async ({ input: { photo }, signal }) =>
    (await api()).call(sendPhoto, { body: { photo }, signal }),
  ),
  loadPhoto: fromPromise<string, { id: string }>(async ({ input: { id }, signal }) => {
    return pictureIn(await (await api()).open(getPhoto, { params: { id }, signal }));
  }),
  removePhoto: fromPromise<null, { id: string }>(async ({ input: { id }, signal }) => {
    await (await api()).call(removePhoto, { params: { id }, signal });
    return null;
  }),
});

/** The same for a picture of goods that go back. @param id of their order */
export const returnPhotoActors = (
  api: () => Promise<Client>,
  id: string,
): ReturnType<typeof photoActors> => ({
  ...photoActors(api),
  sendPhoto: fromPromise(async ({ input: { photo }, signal }) =>
    (await api()).call(sendReturnPhoto, { params: { id }, body: { photo }, signal }),
  ),
  loadPhoto: fromPromise(async ({ input: { id: photoId }, signal }) =>
    pictureIn(await (await api()).open(getReturnPhoto, { params: { id, photoId }, signal })),
  ),
  removePhoto: fromPromise(async ({ input: { id: photoId }, signal }) => {
    await (await api()).call(removeReturnPhoto, { params: { id, photoId }, signal });
    return null;
  }),
});
