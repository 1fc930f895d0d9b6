import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { lostOf, notesAt, openCount, transitionName } from '#flows/notes/about.ts';
import { type Note, NoteDraft } from '#machines/book/note.ts';
import { fileOf, isNoteName, nameOf, noteIn, resolvedFile } from '../../src/build/notes/note-file.ts';
import { changeNote, readNotes } from '../../src/build/notes/notes-folder.ts';

const note: Note = {
  name: '2026-11-27-checkout-o-botao-some.md',
  chart: 'checkout',
  state: 'payment.offline',
  transition: null,
  author: 'Ana',
  date: '2026-11-27T08:30:00.000Z',
  resolved: null,
  text: 'O botão some.\n\nSó em 390 px.',
};
const draft = ({ chart, state, transition, author, text }: Note) => ({
  chart,
  state,
  transition,
  author,
  text,
});
const folderOf = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'vitrine-notes-')), 'notes');
const now = '2026-11-27T08:30:00.000Z';

describe('the file of a note', () => {
  it('has a head of a line for each fact, and the text', () => {
    expect(fileOf(note)).toBe(
      '---\nchart: checkout\nstate: payment.offline\nauthor: Ana\ndate: 2026-11-27T08:30:00.000Z\n---\n\nO botão some.\n\nSó em 390 px.\n',
    );
    expect(fileOf({ ...note, author: 'no', transition: 'a [b] → c', resolved: now })).toContain(
      'transition: "a [b] → c"\nauthor: "no"\ndate: 2026-11-27T08:30:00.000Z\nresolved: 2026-11-27T08:30:00.000Z\n',
    );
  });

  it('gives back whatever was written, hostile or not', () => {
    const hostile = [
      '---\nchart: pix\n---\n<script>alert(1)</script>',
      '"; rm -rf / #\nresolved: 2020-01-01T00:00:00Z',
      '../../../etc/passwd',
      'a: b # c\n\n\n---\n---',
      '\u0000\u001b[31mred\r\n\tnext\rlast',
      '👩‍👩‍👧 \ud800 \u202etxt',
      '   =cmd|calc  ',
    ];
    const words = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', maxLength: 300 }));
    let seen = 0;
    fc.assert(
      fc.property(words, words, words, fc.option(words), (text, author, state, transition) => {
        const given = v.safeParse(NoteDraft, { chart: 'pix', state, transition, author, text });
        if (!given.success) return;
        seen++;
        for (const resolved of [null, now]) {
          const written = { ...given.output, date: now, resolved, name: note.name };
          expect(noteIn(note.name, fileOf(written))).toEqual(written);
          // As git keeps it on another system.
          expect(noteIn(note.name, `\ufeff${fileOf(written).replaceAll('\n', '\r\n')}`)).toEqual(written);
        }
        expect(isNoteName(`${nameOf(given.output, now)}.md`)).toBe(true);
      }),
      { numRuns: 500, seed: 11 },
    );
    expect(seen).toBeGreaterThan(50);
  });

  it('takes no author and no place of more than a line, and no text without an end', () => {
    const refused = [
      { author: 'Ana\nresolved: x' },
      { author: '' },
      { author: 'x'.repeat(61) },
      { author: 'a\u202eb' },
      { state: 'a\u2028b' },
      { text: ' \n ' },
      { text: 'x'.repeat(2_001) },
      { chart: '' },
      { name: 'own.md' },
    ].filter((wrong) => !v.safeParse(NoteDraft, { ...draft(note), ...wrong }).success);
    expect(refused.length).toBe(9);
    expect(v.safeParse(NoteDraft, draft(note)).success).toBe(true);
  });

  it('is resolved and opened again without a change of anything else', () => {
    const byHand = fileOf(note).replace('author: Ana', 'author:   Ana\nteam: "QA"');
    const resolved = resolvedFile(byHand, now);
    expect(noteIn(note.name, resolved)).toEqual({ ...note, resolved: now });
    expect(resolvedFile(resolved, null)).toBe(byHand);
    expect(resolvedFile(resolved, now)).toBe(resolved);
    // What stands in the text is text.
    const inText = fileOf({ ...note, text: 'a\n---\nresolved: no\n' });
    expect(resolvedFile(resolvedFile(inText, now), null)).toBe(inText);
  });

  it('is called by its day, its chart and its first words, and by nothing that leads elsewhere', () => {
    expect(nameOf(draft({ ...note, text: 'O botão “Pagar” some: só em 390 px!' }), now)).toBe(
      '2026-11-27-checkout-o-botao-pagar-some-so-em-390-px',
    );
    expect(nameOf(draft({ ...note, chart: '../..', text: '🙂' }), now)).toBe('2026-11-27');
    const names = ['../a.md', '2026-11-27-a/b.md', '2026-11-27-a.MD', '2026-11-27-a.md\n', 'README.md', '..'];
    expect(names.filter(isNoteName)).toEqual([]);
  });
});

describe('a folder of notes', () => {
  it('names a file that cannot be read, with the reason, and reads the others', async () => {
    const folder = folderOf();
    expect(await readNotes(folder)).toEqual({ notes: [], broken: [] });
    mkdirSync(folder);
    const broken: Record<string, [text: string, reason: RegExp]> = {
      '2026-11-20-a.md': ['nothing', /cabeçalho entre linhas/],
      '2026-11-20-b.md': [fileOf(note).replace('author: Ana\n', ''), /“author” falta/],
      '2026-11-20-c.md': [fileOf(note).replace('chart: checkout', '<<<<<<< HEAD'), /<<<<<<< HEAD/],
      '2026-11-20-d.md': [fileOf({ ...note, text: 'x'.repeat(2_001) }), /longo demais/],
      '2026-11-20-e.md': [fileOf({ ...note, text: 'x'.repeat(20_000) }), /longo demais/],
      '2026-11-20-f.md': [fileOf(note).replace('Ana', '"Ana'), /“author” falta/],
      '2026-11-20-g.md': [fileOf(note).replace('author: Ana', 'chart: pix\nauthor: Ana'), /duas vezes/],
      '2026-11-20-h.md': [fileOf(note).replace(now, 'ontem'), /“date”/],
      'Outra nota.md': [fileOf(note), /nome não é/],
    };
    for (const [name, [text]] of Object.entries(broken)) writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, 'README.md'), '# What this is');
    writeFileSync(path.join(folder, note.name), fileOf(note));
    writeFileSync(path.join(folder, '..', 'secret.md'), fileOf({ ...note, author: 'Secret' }));
    symlinkSync('../secret.md', path.join(folder, '2026-11-27-link.md'));
    const found = await readNotes(folder);
    expect(found.notes).toEqual([note]);
    expect(found.broken.map(({ name }) => name).sort()).toEqual(Object.keys(broken).sort());
    for (const { name, reason } of found.broken) expect(reason).toMatch(broken[name]?.[1] ?? /^$/);
  });

  it('gets a file for each note, also where two are called alike, and loses none', async () => {
    const folder = folderOf();
    const given = { do: 'leave', draft: draft(note) } as const;
    await Promise.all([1, 2, 3].map(() => changeNote(folder, given, now)));
    expect(readdirSync(folder).sort()).toEqual([
      '2026-11-27-checkout-o-botao-some-so-em-390-px-2.md',
      '2026-11-27-checkout-o-botao-some-so-em-390-px-3.md',
      '2026-11-27-checkout-o-botao-some-so-em-390-px.md',
    ]);
    const [name = ''] = readdirSync(folder);
    expect(await changeNote(folder, { do: 'resolve', name, isResolved: true }, now)).toBe(true);
    const { notes } = await readNotes(folder);
    expect(notes.filter(({ resolved }) => resolved === now).map((one) => one.name)).toEqual([name]);
    expect(openCount({ notes, broken: [], isWritable: true }, 'checkout', 'payment.offline')).toBe(2);
    expect(await changeNote(folder, { do: 'remove', name }, now)).toBe(true);
    expect(await changeNote(folder, { do: 'remove', name }, now)).toBe(true);
    expect(await changeNote(folder, { do: 'resolve', name, isResolved: true }, now)).toBe(false);
    expect(readdirSync(folder).length).toBe(2);
  });

  it('touches nothing beside itself, whatever name is sent', async () => {
    const folder = folderOf();
    await changeNote(folder, { do: 'leave', draft: draft(note) }, now);
    const beside = path.join(folder, '../2026-11-27-beside.md');
    writeFileSync(beside, fileOf(note));
    for (const name of ['../2026-11-27-beside.md', beside, '2026-11-27-a/../../2026-11-27-beside.md', '..']) {
      await changeNote(folder, { do: 'remove', name }, now);
      expect(await changeNote(folder, { do: 'resolve', name, isResolved: true }, now)).toBe(false);
    }
    expect(existsSync(beside)).toBe(true);
    expect(readFileSync(beside, 'utf8')).toBe(fileOf(note));
  });
});

describe('the place of a note', () => {
  it('says what of it the book no longer has', () => {
    const step = { on: 'network.restored', if: 'isOpen', to: ['', 'paid'] };
    const charts = [
      {
        id: 'pix',
        file: 'pix.ts',
        states: [{ path: 'waiting', description: '', kind: 'atomic' as const, transitions: [step] }],
      },
    ];
    const name = transitionName(step);
    expect(name).toBe('network.restored [isOpen] → (o gráfico), paid');
    const lost = (chart: string, state: string, transition: string | null) =>
      lostOf(charts, { chart, state, transition });
    expect(lost('pix', 'waiting', name)).toBeNull();
    expect(lost('pix', 'waiting', null)).toBeNull();
    expect(lost('pix', 'waiting', 'x → y')).toBe('Esta seta não existe mais, ou mudou.');
    expect(lost('pix', 'gone', name)).toBe('Este estado não existe mais no gráfico.');
    expect(lost('gone', 'waiting', null)).toBe('Este gráfico não existe mais.');
  });

  it('is its own; what was said of a transition that is gone stands at the state', () => {
    const [gone, own, elsewhere] = ['x → y', 'a → b', 'a → b'].map((transition, at) => ({
      ...note,
      transition,
      state: at === 2 ? 'payment' : note.state,
    }));
    const list = {
      notes: [note, gone, own, elsewhere].filter((one) => one !== undefined),
      broken: [],
      isWritable: true,
    };
    const at = (transition: string | null, transitions?: string[]) =>
      notesAt(list, { ...note, transition }, transitions).map((one) => one.transition);
    expect(at(null)).toEqual([null]);
    expect(at(null, ['a → b'])).toEqual([null, 'x → y']);
    expect(at('a → b', [])).toEqual(['a → b']);
  });
});
