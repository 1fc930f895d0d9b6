import * as v from 'valibot';
import { type Note, type NoteDraft, NoteFacts } from '#machines/book/note.ts';

/**
 * A note as a file of Markdown: a head of one line for each fact, and the text. Any tool that reads YAML reads the
 * head; the facts stand in a fixed order, so that two branches that write the same file differ in as few lines as can
 * be.
 */
const FENCE = '---';

/** What YAML reads as the very text; everything else stands in quotes, in which JSON's are YAML's too. */
const isPlain = (text: string) =>
  /^(?:\p{L}[\p{L}\p{N}_.]*|\d{4}-\d{2}-\d{2}T[\d:.]+Z)$/u.test(text) &&
  !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
const line = (name: string, value: string) => `${name}: ${isPlain(value) ? value : JSON.stringify(value)}`;

export const fileOf = ({
  chart,
  state,
  transition,
  author,
  date,
  resolved,
  text,
}: Omit<Note, 'name'>): string =>
  [
    FENCE,
    line('chart', chart),
    line('state', state),
    ...(transition === null ? [] : [line('transition', transition)]),
    line('author', author),
    line('date', date),
    ...(resolved === null ? [] : [line('resolved', resolved)]),
    FENCE,
    '',
    text,
    '',
  ].join('\n');

/** Head and text of a file. @returns null for one that does not begin with a head */
function partsOf(file: string): { head: string[]; text: string } | null {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const end = lines.indexOf(FENCE, 1);
  return lines[0] === FENCE && end > 0
    ? { head: lines.slice(1, end), text: lines.slice(end + 1).join('\n') }
    : null;
}

function valueOf(written: string): unknown {
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return undefined;
  }
}

/** @returns the reason, for whoever mends the file, where it is no note */
export function noteIn(name: string, file: string): Note | { name: string; reason: string } {
  const parts = partsOf(file);
  if (!parts) return { name, reason: 'não começa com um cabeçalho entre linhas “---”' };
  const facts = new Map<string, unknown>();
  for (const one of parts.head.filter((given) => given.trim() !== '')) {
    const [, fact, written] = /^(\w+):\s*(.*?)\s*$/.exec(one) ?? [];
    if (fact === undefined || written === undefined)
      return { name, reason: `o cabeçalho tem a linha “${one.slice(0, 80)}”, que não diz “nome: valor”` };
    if (facts.has(fact)) return { name, reason: `o cabeçalho diz “${fact}” duas vezes` };
    facts.set(fact, valueOf(written));
  }
  const note = v.safeParse(NoteFacts, {
    transition: null,
    resolved: null,
    ...Object.fromEntries(facts),
    text: parts.text,
  });
  if (note.success) return { ...note.output, name };
  const wrong = v.getDotPath(note.issues[0]) ?? '';
  return {
    name,
    reason:
      wrong === 'text' ? 'o texto falta ou é longo demais' : `“${wrong}” falta no cabeçalho ou não serve`,
  };
}

/** The file with the note resolved, or open again: nothing else of it changes. */
export function resolvedFile(file: string, resolved: string | null): string {
  const [, head = '', rest = ''] = /^(\ufeff?---\r?\n[^]*?)(---\r?\n?[^]*)$/.exec(file) ?? [];
  const end = head.includes('\r\n') ? '\r\n' : '\n';
  const open = head.replace(/^resolved:.*\r?\n/m, '');
  return open + (resolved === null ? '' : line('resolved', resolved) + end) + rest;
}

const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-+|-+$/g, '');
/** What the file of a new note is called: its day, its chart and its first words. @param date ISO 8601, UTC */
export const nameOf = ({ chart, text }: NoteDraft, date: string): string =>
  [date.slice(0, 10), slugOf(chart), slugOf(text)].filter(Boolean).join('-');
/** Nothing else is opened, written or removed among the notes. */
export const isNoteName = (name: string): boolean => /^\d{4}-\d{2}-\d{2}[a-z0-9-]{0,120}\.md$/.test(name);
