import { isIP } from 'node:net';
import * as v from 'valibot';

const Port = v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535));
const Switch = v.pipe(
  v.picklist(['0', '1']),
  v.transform((value) => value === '1'),
);
const optional = v.optional(v.pipe(v.string(), v.nonEmpty()));
/** An address with one of these schemes. */
const addressOf = (schemes: RegExp) => v.pipe(v.string(), v.regex(schemes), v.url());
// More than a URL: a socket's address may have a role and no host
// (`postgres://shop@/vitrine?host=/run/postgresql`).
const postgres = v.optional(v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\/\S/)));
const web = addressOf(/^https?:\/\/./);

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
  PUBLIC_URL: v.optional(v.pipe(v.string(), v.url())),
  /** Number of proxies in front whose `X-Forwarded-For` entry is believed. */
  TRUST_PROXY: v.optional(v.pipe(v.string(), v.regex(/^\d$/), v.transform(Number)), '0'),
  /** `id:secret,id:secret`, newest first; secrets of at least 32 characters. */
  SECRET_KEYS: v.optional(v.pipe(v.string(), v.regex(KEYS))),
  SMTP_URL: v.optional(addressOf(/^smtps?:\/\/./)),
  /** `name@host`, or `Name <name@host>`. */
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/))),
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
  PIX_PROVIDER: v.optional(v.union([v.picklist(['static', 'acquirer']), web])),
  PIX_WEBHOOK_SECRET: optional,
  /** Address of a public CEP service; `/ws/{cep}/json` is added. */
  CEP_URL: v.optional(web),
  MAP_STYLE_URL: optional,
  /** A point of the curve P-256 and its number, as base64url: 65 bytes of which the first is 4, and 32. */
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^B[\w-]{86}$/))),
  VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  LOG_LEVEL: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
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
 * @throws EnvironmentFault naming every unfit variable, never its value
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(Variables, given);
  if (!parsed.success) {
    const names = [...new Set(parsed.issues.map((issue) => String(issue.path?.[0]?.key)))];
    throw new EnvironmentFault(
      `Unfit environment: ${names.join(', ')}. See docs/operations.md for what they take.`,
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
