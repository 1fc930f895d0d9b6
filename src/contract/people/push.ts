import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Latitude, Longitude, Uuid } from '#contract/scalars.ts';

const Base64Url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')),
    v.regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`)),
  );
const Address = v.pipe(v.string(), v.maxLength(1_000), v.url('Este endereço de avisos não serve.'));
const unfit = ['MALFORMED', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'NOT_FOUND'] as const;

export const pushKey = endpoint({
  name: 'pushKey',
  method: 'GET',
  path: '/api/push/key',
  audience: 'public',
  response: v.object({
    /** P-256 point, base64url; missing while the shop sends no push */ publicKey: v.optional(v.string()),
  }),
  status: 200,
  problems: [],
  summary: 'The key that a browser subscribes with (VAPID).',
  source: 'D60; RFC 8292',
});
/** A first name and a place of some five kilometres: `lat` and `long` are the middle of the `geohash`. */
export const PushTags = v.object({
  name: v.optional(v.string()),
  lat: v.optional(v.number()),
  long: v.optional(v.number()),
  geohash: v.optional(v.pipe(v.string(), v.maxLength(5))),
});
export type PushTags = v.InferOutput<typeof PushTags>;
/** What `PushSubscription.toJSON()` says, and where its owner is, if they allow it. */
export const subscribePush = endpoint({
  name: 'subscribePush',
  method: 'PUT',
  path: '/api/users/push',
  audience: 'buyer',
  body: v.object({
    endpoint: Address,
    keys: v.object({ p256dh: Base64Url(65), auth: Base64Url(16) }),
    latitude: v.optional(Latitude),
    longitude: v.optional(Longitude),
  }),
  response: v.object({
    id: Uuid,
    /** the caller's own, whatever was sent */ externalUserId: Uuid,
    tags: PushTags,
  }),
  status: 200,
  problems: [...unfit, 'CONSENT', 'PUSH_SERVICE'],
  summary:
    'Sends news to this browser from now on; needs the consent "push", and "location" for a place. It ends with the sign-in.',
  source: 'spec §7 External; D60; PRV-03, PRV-04, SEC-30; RFC 8030',
});
export const unsubscribePush = endpoint({
  name: 'unsubscribePush',
  method: 'DELETE',
  path: '/api/users/push',
  audience: 'buyer',
  body: v.object({ endpoint: Address }),
  status: 204,
  problems: unfit,
  summary: 'Sends no more news to this browser; repeating it changes nothing.',
  source: 'D60; REL-21',
});

export const News = v.object({
  id: Uuid,
  at: Instant,
  title: v.string(),
  text: v.string(),
  image: v.optional(v.string()),
  /** a path of the shop */ target: v.optional(v.string()),
  readAt: v.optional(Instant),
});
export type News = v.InferOutput<typeof News>;
export const listNews = endpoint({
  name: 'listNews',
  method: 'GET',
  path: '/api/users/messages',
  audience: 'buyer',
  response: v.array(News),
  status: 200,
  problems: unfit,
  summary: 'What the shop told the caller, newest first, a hundred at most; kept half a year.',
  source: 'D71',
});
export const readNews = endpoint({
  name: 'readNews',
  method: 'PUT',
  path: '/api/users/messages/{id}/read',
  audience: 'buyer',
  params: v.object({ id: Uuid }),
  response: News,
  status: 200,
  problems: unfit,
  summary: 'Marks one as read; the first time counts.',
  source: 'D71',
});
