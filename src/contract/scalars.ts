import * as v from 'valibot';
import { cpfDigits, isCpf } from './people/cpf.ts';
import { normalisePhone } from './people/phone.ts';

/**
 * Words and numbers that appear in several calls, with the spellings that are accepted and the one that is
 * kept.
 */

export const Uuid = v.pipe(
  v.string(),
  v.regex(
    /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/,
    'Identificador inválido.',
  ),
  v.toLowerCase(),
);
export const Slug = v.pipe(v.string(), v.regex(/^[a-z0-9-]{3,40}$/, 'Endereço curto inválido.'));
/** A campaign is named by its id or its slug (D26). */
export const CampaignRef = v.union([Uuid, Slug]);
/** `Date` takes 30 February for 2 March, and spellings that the pattern lets through for nothing. */
const isOnCalendar = (text: string) =>
  !v.ISO_TIMESTAMP_REGEX.test(text) ||
  (Number.isFinite(Date.parse(text)) &&
    new Date(text.slice(0, 10)).getUTCDate() === Number(text.slice(8, 10)));
/** ISO-8601, in answers in UTC with milliseconds. */
export const Instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(isOnCalendar, 'Use uma data que existe, como 2026-12-25T10:00:00-03:00.'),
);
export const Colour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'Use uma cor como #1F1B16.'));
export const Latitude = v.pipe(
  v.number(),
  v.minValue(-90, 'A latitude vai de -90 a 90.'),
  v.maxValue(90, 'A latitude vai de -90 a 90.'),
);
export const Longitude = v.pipe(
  v.number(),
  v.minValue(-180, 'A longitude vai de -180 a 180.'),
  v.maxValue(180, 'A longitude vai de -180 a 180.'),
);

const PHONE_TEXT = 'Confira o número do celular com DDD.';
/**
 * A phone as it is written: digits and what people put between them; a sentence with numbers in it is no
 * phone.
 */
export const PhoneText = v.pipe(
  v.string(),
  v.maxLength(40, PHONE_TEXT),
  v.regex(/^[\d\s().+-]*$/, PHONE_TEXT),
);
/** Kept as E.164 `+5511987654321`; a Brazilian national number is also taken. */
export const Phone = v.pipe(
  PhoneText,
  v.transform((text) => normalisePhone(text) ?? ''),
  v.minLength(1, PHONE_TEXT),
);
export const Email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.regex(/^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/, 'Confira o e-mail.'),
);
/** CPF as 11 digits whose check digits are right; punctuation is taken and dropped. */
export const CpfDigits = v.pipe(
  v.string(),
  v.transform(cpfDigits),
  v.regex(/^\d{11}$/, 'O CPF tem 11 números.'),
  v.check(isCpf, 'Confira o CPF: os números não batem.'),
);
/** CEP kept as `99999-999`. */
export const Cep = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/\D/g, '')),
  v.regex(/^\d{8}$/, 'O CEP tem 8 números.'),
  v.transform((digits) => `${digits.slice(0, 5)}-${digits.slice(5)}`),
);
/** 16 Crockford characters, stored without dashes and in capitals. */
export const OrderCode = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/-/g, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0')),
  v.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, 'O código do pedido tem 16 letras e números.'),
);
export const Text = (max: number) => v.pipe(v.string(), v.trim(), v.maxLength(max, `Use até ${max} letras.`));
export const NeededText = (max: number, message = 'Preencha este campo.') =>
  v.pipe(Text(max), v.minLength(1, message));
export const Quantity = v.pipe(
  v.number(),
  v.integer('Use um número inteiro.'),
  v.minValue(1),
  v.maxValue(999, 'O máximo é 999.'),
);
/** A free set of named values, capped by the body limits of the server. */
export const Bag = v.record(
  v.pipe(
    v.string(),
    v.maxLength(80),
    v.check((key) => key !== '__proto__'),
  ),
  v.unknown(),
);

/** A number that arrives in a query string, as programs write theirs: `-23.561414000000003`, `1e-7`. */
export const QueryNumber = v.pipe(
  v.string(),
  v.maxLength(40, 'Use um número.'),
  v.regex(/^-?\d{1,9}(\.\d+)?([eE]-\d{1,2})?$/, 'Use um número.'),
  v.transform(Number),
);
/** Degrees of a point in a query string. */
export const QueryLatitude = v.pipe(QueryNumber, Latitude);
export const QueryLongitude = v.pipe(QueryNumber, Longitude);
export const QueryList = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
  v.maxLength(50),
);

/** The query of a page: zero-based; a size out of bounds is clamped, never trusted. */
export const pageQuery = (size: number, max: number) => ({
  size: v.optional(
    v.pipe(
      QueryNumber,
      v.integer(),
      v.minValue(1),
      v.transform((asked) => Math.min(asked, max)),
    ),
    String(size),
  ),
  page: v.optional(v.pipe(QueryNumber, v.integer(), v.minValue(0)), '0'),
});
export const pageOf = <S extends v.GenericSchema>(content: S) =>
  v.object({
    content: v.array(content),
    page: v.number(),
    size: v.number(),
    totalElements: v.number(),
    totalPages: v.number(),
    last: v.boolean(),
  });

/** What the shop holds back for now, in its own words; in force until `until`, where there is one. */
export const Pause = v.object({ reason: v.string(), until: v.optional(Instant) });
export type Pause = v.InferOutput<typeof Pause>;
