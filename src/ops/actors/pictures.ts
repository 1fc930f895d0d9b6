import { refusalOf } from '#api/answer.ts';
import { isProblem } from '#contract/fault.ts';
import { readOpsReturnPhoto } from '#contract/ops/return.ts';
import type { Pictures, PicturesAsked } from '#machines/ops/order.machine.ts';
import { fromPromise } from 'xstate';
import type { Session } from './session.ts';

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string); // an address is what was asked for
    reader.onerror = () => reject(reader.error ?? new Error('unread'));
    reader.readAsDataURL(blob);
  });

/** Pictures of a return, read with the bearer, which an `img` cannot carry. One that is gone by its age is null. */
export const picturesPort = ({ api }: Session) =>
  fromPromise<Pictures, PicturesAsked>(async ({ input: { id, photos }, signal }) => {
    const read = async (photoId: string): Promise<string | null> => {
      const response = await api.open(readOpsReturnPhoto, { params: { id, photoId }, signal });
      if (response.ok) return addressOf(await response.blob());
      const refusal = await refusalOf(response);
      if (isProblem(refusal, 'NOT_FOUND')) return null;
      throw refusal;
    };
    return Object.fromEntries(
      await Promise.all(photos.map(async (photoId) => [photoId, await read(photoId)] as const)),
    );
  });
