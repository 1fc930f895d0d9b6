import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { PHOTO_BYTES } from './order/return-photo.ts';
import { Uuid } from './scalars.ts';

/** Pictures that answer a question, and wait for an order, at most of one person. */
export const PHOTOS_WAITING = 10;
/** Longer side in px of a picture as it is kept. */
export const PHOTO_SIDE = 1_600;
const BASE64 = Math.ceil(PHOTO_BYTES / 3) * 4;
const problems = ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'] as const;

export const sendPhoto = endpoint({
  name: 'sendPhoto',
  method: 'POST',
  path: '/api/operation/photos',
  audience: 'buyer',
  body: v.object({
    /** JPEG, PNG or WebP, at most 2 MiB, in base64 */ photo: v.pipe(
      v.string(),
      v.minLength(16),
      v.maxLength(BASE64, 'A foto tem mais de 2 MB.'),
    ),
  }),
  bodyBytes: BASE64 + 1_024,
  response: v.object({ id: Uuid }),
  status: 201,
  problems: [...problems, 'TOO_LARGE', 'TOO_MANY_REQUESTS'],
  summary:
    'Keeps a picture that answers a question of a campaign (type `file`); its id is the answer. It is made a JPEG without what the camera wrote into it. At most ten of one person wait for an order.',
  source: 'D17, D68',
});
const params = v.object({ id: Uuid });
export const getPhoto = endpoint({
  name: 'getPhoto',
  method: 'GET',
  path: '/api/operation/photos/{id}',
  audience: 'buyer',
  params,
  status: 200,
  problems,
  summary: 'A picture of mine that answers a question, as a JPEG.',
  source: 'D17, D68',
});
export const removePhoto = endpoint({
  name: 'removePhoto',
  method: 'DELETE',
  path: '/api/operation/photos/{id}',
  audience: 'buyer',
  params,
  status: 204,
  problems,
  summary: 'Takes back a picture that went into no order.',
  source: 'D17, D68',
});
