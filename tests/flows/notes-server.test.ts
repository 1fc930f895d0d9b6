import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NoteList, notesIn } from '#machines/book/note.ts';
import { fileOf } from '../../src/build/notes/note-file.ts';
import { notes } from '../../src/build/notes/notes.ts';
import { NOTES_ADDRESS, notesHandler } from '../../src/build/notes/notes-server.ts';

const draft = { chart: 'pix', state: 'expired', transition: null, author: 'Ana', text: 'O valor some.' };
const leave = JSON.stringify({ do: 'leave', draft });

describe('the notes of the development server', () => {
  const above = mkdtempSync(path.join(os.tmpdir(), 'vitrine-notes-'));
  const folder = path.join(above, 'notes');
  let server: Server;
  let host: string;
  beforeAll(async () => {
    const handler = notesHandler(folder);
    server = createServer((asked, answer) => handler(asked, answer, () => answer.writeHead(418).end('next')));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  /** As a browser sends it from a page of this server, unless told otherwise. */
  function ask(
    method: string,
    body = '',
    headers: Record<string, string | undefined> = {},
    address = NOTES_ADDRESS,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; list: NoteList | null; text: string }> {
    const { port } = server.address() as AddressInfo;
    const all = { Host: host, Origin: `http://${host}`, 'Content-Type': 'application/json', ...headers };
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new Promise((done, fail) => {
      request({ port, host: '127.0.0.1', method, path: address, headers: sent }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => (text += part));
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            list: answer.statusCode === 200 ? notesIn(JSON.parse(text)) : null,
          }),
        );
      })
        .on('error', fail)
        .end(body);
    });
  }
  const files = () => (existsSync(folder) ? readdirSync(folder) : []);

  it('are written, read, resolved and removed by a page of its own', async () => {
    expect((await ask('GET')).list).toEqual({ notes: [], broken: [], isWritable: true });
    const [left] = (await ask('POST', leave)).list?.notes ?? [];
    expect(left).toMatchObject({ ...draft, resolved: null });
    const name = left?.name ?? '';
    expect(files()).toEqual([name]);
    expect(name).toMatch(/^\d{4}-\d{2}-\d{2}-pix-o-valor-some\.md$/);
    const resolve = JSON.stringify({ do: 'resolve', name, isResolved: true });
    expect((await ask('POST', resolve)).list?.notes[0]?.resolved).not.toBeNull();
    expect((await ask('GET', '', { Origin: undefined })).list?.notes.length).toBe(1);
    expect((await ask('POST', JSON.stringify({ do: 'remove', name }))).list?.notes).toEqual([]);
    expect(files()).toEqual([]);
    expect((await ask('POST', resolve)).status).toBe(404);
  });

  it.each([
    ['a page of elsewhere', 'POST', { Origin: 'https://evil.example' }],
    ['a page of another port', 'POST', { Origin: 'http://127.0.0.1:1' }],
    ['a page without an address', 'POST', { Origin: 'null' }],
    ['no page', 'POST', { Origin: undefined }],
    ['a name that was made to lead here', 'POST', { Host: 'evil.example', Origin: 'http://evil.example' }],
    ['a name that begins as ours', 'POST', { Host: 'localhost.evil.example' }],
    ['a form', 'POST', { 'Content-Type': 'text/plain' }],
    ['a page of elsewhere, by what the browser says', 'POST', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of elsewhere that reads', 'GET', { Origin: 'https://evil.example' }],
    ['a script of elsewhere that reads', 'GET', { Origin: undefined, 'Sec-Fetch-Site': 'cross-site' }],
    ['a name that was made to lead here and reads', 'GET', { Host: 'evil.example', Origin: undefined }],
    ['another method', 'PUT', {}],
    ['a question before a request', 'OPTIONS', { Origin: 'https://evil.example' }],
  ])('are neither written nor read by %s', async (_, method, headers) => {
    const answer = await ask(method, method === 'POST' ? leave : '', headers);
    expect([403, 405, 415]).toContain(answer.status);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    expect(answer.text).not.toContain('notes');
    expect(files()).toEqual([]);
  });

  it.each([
    ['no JSON', 'x', 400],
    ['nothing', '', 400],
    ['another change', '{"do":"format"}', 400],
    ['a name for a new file', JSON.stringify({ do: 'leave', draft, name: '../a.md' }), 400],
    ['a name in the note', JSON.stringify({ do: 'leave', draft: { ...draft, name: '../a.md' } }), 400],
    ['an author of two lines', JSON.stringify({ do: 'leave', draft: { ...draft, author: 'A\nb' } }), 400],
    ['no text', JSON.stringify({ do: 'leave', draft: { ...draft, text: ' ' } }), 400],
    [
      'a text that is too long',
      JSON.stringify({ do: 'leave', draft: { ...draft, text: 'x'.repeat(2_001) } }),
      400,
    ],
    [
      'a body that is too long',
      JSON.stringify({ do: 'leave', draft: { ...draft, text: 'x'.repeat(40_000) } }),
      413,
    ],
  ])('refuse %s', async (_, body, status) => {
    expect((await ask('POST', body)).status).toBe(status);
    expect(files()).toEqual([]);
  });

  it('lead to no other file, whatever name or place is sent', async () => {
    const beside = path.join(above, '2026-11-27-beside.md');
    const text = fileOf({ ...draft, date: '2026-11-27T08:30:00.000Z', resolved: null });
    writeFileSync(beside, text);
    for (const name of ['../2026-11-27-beside.md', beside, '..%2f2026-11-27-beside.md', '']) {
      await ask('POST', JSON.stringify({ do: 'remove', name }));
      expect((await ask('POST', JSON.stringify({ do: 'resolve', name, isResolved: true }))).status).toBe(404);
    }
    const strange = { ...draft, chart: '../../x', state: '../..', text: '../../../etc/passwd' };
    expect((await ask('POST', JSON.stringify({ do: 'leave', draft: strange }))).status).toBe(200);
    expect(readFileSync(beside, 'utf8')).toBe(text);
    expect(readdirSync(above).sort()).toEqual(['2026-11-27-beside.md', 'notes']);
    expect(files()).toHaveLength(1);
    expect(files()[0]).toMatch(/^[\d-]{10}-x-etc-passwd\.md$/);
  });

  it('leave every other address to what comes next', async () => {
    expect((await ask('GET', '', {}, '/flows/')).status).toBe(418);
    expect((await ask('POST', leave, {}, `${NOTES_ADDRESS}/x`)).status).toBe(418);
  });

  it('are in a build as they were, for reading', async () => {
    const plugin = notes(folder);
    const loadAs = async (command: 'build' | 'serve') => {
      // A plugin's hooks may be called without the bundler, as long as they ask nothing of it.
      const { config, load } = plugin as unknown as {
        config: (config: unknown, env: { command: string }) => void;
        load: (id: string) => Promise<string | null>;
      };
      config({}, { command });
      return load('/any/src/flows/notes/built.ts');
    };
    expect(await loadAs('serve')).toBeNull();
    const code = (await loadAs('build')) ?? '';
    const list = notesIn(JSON.parse(/^export const builtNotes = (.*);$/s.exec(code)?.[1] ?? ''));
    expect(list.isWritable).toBe(false);
    expect(list.notes.map(({ text }) => text)).toEqual(['../../../etc/passwd']);
  });
});
