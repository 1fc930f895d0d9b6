import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { NoteChange, type NoteList } from '#machines/book/note.ts';
import { changeNote, readNotes } from './notes-folder.ts';

/** Where the development server of the book has the notes: read by GET, changed by POST. */
export const NOTES_ADDRESS = '/flows/notes.json';
/** The longest body that is read, bytes: more than the longest note, each letter of it escaped. */
const LARGEST_BODY = 32_768;

/** Whether it was this very machine that asked. */
const isLoopback = ({ socket: { remoteAddress = '' } }: IncomingMessage) =>
  /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(remoteAddress);
/** A name that somebody else's page could be given to lead here is none of ours. */
const isOwnName = (host: string) => /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

/** Why a request is not answered, and by which status. A page of elsewhere reads and writes nothing. */
function refusalOf(request: IncomingMessage): { status: number; reason: string } | null {
  const { host = '', origin, 'sec-fetch-site': site, 'content-type': type = '' } = request.headers;
  const isWrite = request.method === 'POST';
  if (!isLoopback(request)) return { status: 403, reason: 'only this machine' };
  if (!isOwnName(host)) return { status: 403, reason: 'only by the name of this machine' };
  if (request.method !== 'GET' && !isWrite) return { status: 405, reason: 'GET or POST' };
  if (origin === undefined ? isWrite : origin !== `http://${host}`)
    return { status: 403, reason: 'only a page of this server' };
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return { status: 403, reason: 'only a page of this server' };
  if (isWrite && !/^application\/json\s*(?:;|$)/i.test(type)) return { status: 415, reason: 'only JSON' };
  return null;
}

/** @returns null for a body that is too long */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    // The rest is read and left: whoever sends it hears the answer.
    if (length <= LARGEST_BODY) parts.push(part);
    else if (length > 64 * LARGEST_BODY) request.destroy();
  }
  return length > LARGEST_BODY ? null : Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .end(JSON.stringify(body));
}

async function handle(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refusal = refusalOf(request);
  if (refusal) return answer(response, refusal.status, { reason: refusal.reason });
  if (request.method === 'POST') {
    const body = await bodyOf(request);
    if (body === null) return answer(response, 413, { reason: 'too long' });
    const change = v.safeParse(NoteChange, parsed(body));
    if (!change.success) return answer(response, 400, { reason: v.summarize(change.issues) });
    if (!(await changeNote(folder, change.output, new Date().toISOString())))
      return answer(response, 404, { reason: 'no such note' });
  }
  const list: NoteList = { ...(await readNotes(folder)), isWritable: true };
  answer(response, 200, list);
}

/** Answers for the notes of a folder, and leaves every other request to what comes next. */
export const notesHandler =
  (folder: string) =>
  (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    if (request.url?.replace(/\?.*$/, '') !== NOTES_ADDRESS) return next();
    handle(folder, request, response).catch((fault: unknown) => {
      console.error(fault);
      if (!response.headersSent) answer(response, 500, { reason: 'the notes cannot be read or written' });
    });
  };
