/**
 * Tables as RFC 4180 has them. A cell that a spreadsheet would run as a formula is given an apostrophe at its front,
 * which is taken off again when it is read.
 */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const BOM = '\ufeff';

function cellOf(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
/** A table with a mark by which Excel knows its letters. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  BOM + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

const textOf = (cell: string): string =>
  (FORMULA.test(cell) && cell.startsWith("'") ? cell.slice(1) : cell).replace(/\r\n?/g, '\n');

/**
 * The rows of a table. Spreadsheets write it with the separator of their country: the one of the first line is taken.
 * @returns null for what ends within quotes
 */
export function rowsOf(given: string): string[][] | null {
  const text = given.startsWith(BOM) ? given.slice(1) : given;
  const first = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const mark = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  const endCell = () => {
    row.push(textOf(cell));
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === mark) endCell();
    else if (letter === '\n') endRow();
    else if (letter === '\r' && text.charAt(at + 1) === '\n') {
      endRow();
      at++;
    } else cell += letter;
  }
  if (isQuoted) return null;
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}
