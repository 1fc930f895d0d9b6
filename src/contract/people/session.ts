import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Email, Phone, PhoneText, Text } from '#contract/scalars.ts';
import { IntranetHandle } from './intranet.ts';
import { country, inItsCountry } from './phone-country.ts';

/**
 * Tokens as RFC 6749 spells them. `expires_in` in seconds. On the web `refresh_token` is a powerless handle;
 * the real one is an HttpOnly cookie.
 */
export const Tokens = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  expires_in: v.number(),
  /** present while the user has no account (30 min, single use) */ signup_grant: v.optional(v.string()),
});
export type Tokens = v.InferOutput<typeof Tokens>;

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  audience: 'public',
  headers: ['X-Lead-Secret'],
  body: v.object({
    username: v.union([IntranetHandle, Email, Phone]),
    password: v.pipe(v.string(), v.regex(/^\d{6}$/, 'O código tem 6 números.')),
    rememberme: v.optional(v.boolean(), true),
    /** of the text that a person of a company agreed to (D62) */ privacyVersion: v.optional(Text(20)),
  }),
  response: Tokens,
  status: 200,
  problems: [
    'MALFORMED',
    'INVALID_CODE',
    'EXPIRED_CODE',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_REQUESTS',
    'PROOF_OF_WORK',
    'FOREIGN_ORIGIN',
  ],
  summary:
    "Signs in with a one-time code: username is the phone, the e-mail or what sendIntranetCode answered, password the 6 digits. Keys that a visitor entered go on with an account that exists, when the lead's secret comes along.",
  source: 'spec §7; D1, D62',
});
/** 256 random bits, base64url, as they stand in `/auth?token=`. */
const LinkToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Este link está incompleto.'));
const linkRefusals = [
  'MALFORMED',
  'INVALID_CODE',
  'EXPIRED_CODE',
  'TOO_MANY_ATTEMPTS',
  'TOO_MANY_REQUESTS',
  'PROOF_OF_WORK',
  'FOREIGN_ORIGIN',
] as const;
export const lookAtLink = endpoint({
  name: 'lookAtLink',
  method: 'POST',
  path: '/auth/link/contact',
  audience: 'public',
  body: v.object({ token: LinkToken }),
  response: v.object({
    /** masked: `m•••@exemplo.com` */ contact: v.string(),
    /** seconds */ expiresIn: v.number(),
  }),
  status: 200,
  problems: linkRefusals,
  summary: 'Says whom the link of an e-mail would sign in, so that they can confirm it. Spends nothing.',
  source: 'D87; SEC-01 to SEC-03',
});
export const loginByLink = endpoint({
  name: 'loginByLink',
  method: 'POST',
  path: '/auth/link',
  audience: 'public',
  headers: ['X-Lead-Secret'],
  body: v.object({ token: LinkToken, rememberme: v.optional(v.boolean(), true) }),
  response: Tokens,
  status: 200,
  problems: linkRefusals,
  summary:
    'Signs in with the link that an e-mail carries beside the code: once, for the same five minutes. It spends the code, and the code spends it.',
  source: 'D87; SEC-01 to SEC-03; decision 139',
});
export const renew = endpoint({
  name: 'renew',
  method: 'POST',
  path: '/auth/renew',
  audience: 'public',
  body: v.object({ refreshToken: v.optional(v.string()) }),
  response: Tokens,
  status: 200,
  problems: ['MALFORMED', 'TOKEN_REVOKED', 'UNAUTHENTICATED', 'FOREIGN_ORIGIN'],
  summary:
    'Exchanges a refresh token for new tokens; the old one is spent. The sign-up grant of somebody without an account comes again for half an hour after the sign-in.',
  source: 'spec §7; D9; RFC 6749 §6',
});
export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  audience: 'public',
  body: v.optional(v.object({ refreshToken: v.optional(v.string()) }), {}),
  status: 204,
  problems: ['MALFORMED', 'FOREIGN_ORIGIN'],
  summary: 'Ends this session on the server.',
  source: 'spec §7',
});

const CodeSent = v.object({ /** seconds */ resendAfter: v.number(), /** seconds */ expiresIn: v.number() });
const refusals = ['MALFORMED', 'TOO_MANY_CODES', 'PROOF_OF_WORK', 'COUNTRY'] as const;
export const sendSmsCode = endpoint({
  name: 'sendSmsCode',
  method: 'POST',
  path: '/api/users/authenticate/sms',
  audience: 'public',
  body: v.pipe(v.object({ phone: PhoneText, ...country }), inItsCountry()),
  response: CodeSent,
  status: 201,
  problems: refusals,
  summary:
    'Sends a one-time code by SMS to a Brazilian mobile, whether or not the number is known; a national number is one of the country that is named.',
  source: 'spec §7; D2',
});
export const sendEmailCode = endpoint({
  name: 'sendEmailCode',
  method: 'POST',
  path: '/api/users/authenticate/email',
  audience: 'public',
  body: v.object({ email: Email }),
  response: CodeSent,
  status: 201,
  problems: refusals,
  summary: 'Sends a one-time code by e-mail, whether or not the address is known.',
  source: 'spec §7; D2',
});
