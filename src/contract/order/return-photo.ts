import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Uuid } from '../scalars.ts';

/** Pictures of one return, and those that wait to be named by a request. */
export const RETURN_PHOTOS = 5;
/** A picture has at most so many bytes; in base64 it is a third longer. */
export const PHOTO_BYTES = 2 * 1_024 * 1_024;
const BASE64 = Math.ceil(PHOTO_BYTES / 3) * 4;
const problems = ['MALFORMED', 'NOT_FOUND', 'UNAUTHENTICATED'] as const;

export const sendReturnPhoto = endpoint({
  name: 'sendReturnPhoto',
  method: 'POST',
  path: '/api/operation/orders/order/{id}/photos',
  audience: 'buyer',
  params: v.object({ id: Uuid }),
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
  problems: [...problems, 'ILLEGAL_EVENT', 'TOO_LARGE'],
  summary:
    'Sends a picture of goods that are to go back, to be named in the request (five at most). Pictures that no request names are gone after a day.',
  source: 'screen Trade; D52',
});
const one = v.object({ id: Uuid, photoId: Uuid });
export const getReturnPhoto = endpoint({
  name: 'getReturnPhoto',
  method: 'GET',
  path: '/api/operation/orders/order/{id}/photos/{photoId}',
  audience: 'buyer',
  params: one,
  status: 200,
  problems,
  summary: 'A picture that I sent of goods that go back, as a JPEG, PNG or WebP.',
  source: 'screen Trade; D52',
});
export const removeReturnPhoto = endpoint({
  name: 'removeReturnPhoto',
  method: 'DELETE',
  path: '/api/operation/orders/order/{id}/photos/{photoId}',
  audience: 'buyer',
  params: one,
  status: 204,
  problems,
  summary: 'Takes back a picture that no request has named yet.',
  source: 'screen Trade; D52',
});
