import { type Node, lineAt, parse, type SourceFile, walk } from './source.ts';

/**
 * Sentences for shoppers in the source of a chart. A chart holds codes; what a person reads of them is in the
 * words of the screens (D95). Descriptions of states are for whoever reads the chart, titles belong to the table
 * of screens, and errors to whoever mends them: they are in English, and begin small.
 */

/** Words that are Portuguese and nothing else, and stand in nearly every sentence of it. */
const portuguese = new Set(
  'o os à às ao aos um uma de do da dos das em na que se é está não para por com sem seu sua você já'.split(
    ' ',
  ),
);
export const isCopy = (text: string): boolean =>
  /[à-üÀ-Ü]/.test(text) ||
  /^\p{Lu}\p{Ll}*[ ,]/u.test(text) ||
  (/\s/.test(text.trim()) &&
    text
      .toLowerCase()
      .split(/[^\p{L}]+/u)
      .some((word) => portuguese.has(word)));

/** A page's title is a matter of the table of screens, and of nothing else in a chart. */
function isNamed(file: SourceFile, { key }: Node): boolean {
  const { name } = key as { name?: string };
  return (
    name === 'description' ||
    (name === 'title' &&
      /^machines\/(?:navigation\/(?:(?:door|help|place)-)?|ops\/)screens\.ts$/.test(file.path))
  );
}

/** Where a file holds copy: `path:line "text"`. */
export function copyIn(file: SourceFile): string[] {
  const found: string[] = [];
  const said = new Set<Node>();
  walk(parse(file).program, (node) => {
    if (node.type === 'Property' && isNamed(file, node)) walk(node, (inner) => said.add(inner));
    const text =
      node.type === 'Literal'
        ? node['value']
        : node.type === 'TemplateElement'
          ? (node['value'] as { cooked: string }).cooked
          : null;
    if (typeof text === 'string' && !said.has(node) && isCopy(text))
      found.push(`${file.path}:${lineAt(file.text, node.start)} "${text}"`);
  });
  return found;
}
