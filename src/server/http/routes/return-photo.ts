import { getReturnPhoto, removeReturnPhoto, sendReturnPhoto } from '#contract/order/return-photo.ts';
import type { App, AppContext } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

/** A picture that somebody sent: a picture and nothing else, whatever is inside of it. */
export const pictureReply = (c: AppContext, type: string, bytes: Uint8Array<ArrayBuffer>): Response =>
  c.body(bytes, 200, {
    'Content-Type': type,
    'X-Content-Type-Options': 'nosniff',
    'Content-Disposition': 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cache-Control': 'private, no-store',
  });

export function returnPhotoRoutes(app: App, { returnPhoto }: Services): void {
  serve(app, sendReturnPhoto, ({ params, body }, c) =>
    returnPhoto.add(c.var.tenant.id, buyerOf(c), params.id, body.photo),
  );
  serve(app, getReturnPhoto, async ({ params }, c) => {
    const { type, bytes } = await returnPhoto.read(c.var.tenant.id, buyerOf(c), params.id, params.photoId);
    return pictureReply(c, type, bytes);
  });
  serve(app, removeReturnPhoto, async ({ params }, c) => {
    await returnPhoto.remove(c.var.tenant.id, buyerOf(c), params.id, params.photoId);
    return undefined;
  });
}
