import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Instant, Uuid } from '#contract/scalars.ts';

/** What a person calls their browser; more of what it says of itself is never kept. */
export const Browser = v.picklist([
  'chrome',
  'safari',
  'firefox',
  'edge',
  'samsung',
  'opera',
  'instagram',
  'facebook',
]);
export type Browser = v.InferOutput<typeof Browser>;
export const DeviceSystem = v.picklist([
  'android',
  'iphone',
  'ipad',
  'windows',
  'mac',
  'chromebook',
  'linux',
]);
export type DeviceSystem = v.InferOutput<typeof DeviceSystem>;
/** A device, as coarse as its owner knows it by; a part that nobody could tell is missing. */
const device = { browser: v.optional(Browser), system: v.optional(DeviceSystem) };
export const Device = v.object(device);
export type Device = v.InferOutput<typeof Device>;

/** A sign-in that still holds. Its `id` opens nothing. */
export const SignedInDevice = v.object({
  id: Uuid,
  ...device,
  /** the sign-in of whoever asks */
  current: v.boolean(),
  /** when it was signed in */
  since: Instant,
  /** when it was last there, to some ten minutes */
  usedAt: Instant,
});
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>;
/**
 * `devices`: that of whoever asks first, then those used last. `lastLogin`: the newest sign-in beside this one,
 * also one that has ended, while it is kept.
 */
export const Devices = v.object({
  devices: v.array(SignedInDevice),
  lastLogin: v.optional(v.object({ ...device, at: Instant })),
});
export type Devices = v.InferOutput<typeof Devices>;

const signedIn = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'] as const;
export const readSessions = endpoint({
  name: 'readSessions',
  method: 'GET',
  path: '/api/users/sessions',
  audience: 'bearer',
  response: Devices,
  status: 200,
  problems: signedIn,
  summary: 'The devices on which the caller is signed in, and when they signed in before this time.',
  source: 'D9; SEC-09; decision 138',
});
export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/users/sessions/{id}',
  audience: 'bearer',
  params: v.object({ id: Uuid }),
  response: Devices,
  status: 200,
  problems: [...signedIn, 'NOT_FOUND'],
  summary: "Ends one of the caller's sign-ins at once, with its tokens and pushes; answers which are left.",
  source: 'D9; SEC-09; decision 138',
});
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'DELETE',
  path: '/api/users/sessions',
  audience: 'bearer',
  response: Devices,
  status: 200,
  problems: signedIn,
  summary: 'Ends every sign-in of the caller but this one, at once; answers which are left.',
  source: 'D9; SEC-09; decision 138',
});
