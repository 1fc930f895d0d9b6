import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { IntranetHandle } from './intranet.ts';
import { EnhancedAnswers, LikingAnswers } from './likings.ts';
import { Address } from '#contract/place.ts';
import { normalisePhone } from './phone.ts';
import {
  Bag,
  CpfDigits,
  Email,
  Instant,
  NeededText,
  Phone,
  PhoneText,
  Text,
  Uuid,
} from '#contract/scalars.ts';

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

/** The country of a phone, told beside it: `55` or `+55`, and `BR`. */
const country = {
  phoneCountryCode: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\+?[1-9]\d{0,2}$/, 'Confira o código do país.'),
      v.transform((text) => text.replace('+', '')),
    ),
  ),
  phoneCountryIsoCode: v.optional(
    v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/, 'Use as duas letras do país.')),
  ),
};
interface PhoneParts {
  phone?: string | undefined;
  phoneCountryCode?: string | undefined;
  phoneCountryIsoCode?: string | undefined;
}
/**
 * A national number is one of the country that is named, of Brazil when none is; a country that is not the
 * number's is refused.
 */
const inItsCountry = <T extends PhoneParts>() =>
  v.rawTransform<T, T>(({ dataset: { value }, addIssue, NEVER }) => {
    const { phone, phoneCountryCode: code = '55', phoneCountryIsoCode: iso } = value;
    if (phone === undefined) return value;
    const whole = normalisePhone(phone, code);
    const isOther = {
      phoneCountryCode: value.phoneCountryCode !== undefined && !whole?.startsWith(`+${code}`),
      phoneCountryIsoCode: iso !== undefined && (iso === 'BR') !== whole?.startsWith('+55'),
    };
    const wrong =
      whole === null
        ? 'phone'
        : isOther.phoneCountryCode
          ? 'phoneCountryCode'
          : isOther.phoneCountryIsoCode
            ? 'phoneCountryIsoCode'
            : null;
    if (wrong === null) return { ...value, phone: whole ?? phone };
    addIssue({
      message: wrong === 'phone' ? 'Confira o número do celular com DDD.' : 'Este não é o país do número.',
      path: [
        {
          type: 'object',
          origin: 'value',
          input: Object.fromEntries(Object.entries(value)),
          key: wrong,
          value: value[wrong],
        },
      ],
    });
    return NEVER;
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
  problems: ['MALFORMED', 'SIGNUP_GRANT', 'NOT_FOUND', 'TAKEN', 'ANSWERED'],
  summary:
    "Creates the account of a user who just proved a contact; a lead's cart, addresses, orders and keys move to it once. The texts that were accepted are kept with it.",
  source: 'spec §6, §7; D7, D12, D91',
});

/** An anonymous visitor. */
export const LeadBody = v.object({
  id: v.optional(Uuid),
  name: v.optional(Text(80)),
  phone: v.optional(Phone),
  properties: v.optional(
    v.objectWithRest(
      {
        devices: v.optional(v.array(Device)),
        likings: v.optional(LikingAnswers),
        enhancedAnswers: v.optional(EnhancedAnswers),
        type: v.optional(v.literal('CLIENT'), 'CLIENT'),
      },
      v.unknown(),
    ),
    { type: 'CLIENT' },
  ),
  addresses: v.optional(v.pipe(v.array(Address), v.maxLength(30)), []),
});
export const Lead = v.object({
  id: Uuid,
  name: v.optional(v.string()),
  phone: v.optional(v.string()),
  properties: Bag,
  addresses: v.array(Address),
  /** once, in the answer to the creation */ secret: v.optional(v.string()),
});
export type Lead = v.InferOutput<typeof Lead>;
export const createLead = endpoint({
  name: 'createLead',
  method: 'POST',
  path: '/api/users/leads',
  audience: 'public',
  body: LeadBody,
  response: Lead,
  status: 201,
  problems: ['MALFORMED', 'TOO_MANY_REQUESTS'],
  summary: "Starts a visitor's record; the answer carries its secret, once.",
  source: 'spec §7; D12',
});
export const updateLead = endpoint({
  name: 'updateLead',
  method: 'PUT',
  path: '/api/users/leads',
  audience: 'lead',
  body: LeadBody,
  response: Lead,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND', 'ANSWERED'],
  summary: "Changes a visitor's record.",
  source: 'spec §7',
});
export const getLead = endpoint({
  name: 'getLead',
  method: 'GET',
  path: '/api/users/leads/{id}',
  audience: 'lead',
  params: v.object({ id: Uuid }),
  response: Lead,
  status: 200,
  problems: ['MALFORMED', 'NOT_FOUND'],
  summary: "A visitor's record.",
  source: 'spec §7',
});
