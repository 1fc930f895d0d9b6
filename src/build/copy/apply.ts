import { type CopyChange, putsInTheSame } from '#flows/copy/text.ts';
import { type Place, placesIn } from './extract.ts';

/** A text as code has it, between these marks. */
const quoted = (text: string, mark: string): string =>
  mark +
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(mark, `\\${mark}`)
    .replace(/\r\n?|\n/g, '\\n') +
  mark;

/** How a new text is written in the place of one. */
function writtenAt({ form, inserts, start, end }: Place, source: string, to: string): string {
  const former = source.slice(start, end);
  if (form === 'string') return quoted(to, former.charAt(0));
  if (form === 'attribute') return /["&\n]/.test(to) ? `{${quoted(to, "'")}}` : `"${to}"`;
  if (form === 'jsx') {
    const [before = '', after = ''] = [/^\s*/.exec(former)?.[0], /\s*$/.exec(former)?.[0]];
    return before + (/[{}<>&\n]/.test(to) ? `{${quoted(to.trim(), "'")}}` : to.trim()) + after;
  }
  return `\`${to
    .split(/(\{\d+\})/)
    .map((part) => {
      const insert = inserts[Number(/^\{(\d+)\}$/.exec(part)?.[1]) - 1];
      return insert === undefined ? part.replace(/[\\`]|\$(?=\{)/g, '\\$&') : `\${${insert}}`;
    })
    .join('')}\``;
}

const nameOf = ({ file, from }: CopyChange) => `${file}: “${from}”`;

/**
 * Writes new texts into a file, at exactly the places of the former ones.
 * @param changes of this file
 * @returns the file as it is then, how many were written, and for each change that was not, what it was and why
 */
export function applied(
  file: string,
  source: string,
  changes: readonly CopyChange[],
): { source: string; written: number; refused: string[] } {
  const places = placesIn(file, source, null);
  const textsOf = (text: string) => placesIn(file, text, null).map((one) => one.text);
  const refused: string[] = [];
  const edits = new Map<Place, string>();
  const put = (those: Iterable<[Place, string]>) =>
    [...those]
      .sort(([a], [b]) => b.start - a.start)
      .reduce((text, [place, to]) => text.slice(0, place.start) + to + text.slice(place.end), source);
  for (const change of changes) {
    const { from, nth, of, to } = change;
    const place = places.find((one) => one.text === from && one.nth === nth && one.of === of);
    const refuse = (why: string) => void refused.push(`${nameOf(change)}: ${why}`);
    if (!place) refuse('mudou ou saiu desde que a tabela foi feita');
    else if (to.trim() === '') refuse('o texto novo falta');
    else if (!putsInTheSame(from, to)) refuse('o texto novo não tem as mesmas partes {1}, {2}…');
    else if ([...edits.keys()].some((other) => other.start < place.end && place.start < other.end))
      refuse('está dentro de outro texto que também muda, ou muda duas vezes');
    else {
      const edit = writtenAt(place, source, to);
      // Only this text is another one then, and it is the one that was asked for.
      const expected = places.map((one) => (one === place ? to.trim() : one.text.trim()));
      const are = textsAfter(() => textsOf(put([[place, edit]])));
      if (are?.map((one) => one.trim()).join('\0') !== expected.join('\0'))
        refuse('não pode ser escrito aqui sem mudar mais que ele');
      else edits.set(place, edit);
    }
  }
  return { source: put(edits), written: edits.size, refused };
}

/** @returns null where what was written is no code */
function textsAfter(read: () => string[]): string[] | null {
  try {
    return read();
  } catch {
    return null;
  }
}
