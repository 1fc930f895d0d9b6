import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { Address } from '#contract/place.ts';
import { Bag, CpfDigits, Email, Instant, NeededText, PhoneText, Text, Uuid } from '#contract/scalars.ts';
import { EnhancedAnswers, LikingAnswers } from './likings.ts';
import { country, inItsCountry } from './phone-country.ts';

export const activateUser = endpoint({
  name: 'activateUser',
  method: 'PUT',
  path: '/api/users/activate',
  audience: 'bearer',
  response: v.object({ id: Uuid, activated: v.literal(true) }),
  status: 200,
  problems: ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'],
  summary: 'Marks the user as activated; ends every sign-in. Repeating it changes nothing.',
  source: 'spec §4, §7; D6',
});
export const User = v.object({
  id: Uuid,
  activated: v.boolean(),
  phone: v.optional(v.string()),
  email: v.optional(v.string()),
  signedUp: v.boolean(),
  roles: v.array(v.string()),
});
export type User = v.InferOutput<typeof User>;
export const currentUser = endpoint({
  name: 'currentUser',
  method: 'GET',
  path: '/api/users',
  audience: 'bearer',
  response: User,
  status: 200,
  problems: ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'],
  summary: 'Who is signed in.',
  source: 'spec §6, §7; D8',
});

/** A device that a person uses: what names it, and what it is. */
export const Device = v.object({ uniqueId: Text(80), deviceId: Text(80) });
export type Device = v.InferOutput<typeof Device>;
export const AccountProperties = v.object({
  devices: v.optional(v.array(Device)),
  likings: v.optional(LikingAnswers),
  codes: v.optional(v.array(v.string())),
  enhancedAnswers: v.optional(EnhancedAnswers),
  lastLogin: v.optional(Instant),
  appVersion: v.optional(Text(20)),
  cpf: v.optional(CpfDigits),
  /** the one store whose campaigns are shown; null: those of every store (D83) */
  marketplaceId: v.optional(v.nullable(Uuid)),
  /** answers to what the store asks beside the usual, by the names of its fields */ attrs: v.optional(Bag),
});
/** A client account. `identification` and `properties.cpf` are the same digits (D34). */
export const Account = v.object({
  id: Uuid,
  name: v.string(),
  email: v.optional(v.string()),
  phone: v.optional(v.string()),
  phoneCountryCode: v.optional(v.string()),
  phoneCountryIsoCode: v.optional(v.string()),
  identification: v.optional(v.string()),
  addresses: v.array(Address),
  properties: AccountProperties,
  version: v.number(),
  /** something that the store's form needs is empty (specification §5) */
  hasMissingInfo: v.optional(v.boolean()),
  /** told once, when it is made: a question about taste that must be answered is not (D11, D69) */
  lacksLikings: v.optional(v.boolean()),
  /** categories of the catalog that the answers to questions about taste name (D69) */
  tastes: v.optional(v.array(v.string())),
});
export type Account = v.InferOutput<typeof Account>;
const accountFields = {
  name: NeededText(80, 'Diga seu nome.'),
  email: v.optional(Email),
  phone: v.optional(PhoneText),
  ...country,
  identification: v.optional(CpfDigits),
  properties: v.optional(AccountProperties, {}),
  addresses: v.optional(v.pipe(v.array(Address), v.maxLength(30)), []),
  version: v.optional(v.number()),
};
export const AccountBody = v.pipe(v.object(accountFields), inItsCountry());
export type AccountBody = v.InferOutput<typeof AccountBody>;
/**
 * A text of the store that somebody accepted, by its version. `at` is told by the browser and not believed:
 * the server notes its own time (D91).
 */
export const AcceptedText = v.object({
  id: v.picklist(['terms', 'privacy']),
  version: NeededText(20),
  at: v.optional(Instant),
});
export type AcceptedText = v.InferOutput<typeof AcceptedText>;
const consents = v.optional(v.pipe(v.array(AcceptedText), v.maxLength(4)), []);
export const NewAccountBody = v.pipe(v.object({ ...accountFields, consents }), inItsCountry());
export type NewAccountBody = v.InferOutput<typeof NewAccountBody>;

export const getAccount = endpoint({
  name: 'getAccount',
  method: 'GET',
  path: '/api/accounts/client',
  audience: 'bearer',
  response: Account,
  status: 200,
  problems: ['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'TOKEN_REVOKED', 'NOT_FOUND'],
  summary: "The signed-in client's account.",
  source: 'spec §7',
});
/** Phone and e-mail that are proven contacts of the user cannot be changed here; that takes a fresh code. */
export const updateAccount = endpoint({
  name: 'updateAccount',
  method: 'PUT',
  path: '/api/accounts/client',
  audience: 'bearer',
  body: AccountBody,
  response: Account,
  status: 200,
  problems: [
    'MALFORMED',
    'UNAUTHENTICATED',
    'TOKEN_EXPIRED',
    'TOKEN_REVOKED',
    'NOT_FOUND',
    'VERSION',
    'ANSWERED',
    'ADDRESS_LIMIT',
  ],
  summary: 'Changes the account: name, identification, addresses, answers.',
  source: 'spec §7',
});
export const createAccount = endpoint({
  name: 'createAccount',
  method: 'POST',
  path: '/api/accounts/client/user/{userId}',
  audience: 'signup',
  params: v.object({ userId: Uuid }),
  query: v.object({ lead_id: v.optional(Uuid) }),
  headers: ['X-Signup-Grant', 'X-Lead-Secret'],
  body: NewAccountBody,
  response: Account,
  status: 201,
  problems: ['MALFORMED', 'SIGNUP_GRANT', 'NOT_FOUND', 'TAKEN', 'ANSWERED', 'ADDRESS_LIMIT'],
  summary:
    "Creates the account of a user who just proved a contact; a lead's cart, addresses, orders and keys move to it once. The texts that were accepted are kept with it.",
  source: 'spec §6, §7; D7, D12, D91',
});
