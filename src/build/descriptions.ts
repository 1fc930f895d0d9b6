import path from 'node:path';
import { type Plugin, parseSync, Visitor } from 'vite';

/**
 * A chart's file without the sentences that describe its states, which are for people who read charts, and without
 * the types that its setup names for the compiler.
 */
export function withoutDescriptions(code: string, file: string): string {
  const spans: { start: number; end: number }[] = [];
  new Visitor({
    Property: ({ key, value, start, end }) => {
      if (key.type !== 'Identifier') return;
      const isSentence = key.name === 'description' && value.type.endsWith('Literal');
      if (isSentence || (key.name === 'types' && value.type === 'ObjectExpression'))
        spans.push({ start, end });
    },
  }).visit(parseSync(file, code).program);
  return spans.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
    code,
  );
}

/** What only people and the compiler read of a chart weighs nothing in the shop: see `docs/charts/charts.json`. */
export const descriptions: Plugin = {
  name: 'descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(path.join(import.meta.dirname, '../../machines/')) && /description:|types:/.test(code)
      ? { code: withoutDescriptions(code, id), map: null }
      : null,
};
