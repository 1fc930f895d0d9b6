import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { User } from './account.ts';
import { Email, Phone } from '#contract/scalars.ts';

/** A way to reach and to sign in a person. */
const Login = v.variant(
  'key',
  [v.object({ key: v.literal('EMAIL'), value: Email }), v.object({ key: v.literal('PHONE'), value: Phone })],
  'Use EMAIL ou PHONE.',
);
export type Login = v.InferOutput<typeof Login>;
const code = v.pipe(v.string(), v.regex(/^\d{6}$/, 'O código tem 6 números.'));
const LoginWithCode = v.variant(
  'key',
  [
    v.object({ key: v.literal('EMAIL'), value: Email, code }),
    v.object({ key: v.literal('PHONE'), value: Phone, code }),
  ],
  'Use EMAIL ou PHONE.',
);

const unfit = ['MALFORMED', 'UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'FRESH_PROOF'] as const;
export const verifyLogin = endpoint({
  name: 'verifyLogin',
  method: 'POST',
  path: '/api/users/verification/login',
  audience: 'bearer',
  body: Login,
  response: v.object({ /** seconds */ resendAfter: v.number(), /** seconds */ expiresIn: v.number() }),
  status: 200,
  problems: [...unfit, 'TOO_MANY_CODES', 'PROOF_OF_WORK', 'COUNTRY'],
  summary:
    'Sends a code to a new phone or e-mail of the signed-in person, who proved a contact of theirs in the last five minutes; in the last half hour where a sign-up adds the contact that they lack.',
  source: 'spec §7; D4, D10; SEC-09; decision 143',
});
export const updateLogin = endpoint({
  name: 'updateLogin',
  method: 'POST',
  path: '/api/users/update/login',
  audience: 'bearer',
  body: LoginWithCode,
  response: User,
  status: 200,
  problems: [
    ...unfit,
    'INVALID_CODE',
    'EXPIRED_CODE',
    'TOO_MANY_ATTEMPTS',
    'TOO_MANY_REQUESTS',
    'PROOF_OF_WORK',
    'TAKEN',
  ],
  summary:
    'Makes the new phone or e-mail the one to sign in with; earlier contacts are told and other sessions end, unless a sign-up adds what was lacking.',
  source: 'spec §7; D4, D10; SEC-09; decision 143',
});
