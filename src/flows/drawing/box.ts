import { type StateFacts, keyOf } from '#flows/facts.ts';

/** How large a state is drawn: its name, the first of what it means, its tags and the calls it makes. In px. */
export interface Box {
  title: string;
  lines: string[];
  marks: string[];
  width: number;
  height: number;
  /** how much of the height, at its end, is for what was counted */
  room: number;
}

/** Sizes of letters in the drawing's own px: the sheet that it lies on grows with the letters of the browser. */
export const TITLE_SIZE = 15;
export const SMALL_SIZE = 13;
export const LABEL_SIZE = 12;
const FACE = 8.2;
const SMALL_FACE = 6.9;
const LONGEST_LINE = 34;
const MOST_LINES = 3;
const PAD = 14;
export const TITLE_HEIGHT = 20;
export const LINE_HEIGHT = 16;
export const MARKS_HEIGHT = 18;
/** Lines of what was counted of a state: how many come and go, how long they stay, what they leave by. */
export const COUNTED_LINES = 4;
/** So much of its words stands in the narrowest state. */
const COUNTED_WIDTH = 30 * SMALL_FACE;

/** Roughly how wide a text is, in px: the same in every browser, and without one. */
export const widthOf = (text: string, face = SMALL_FACE): number => text.length * face;

/** Words in lines of at most `most` letters; a word longer than that has a line of its own. */
export function wrapped(text: string, most = LONGEST_LINE): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function shortened(text: string, most = MOST_LINES): string[] {
  const lines = wrapped(text);
  return lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1] ?? ''} …`] : lines;
}

/** As much of a text as has room in a width, px. */
export function fitting(text: string, width: number): string {
  const most = Math.floor(width / SMALL_FACE);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}
/** Where the words of a box begin and end. */
export const textWidth = (width: number): number => width - 2 * PAD;

/**
 * @param mostLines of what the state means; none leaves its name alone
 * @param isCounted there is room for what was counted of it
 */
export function boxOf(
  { path, description, tags = [], calls = [] }: StateFacts,
  mostLines = MOST_LINES,
  isCounted = false,
): Box {
  const lines = mostLines > 0 ? shortened(description, mostLines) : [];
  const marks = [...calls.map((call) => `→ ${call}`), ...tags.map((tag) => `#${tag}`)].slice(0, 3);
  const title = keyOf(path);
  const marksWidth = marks.reduce((sum, mark) => sum + widthOf(mark) + 12, 0);
  const least = isCounted ? COUNTED_WIDTH : 96;
  const room = isCounted ? COUNTED_LINES * LINE_HEIGHT + 6 : 0;
  return {
    title,
    lines,
    marks,
    width: Math.max(least, widthOf(title, FACE), ...lines.map((line) => widthOf(line)), marksWidth) + 2 * PAD,
    height:
      2 * 10 + TITLE_HEIGHT + lines.length * LINE_HEIGHT + (marks.length > 0 ? MARKS_HEIGHT + 4 : 0) + room,
    room,
  };
}
