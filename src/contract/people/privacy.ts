import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Bag, Instant, NeededText } from '#contract/scalars.ts';

const signedIn = ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'] as const;
export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/api/accounts/client',
  audience: 'bearer',
  status: 204,
  problems: [...signedIn, 'FRESH_PROOF'],
  summary:
    'Deletes the person: every sign-in ends, unpaid orders are canceled, and orders that were paid stay without a name. Needs a code proved in the last five minutes.',
  source: 'spec §7; D10; SEC-09, PRV-02',
});

/** Everything that is kept of a person, by kind; secrets of the shop (hashes, sealed texts) left out. */
export const PersonalData = v.object({ exportedAt: Instant, data: v.record(v.string(), v.array(Bag)) });
export type PersonalData = v.InferOutput<typeof PersonalData>;
export const exportAccount = endpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/api/accounts/client/export',
  audience: 'bearer',
  response: PersonalData,
  status: 200,
  problems: [...signedIn, 'FRESH_PROOF'],
  summary: 'All that is kept of the signed-in person, as JSON. Needs a sign-in of the last thirty minutes.',
  source: 'D10; PRV-01; Lei 13.709/2018 art. 18, 19',
});

export const ConsentPurpose = v.picklist(['push', 'location', 'measurement']);
export type ConsentPurpose = v.InferOutput<typeof ConsentPurpose>;
/** A text of the store that comes with an account: accepted by its version, and asked about with a newer (D91). */
export const AcceptedPurpose = v.picklist(['terms', 'privacy']);
const Purpose = v.picklist([...ConsentPurpose.options, ...AcceptedPurpose.options]);
/** `version` names the text that was shown; both it and `at` are missing while nobody was asked. */
export const Consent = v.object({
  purpose: Purpose,
  granted: v.boolean(),
  version: v.optional(v.string()),
  at: v.optional(Instant),
});
export type Consent = v.InferOutput<typeof Consent>;
const unfit = [...signedIn, 'NOT_FOUND'] as const;
export const listConsents = endpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/api/users/consents',
  audience: 'buyer',
  response: v.array(Consent),
  status: 200,
  problems: unfit,
  summary:
    'What the caller allows, one entry per purpose, and the texts they accepted; nothing is allowed until somebody says so.',
  source: 'PRV-03; Lei 13.709/2018 art. 8',
});
export const setConsent = endpoint({
  name: 'setConsent',
  method: 'PUT',
  path: '/api/users/consents',
  audience: 'buyer',
  body: v.object({ purpose: Purpose, granted: v.boolean(), version: NeededText(20) }),
  response: v.array(Consent),
  status: 200,
  problems: ['MALFORMED', 'VERSION', ...unfit],
  summary:
    'Allows or withdraws one purpose; every change is kept with the version of the text that was shown. For a text of the store: accepts its present version or puts it off, and one that was accepted stays so.',
  source: 'PRV-03; Lei 13.709/2018 art. 8; D91',
});
