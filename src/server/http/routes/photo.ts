import { getPhoto, removePhoto, sendPhoto } from '#contract/photo.ts';
import type { App } from '#server/http/app-env.ts';
import { serve } from '#server/http/serve.ts';
import { buyerOf } from '#server/platform/principal.ts';
import type { Services } from '#server/services/services.ts';

export function photoRoutes(app: App, { photo }: Services): void {
  serve(app, sendPhoto, ({ body }, c) => photo.add(c.var.tenant.id, buyerOf(c), body.photo));
  serve(app, getPhoto, async ({ params }, c) =>
    // A picture and nothing else, whatever is inside of it.
    c.body(await photo.read(c.var.tenant.id, buyerOf(c), params.id), 200, {
      'Content-Type': 'image/jpeg',
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-store',
    }),
  );
  serve(app, removePhoto, async ({ params }, c) => {
    await photo.remove(c.var.tenant.id, buyerOf(c), params.id);
    return undefined;
  });
}
