import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiProblem } from '#contract/problem.ts';
import type { AppContext } from './app-env.ts';

/** Limits of SEC-31. */
const MOST_BYTES = 256 * 1_024;
const DEEPEST = 32;
const MOST_KEYS = 5_000;

/**
 * The JSON body, or undefined when there is none. Its bytes stay in `c.var.rawBody`.
 * @throws ApiProblem TOO_LARGE (counted in bytes, whatever the headers say), MALFORMED
 */
export async function readJson(c: AppContext, most = MOST_BYTES): Promise<unknown> {
  const bytes = c.var.rawBody ?? (await readBytes(c, most));
  c.set('rawBody', bytes);
  if (bytes.length === 0) return undefined;
  assertModest(bytes);
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
    // Only an escape can bring them in; most bodies have none.
    if (!/\\u(0000|d[89a-f])/i.test(text)) return value;
  } catch {
    throw new ApiProblem('MALFORMED', { fields: [{ field: '', message: 'O envio não é um JSON.' }] });
  }
  assertStorable(value);
  return value;
}

/**
 * Text with a NUL or half a character is none to the database.
 * @throws ApiProblem MALFORMED with the field
 */
export function assertStorable(value: unknown, field = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed())
      throw new ApiProblem('MALFORMED', {
        fields: [{ field, message: 'Este texto tem um sinal que não aceitamos.' }],
      });
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      assertStorable(key, field);
      assertStorable(inner, `${field}${field && '.'}${key.replace(/[^\w-]/g, '').slice(0, 40)}`);
    }
  }
}

async function readBytes(c: AppContext, most: number): Promise<Uint8Array> {
  // Bindings of the Node server; none when called in process
  const { incoming, outgoing } = (c.env ?? {}) as { incoming?: IncomingMessage; outgoing?: ServerResponse };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const take = (chunk: Uint8Array) => {
    size += chunk.length;
    if (size > most) {
      // The rest is not read: the connection ends with the answer.
      c.header('Connection', 'close');
      outgoing?.once('finish', () => incoming?.destroy());
      throw new ApiProblem('TOO_LARGE');
    }
    chunks.push(chunk);
  };
  try {
    if (incoming) {
      // No encoding was set, so chunks are buffers
      for await (const chunk of incoming.iterator({ destroyOnReturn: false })) take(chunk as Uint8Array);
    } else if (c.req.raw.body) {
      for await (const chunk of c.req.raw.body) take(chunk);
    }
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    // Whoever hangs up in the middle hears nothing; it is no fault of the shop's.
    throw new ApiProblem('MALFORMED', { fields: [{ field: '', message: 'O envio não chegou inteiro.' }] });
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** Counts depth and keys before anything is built from the text. */
function assertModest(bytes: Uint8Array): void {
  let depth = 0;
  let keys = 0;
  let isQuoted = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (isQuoted) {
      if (byte === 0x5c) at++;
      else if (byte === 0x22) isQuoted = false;
    } else if (byte === 0x22) isQuoted = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    else if (byte === 0x3a) keys++;
    if (depth > DEEPEST || keys > MOST_KEYS)
      throw new ApiProblem('MALFORMED', { fields: [{ field: '', message: 'O envio é complicado demais.' }] });
  }
}
