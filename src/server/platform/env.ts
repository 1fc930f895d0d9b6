import { isIP } from 'node:net';
import * as v from 'valibot';

/**
 * A variable with the sentence that is said where its value does not fit. The value itself is never said: it
 * may be a secret.
 */
const must = v.message;
const Port = must(
  v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)),
  'must be a number from 0 to 65535',
);
const Switch = must(
  v.pipe(
    v.picklist(['0', '1']),
    v.transform((value) => value === '1'),
  ),
  'must be 0 or 1',
);
const optional = v.optional(v.pipe(v.string(), v.nonEmpty()));
/** An address with one of these schemes. */
const addressOf = (schemes: RegExp, such: string) =>
  must(v.pipe(v.string(), v.regex(schemes), v.url()), `must be an address like ${such}`);
// More than a URL: a socket's address may have a role and no host
// (`postgres://shop@/vitrine?host=/run/postgresql`).
const postgres = v.optional(
  must(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\/\S/)),
    'must be an address like postgresql://role@host/database',
  ),
);
const web = addressOf(/^https?:\/\/./, 'https://host');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Form of `SECRET_KEYS`. */
export const KEYS = /^[\w-]{1,16}:[^,]{32,}(,[\w-]{1,16}:[^,]{32,})*$/;

/**
 * Everything the server reads from its environment; nothing else is read anywhere. Source:
 * docs/operations.md.
 */
const Variables = v.object({
  PORT: v.optional(Port, '3000'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  DATA_DIR: v.optional(v.string(), '.data'),
  DATABASE_URL: postgres,
  /** Owner of the tables, used for migrations only. */
  DATABASE_ADMIN_URL: postgres,
  SANDBOX: v.optional(Switch),
  PUBLIC_URL: v.optional(must(v.pipe(v.string(), v.url()), 'must be an address like https://shop.example')),
  /** Number of proxies in front whose `X-Forwarded-For` entry is believed. */
  TRUST_PROXY: v.optional(
    must(v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number)), 'must be a number from 0 to 9'),
    '0',
  ),
  /** `id:secret,id:secret`, newest first; secrets of at least 32 characters. */
  SECRET_KEYS: v.optional(
    must(
      v.pipe(v.string(), v.regex(KEYS)),
      'must be id:secret,id:secret with at least 32 characters in each secret',
    ),
  ),
  SMTP_URL: v.optional(addressOf(/^smtps?:\/\/./, 'smtps://user@host')),
  /** `name@host`, or `Name <name@host>`. */
  MAIL_FROM: v.optional(
    must(
      v.pipe(v.string(), v.regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)),
      'must be name@host, or Name <name@host>',
    ),
  ),
  SMS_URL: v.optional(web),
  SMS_TOKEN: optional,
  PIX_KEY: optional,
  PIX_NAME: optional,
  PIX_CITY: optional,
  /**
   * Who makes Pix codes for tenants that do not say: nobody (`static`, the key's own) or their payment
   * provider (`acquirer`).
   * An address: their payment provider, and the text of its codes is asked of a third party there (D56, the
   * fallback adapter).
   */
  PIX_PROVIDER: v.optional(
    must(
      v.union([v.picklist(['static', 'acquirer']), v.pipe(v.string(), v.regex(/^https?:\/\/./), v.url())]),
      'must be static, acquirer or an address like https://host',
    ),
  ),
  PIX_WEBHOOK_SECRET: optional,
  /** Address of a public CEP service; `/ws/{cep}/json` is added. */
  CEP_URL: v.optional(web),
  MAP_STYLE_URL: optional,
  /** A point of the curve P-256 and its number, as base64url: 65 bytes of which the first is 4, and 32. */
  VAPID_PUBLIC_KEY: v.optional(
    must(
      v.pipe(v.string(), v.regex(/^B[\w-]{86}$/)),
      'must be a point of P-256 as base64url: 87 characters of which the first is B',
    ),
  ),
  VAPID_PRIVATE_KEY: v.optional(
    must(v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), 'must be a number of P-256 as base64url: 43 characters'),
  ),
  LOG_LEVEL: v.optional(must(v.picklist(LEVELS), `must be one of ${LEVELS.join(', ')}`), 'info'),
  NODE_ENV: v.optional(v.string(), 'development'),
  CHROMIUM: optional,
});

export interface Env extends Omit<v.InferOutput<typeof Variables>, 'SANDBOX'> {
  /** The server shows what would have been sent, pays pending charges and shifts its clock. */
  readonly sandbox: boolean;
  /** Real people and real money: no sandbox, `NODE_ENV=production`. */
  readonly production: boolean;
}

/** The environment is unusable; the message says which variable and what to do. */
export class EnvironmentFault extends Error {
  override readonly name = 'EnvironmentFault';
}

const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Reads and checks the environment once.
 * The sandbox is on with `SANDBOX=1`, or when nothing is configured: no `DATABASE_URL` and a loopback `HOST`.
 * Source: docs/operations.md.
 * @throws EnvironmentFault naming every unfit variable and what it takes, never its value
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(Variables, given);
  if (!parsed.success) {
    const sentences = parsed.issues.map(({ path, message }) => `${String(path?.[0]?.key)} ${message}`);
    throw new EnvironmentFault(
      `Unfit environment: ${[...new Set(sentences)].join('; ')}. See docs/operations.md.`,
    );
  }
  const { SANDBOX, ...variables } = parsed.output;
  const sandbox = SANDBOX ?? (variables.DATABASE_URL === undefined && isLoopback(variables.HOST));
  const production = variables.NODE_ENV === 'production' && !sandbox;
  if (variables.NODE_ENV === 'production' && sandbox && SANDBOX === undefined)
    throw new EnvironmentFault(
      'NODE_ENV=production without DATABASE_URL would start the sandbox. Set DATABASE_URL, or SANDBOX=1 to say that this is meant.',
    );
  if (production && variables.SECRET_KEYS === undefined)
    throw new EnvironmentFault(
      'SECRET_KEYS is needed in production: id:secret, at least 32 characters each.',
    );
  if (production && variables.PIX_KEY !== undefined && variables.PIX_WEBHOOK_SECRET === undefined)
    throw new EnvironmentFault(
      'PIX_WEBHOOK_SECRET is needed in production: payment notices are refused without it.',
    );
  if (production && variables.CEP_URL?.startsWith('https:') === false)
    throw new EnvironmentFault('CEP_URL must be an https address in production.');
  if (production && variables.PIX_PROVIDER?.startsWith('http:'))
    throw new EnvironmentFault('PIX_PROVIDER must be an https address in production.');
  return { ...variables, sandbox, production };
}
