import { and, eq, isNull, inArray } from 'drizzle-orm';
import { PHOTO_BYTES, RETURN_PHOTOS } from '#contract/order/return-photo.ts';
import { ApiProblem } from '#contract/problem.ts';
import { photoType } from '#domain/photo.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { returnPhoto } from '#server/db/schema/order.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { type OrderRow, allowedOf } from './order-row.ts';
import type { OrderReadService } from './order-reads.ts';

const refuse = (field: string, message: string) =>
  new ApiProblem('MALFORMED', { fields: [{ field, message }] });

/**
 * Gives pictures that wait to the return that names them.
 * @throws ApiProblem MALFORMED for one that is not of this order, or is of a return already
 */
export async function attachPhotos(
  tx: Tx,
  { tenantId, id }: OrderRow,
  ids: readonly string[],
  returnNumber: number,
): Promise<void> {
  if (ids.length === 0) return;
  const named = await tx
    .update(returnPhoto)
    .set({ returnNumber })
    .where(
      and(
        eq(returnPhoto.tenantId, tenantId),
        eq(returnPhoto.orderId, id),
        inArray(returnPhoto.id, [...ids]),
        isNull(returnPhoto.returnNumber),
      ),
    )
    .returning({ id: returnPhoto.id });
  if (named.length < ids.length) throw refuse('photos', 'Mande as fotos de novo.');
}

/**
 * Pictures of goods that go back: for the order's owner and the shop, kept with the tenant's rows. Source:
 * screen Trade; D52; SEC-13, SEC-31.
 */
export function returnPhotoService({ db, clock }: Core, { reads }: { reads: OrderReadService }) {
  return {
    /**
     * @param photo base64
     * @throws ApiProblem NOT_FOUND, ILLEGAL_EVENT while nothing may go back, MALFORMED for what is no picture
     * or is one too many
     */
    add: (tenantId: string, buyer: Buyer, orderId: string, photo: string): Promise<{ id: string }> =>
      db.tenant(tenantId, async (tx) => {
        // The order's row is locked: two that come at once are counted one after the other.
        const { row } = await reads.ownPart(tx, tenantId, buyer, { id: orderId });
        if (!allowedOf(row).includes('return.requested'))
          throw new ApiProblem('ILLEGAL_EVENT', { allowedEvents: allowedOf(row) });
        const bytes = Buffer.from(photo, 'base64');
        const type = bytes.toString('base64') === photo ? photoType(bytes) : null;
        if (type === null || bytes.length > PHOTO_BYTES)
          throw refuse('photo', 'Mande uma foto JPEG, PNG ou WebP de até 2 MB.');
        const waiting = await tx
          .select({ id: returnPhoto.id })
          .from(returnPhoto)
          .where(
            and(
              eq(returnPhoto.tenantId, tenantId),
              eq(returnPhoto.orderId, row.id),
              isNull(returnPhoto.returnNumber),
            ),
          );
        if (waiting.length >= RETURN_PHOTOS) throw refuse('photo', `Mande até ${RETURN_PHOTOS} fotos.`);
        const id = uuidv4();
        await tx
          .insert(returnPhoto)
          .values({ tenantId, id, orderId: row.id, type, data: photo, at: clock.date() });
        return { id };
      }),

    /** @throws ApiProblem NOT_FOUND, for other people's as well */
    read: (
      tenantId: string,
      buyer: Buyer,
      orderId: string,
      id: string,
    ): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> =>
      db.tenant(tenantId, async (tx) => {
        const { row } = await reads.ownPart(tx, tenantId, buyer, { id: orderId });
        const [found] = await tx
          .select()
          .from(returnPhoto)
          .where(
            and(eq(returnPhoto.tenantId, tenantId), eq(returnPhoto.orderId, row.id), eq(returnPhoto.id, id)),
          );
        if (!found) throw new ApiProblem('NOT_FOUND');
        return { type: found.type, bytes: new Uint8Array(Buffer.from(found.data, 'base64')) };
      }),

    /** @throws ApiProblem NOT_FOUND, also for one that a request has named */
    remove: (tenantId: string, buyer: Buyer, orderId: string, id: string): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        const { row } = await reads.ownPart(tx, tenantId, buyer, { id: orderId });
        const gone = await tx
          .delete(returnPhoto)
          .where(
            and(
              eq(returnPhoto.tenantId, tenantId),
              eq(returnPhoto.orderId, row.id),
              eq(returnPhoto.id, id),
              isNull(returnPhoto.returnNumber),
            ),
          )
          .returning({ id: returnPhoto.id });
        if (gone.length === 0) throw new ApiProblem('NOT_FOUND');
      }),
  };
}
