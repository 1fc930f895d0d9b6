import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';

export type Logger = PinoLogger;

/** Names under which personal data or secrets travel. Their values never reach a log (OPS-08). */
const PRIVATE = [
  'authorization',
  'cookie',
  'password',
  'code',
  'token',
  'access_token',
  'refresh_token',
  'refreshToken',
  'signup_grant',
  'secret',
  'clientSecret',
  'cpf',
  'identification',
  'phone',
  'userPhone',
  'email',
  'to',
  'recipient',
  'contact',
  'username',
  'latitude',
  'longitude',
  'accessKey',
  'text',
];

/** JSON lines in UTC. Personal data is cut by name, and from free text by {@link withoutPersonalData}. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = PRIVATE.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths, censor: '***' },
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Free text without contacts, CPFs, bearer tokens and long digit runs. Line breaks go too, so that no line
 * can be forged.
 * Drizzle puts the values of a failed query into its message: they end at "params:".
 */
export function withoutPersonalData(text: string): string {
  return text
    .replace(/params:[\s\S]*$/, 'params: ***')
    .replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '***@***')
    .replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '***')
    .replace(/-?\d{1,3}\.\d{4,}/g, '***')
    .replace(/\+?\d[\d().\s-]{4,}\d/g, '***')
    .replace(/[\r\n]+/g, ' ⏎ ');
}

function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutPersonalData(String(error)) };
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => line.trim());
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    message: withoutPersonalData(error.message),
    code,
    stack,
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  };
}
