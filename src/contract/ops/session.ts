import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Email, Instant, Phone, Text, Uuid } from '#contract/scalars.ts';
import { Role } from './role.ts';

/** How staff is reached: an e-mail or a Brazilian mobile. */
export const StaffContact = v.union([Email, Phone], 'Use um e-mail ou um celular com DDD.');
const SixDigits = v.pipe(v.string(), v.trim(), v.regex(/^\d{6}$/, 'O código tem 6 números.'));
/** A factor's code: six digits of the app, or a recovery code as it was shown, dashes or not. */
const FactorCode = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/[\s-]/g, '').toUpperCase()),
  v.regex(/^(\d{6}|[0-9A-Z]{10})$/, 'São 6 números, ou um código de recuperação de 10 letras e números.'),
);
/** What the first step of a sign-in opens: opaque, five minutes. */
const Challenge = v.pipe(Text(2_000), v.minLength(20));

/** Whoever is signed in on the operator's side. */
export const Me = v.object({
  id: Uuid,
  name: v.string(),
  /** enough to know one's own by */ contact: v.string(),
  role: Role,
  /** hubs that this person works at; none named = all of them */ hubIds: v.optional(v.array(Uuid)),
  /** the shop's name */ shop: v.string(),
  /** until when a factor counts as just proved (step-up) */ steppedUpUntil: v.optional(Instant),
  /** when this sign-in ends, whatever is done */ endsAt: Instant,
});
export type Me = v.InferOutput<typeof Me>;

/**
 * Tokens of staff. On the web `refresh_token` is a powerless handle; the real one is an HttpOnly cookie of its own.
 * They open nothing of the shop, and the shop's open nothing here.
 */
export const StaffTokens = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  /** seconds */ expires_in: v.number(),
  me: Me,
});
export type StaffTokens = v.InferOutput<typeof StaffTokens>;

const guessed = ['MALFORMED', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_REQUESTS'] as const;

export const sendStaffCode = endpoint({
  name: 'sendStaffCode',
  method: 'POST',
  path: '/api/ops/auth/code',
  audience: 'public',
  body: v.object({ contact: StaffContact }),
  response: v.object({ /** seconds */ resendAfter: v.number(), /** seconds */ expiresIn: v.number() }),
  status: 201,
  problems: ['MALFORMED', 'TOO_MANY_CODES', 'PROOF_OF_WORK', 'COUNTRY'],
  summary: 'Sends a code to a contact of the staff; the answer is the same for everybody else.',
  source: 'operator study, §4; SEC-05',
});
export const staffLogin = endpoint({
  name: 'staffLogin',
  method: 'POST',
  path: '/api/ops/auth/login',
  audience: 'public',
  body: v.object({ contact: StaffContact, code: SixDigits }),
  response: v.object({
    challenge: v.string(),
    /** false: there is no second factor yet, and `enrolment` is to be put into an app */
    isEnrolled: v.boolean(),
    enrolment: v.optional(v.object({ secret: v.string(), uri: v.string() })),
  }),
  status: 200,
  problems: [...guessed, 'INVALID_CODE', 'EXPIRED_CODE', 'PROOF_OF_WORK'],
  summary: 'The first step of a sign-in; the second factor follows, or is set up where there is none yet.',
  source: 'operator study, §4',
});
export const staffSecond = endpoint({
  name: 'staffSecond',
  method: 'POST',
  path: '/api/ops/auth/second',
  audience: 'public',
  body: v.object({ challenge: Challenge, code: FactorCode }),
  response: v.object({
    ...StaffTokens.entries,
    /** shown once, after the enrolment */ recoveryCodes: v.optional(v.array(v.string())),
  }),
  status: 200,
  problems: [...guessed, 'INVALID_CODE', 'EXPIRED_CODE'],
  summary:
    'The second step: six digits of the app, each of which counts once, or a recovery code. It ends the enrolment, too.',
  source: 'operator study, §4; RFC 6238',
});
export const staffRenew = endpoint({
  name: 'staffRenew',
  method: 'POST',
  path: '/api/ops/auth/renew',
  audience: 'public',
  body: v.optional(v.object({ refreshToken: v.optional(v.string()) }), {}),
  response: StaffTokens,
  status: 200,
  problems: ['MALFORMED', 'UNAUTHENTICATED', 'TOKEN_REVOKED'],
  summary: 'A new access token, at most 12 hours after the sign-in and 30 minutes after the last call.',
  source: 'operator study, §4',
});
export const staffLogout = endpoint({
  name: 'staffLogout',
  method: 'POST',
  path: '/api/ops/auth/logout',
  audience: 'public',
  body: v.optional(v.object({ refreshToken: v.optional(v.string()) }), {}),
  status: 204,
  problems: ['MALFORMED'],
  summary: 'Ends this sign-in.',
  source: 'operator study, §4',
});
export const staffStepUp = endpoint({
  name: 'staffStepUp',
  method: 'POST',
  path: '/api/ops/auth/step-up',
  audience: 'staff',
  action: 'self',
  body: v.object({ code: SixDigits }),
  response: v.object({ until: Instant }),
  status: 200,
  problems: [...guessed, 'INVALID_CODE'],
  summary: 'Proves the second factor again: for five minutes money may be moved.',
  source: 'operator study, §3',
});
export const readMe = endpoint({
  name: 'readMe',
  method: 'GET',
  path: '/api/ops/me',
  audience: 'staff',
  action: 'self',
  response: Me,
  status: 200,
  problems: [],
  summary: 'Who is signed in, and what they are here.',
  source: 'operator study, §4',
});
