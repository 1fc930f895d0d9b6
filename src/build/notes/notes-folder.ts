import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Note, NoteChange, NoteDraft, NoteList } from '#machines/book/note.ts';
import { fileOf, isNoteName, nameOf, noteIn, resolvedFile } from './note-file.ts';

/** The longest file that is read as a note, bytes: more than the longest text with its head. */
const LARGEST_FILE = 16_384;
/** As many notes of one day that begin with the same words. */
const MOST_OF_A_NAME = 99;

const isThere = (fault: unknown) => (fault as NodeJS.ErrnoException).code === 'EEXIST'; // what the file system throws
const isGone = (fault: unknown) => (fault as NodeJS.ErrnoException).code === 'ENOENT'; // what the file system throws

async function read(folder: string, name: string): Promise<Note | { name: string; reason: string }> {
  if (!isNoteName(name)) return { name, reason: 'o nome não é “data-palavras.md”, em letras pequenas' };
  const file = path.join(folder, name);
  if ((await stat(file)).size > LARGEST_FILE) return { name, reason: 'o arquivo é longo demais' };
  return noteIn(name, await readFile(file, 'utf8'));
}

/** All notes of a folder, the newest first. A file that is none is named, and hinders no other. */
export async function readNotes(folder: string): Promise<Omit<NoteList, 'isWritable'>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((fault: unknown) => {
    if (isGone(fault)) return [];
    throw fault;
  });
  // A link is no file: what it leads to is none of ours.
  const names = entries.filter((one) => one.isFile() && one.name.endsWith('.md')).map(({ name }) => name);
  const notes: Note[] = [];
  const broken: NoteList['broken'] = [];
  for (const name of names.filter((one) => one !== 'README.md').sort()) {
    const found = await read(folder, name);
    if ('reason' in found) broken.push(found);
    else notes.push(found);
  }
  return { notes: notes.sort((a, b) => b.date.localeCompare(a.date)), broken };
}

async function leave(folder: string, draft: NoteDraft, now: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const begin = nameOf(draft, now);
  for (let at = 1; at <= MOST_OF_A_NAME; at++) {
    const name = `${begin}${at === 1 ? '' : `-${at}`}.md`;
    try {
      // Never over another: two who write at once get a file each.
      return await writeFile(path.join(folder, name), fileOf({ ...draft, date: now, resolved: null }), {
        flag: 'wx',
      });
    } catch (fault) {
      if (!isThere(fault)) throw fault;
    }
  }
  throw new Error(`too many notes called ${begin}`);
}

/**
 * Writes, resolves or removes a note.
 * @param now ISO 8601, UTC
 * @returns false for a note that is not there
 */
export async function changeNote(folder: string, change: NoteChange, now: string): Promise<boolean> {
  if (change.do === 'leave') {
    await leave(folder, change.draft, now);
    return true;
  }
  // The name has to be that of a note which is listed: no other path is ever made of what was sent.
  const { notes } = await readNotes(folder);
  const note = notes.find(({ name }) => name === change.name);
  // Whoever removes what is gone has what they want.
  if (!note) return change.do === 'remove';
  const file = path.join(folder, note.name);
  if (change.do === 'remove') await rm(file, { force: true });
  else {
    const text = resolvedFile(await readFile(file, 'utf8'), change.isResolved ? now : null);
    await writeFile(`${file}.part`, text);
    await rename(`${file}.part`, file);
  }
  return true;
}
