import { and, eq, inArray, isNull } from 'drizzle-orm';
import { PHOTOS_WAITING, PHOTO_SIDE } from '#contract/photo.ts';
import { PHOTO_BYTES } from '#contract/order/return-photo.ts';
import { ApiProblem } from '#contract/problem.ts';
import { photoType } from '#domain/photo.ts';
import type { Core } from '#server/platform/core.ts';
import type { Tx } from '#server/db/database.ts';
import { photo } from '#server/db/schema/photo.ts';
import { uuidv4 } from '#server/platform/ids.ts';
import { type Buyer, subjectOf } from '#server/platform/principal.ts';

const refuse = (message: string) => new ApiProblem('MALFORMED', { fields: [{ field: 'photo', message }] });
/** A decoded point takes up to four bytes. */
const MOST_PIXELS = 50_000_000;
/** Pictures that one person may send in an hour. */
const MOST_AN_HOUR = 60;

/**
 * The picture as a JPEG, upright, no larger than it is ever shown, without what the camera wrote into it.
 * @throws ApiProblem MALFORMED for what is no picture, whatever its first bytes say
 */
async function asJpeg(sent: string): Promise<Buffer> {
  const bytes = Buffer.from(sent, 'base64');
  const type = bytes.toString('base64') === sent ? photoType(bytes) : null;
  if (type === null || bytes.length > PHOTO_BYTES)
    throw refuse('Mande uma foto JPEG, PNG ou WebP de até 2 MB.');
  // The library comes with the first picture: most servers never see one.
  const { default: sharp } = await import('sharp');
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
    .rotate()
    .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refuse('Não conseguimos abrir esta foto. Escolha outra.');
    });
}

/** A visitor's pictures become the account's, with the cart that names them. */
export async function movePhotos(tx: Tx, tenantId: string, leadId: string, accountId: string): Promise<void> {
  await tx
    .update(photo)
    .set({ subject: `account:${accountId}` })
    .where(and(eq(photo.tenantId, tenantId), eq(photo.subject, `lead:${leadId}`)));
}

/** Which of these are pictures of one person. */
export async function ownPhotos(
  tx: Tx,
  tenantId: string,
  subject: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: photo.id })
    .from(photo)
    .where(and(eq(photo.tenantId, tenantId), eq(photo.subject, subject), inArray(photo.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}

/** They went into an order: nobody takes them back, and they stay as long as the order needs them. */
export async function keepWithOrder(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  orderId: string,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(photo)
    .set({ orderId })
    .where(and(eq(photo.tenantId, tenantId), inArray(photo.id, [...ids])));
}

/** Pictures that answer a question of a campaign. Source: D17, D68; SEC-13, SEC-31. */
export function photoService({ db, clock, limits, env }: Core) {
  const own = (tenantId: string, buyer: Buyer, id: string) =>
    and(eq(photo.tenantId, tenantId), eq(photo.subject, subjectOf(buyer)), eq(photo.id, id));
  return {
    /**
     * @param sent base64
     * @throws ApiProblem MALFORMED for what is no picture or is one too many, TOO_MANY_REQUESTS
     */
    async add(tenantId: string, buyer: Buyer, sent: string): Promise<{ id: string }> {
      const subject = subjectOf(buyer);
      const taken = await limits.take(`photo:${tenantId}:${subject}`, {
        points: MOST_AN_HOUR * (env.sandbox ? 10 : 1),
        seconds: 3_600,
      });
      if (!taken.allowed) throw new ApiProblem('TOO_MANY_REQUESTS', { retryAfter: taken.retryAfter });
      const data = (await asJpeg(sent)).toString('base64');
      return db.tenant(tenantId, async (tx) => {
        const waiting = await tx
          .select({ id: photo.id })
          .from(photo)
          .where(and(eq(photo.tenantId, tenantId), eq(photo.subject, subject), isNull(photo.orderId)));
        if (waiting.length >= PHOTOS_WAITING)
          throw refuse(`Você já mandou ${PHOTOS_WAITING} fotos. Remova uma para mandar outra.`);
        const id = uuidv4();
        await tx.insert(photo).values({ tenantId, id, subject, data, at: clock.date() });
        return { id };
      });
    },

    /** @throws ApiProblem NOT_FOUND, for other people's as well */
    read: (tenantId: string, buyer: Buyer, id: string): Promise<Uint8Array<ArrayBuffer>> =>
      db.read(tenantId, async (tx) => {
        const [found] = await tx
          .select()
          .from(photo)
          .where(own(tenantId, buyer, id));
        if (!found) throw new ApiProblem('NOT_FOUND');
        return new Uint8Array(Buffer.from(found.data, 'base64'));
      }),

    /** @throws ApiProblem NOT_FOUND, also for one that went into an order */
    remove: (tenantId: string, buyer: Buyer, id: string): Promise<void> =>
      db.tenant(tenantId, async (tx) => {
        const gone = await tx
          .delete(photo)
          .where(and(own(tenantId, buyer, id), isNull(photo.orderId)))
          .returning({ id: photo.id });
        if (gone.length === 0) throw new ApiProblem('NOT_FOUND');
      }),
  };
}
