/** The driver's own error below whatever wrapped it (Drizzle puts it in `cause`). */
function* causes(error: unknown): Generator<object> {
  for (let at = error; typeof at === 'object' && at !== null; at = 'cause' in at ? at.cause : null) yield at;
}

const fieldOf = (error: unknown, field: string): string | undefined => {
  for (const at of causes(error)) {
    const value: unknown = Reflect.get(at, field);
    if (typeof value === 'string') return value;
  }
  return undefined;
};

/** SQLSTATE or system error code, wherever it sits in the chain of causes. */
export const faultCode = (error: unknown): string | undefined => fieldOf(error, 'code');

/** True when a unique rule refused a row; `constraint` names which. */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean =>
  faultCode(error) === '23505' && (constraint === undefined || fieldOf(error, 'constraint') === constraint);

/** True when a CHECK refused a row (stock below zero, window over capacity …). */
export const isCheckViolation = (error: unknown, constraint?: string): boolean =>
  faultCode(error) === '23514' && (constraint === undefined || fieldOf(error, 'constraint') === constraint);

/** Serialization failure or deadlock: the same transaction may succeed when run again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(faultCode(error) ?? '');

const GONE =
  /^(08\w\d{2}|08\d{3}|57P0[123]|53300|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const GONE_TEXT = new RegExp(
  [
    'connection terminated',
    'not currently accepting connections',
    'timeout exceeded when trying to connect',
    'not queryable',
    'server closed the connection',
  ].join('|'),
  'i',
);

/**
 * SQLSTATE of a server that is there; not of one that goes down, of a connection that broke, nor a code of
 * the system, which begins with E.
 */
const ANSWER = /^(?!08|57P0|E)[0-9A-Z]{5}$/;
/**
 * True when the database said no in words of its own: that there is no room for one more connection is a sign
 * of life as well.
 */
export const isAnswer = (error: unknown): boolean => ANSWER.test(faultCode(error) ?? '');

/** True when the database itself cannot be reached or is going down: worth a 503, not a 500. */
export function isDatabaseGone(error: unknown): boolean {
  for (const at of causes(error)) {
    const code: unknown = Reflect.get(at, 'code');
    if (typeof code === 'string' && GONE.test(code)) return true;
    if (at instanceof Error && GONE_TEXT.test(at.message)) return true;
  }
  return false;
}
