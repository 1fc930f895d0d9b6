import path from 'node:path';
import { type Plugin, parseSync, Visitor } from 'vite';

/** A chart's file without the sentences that describe its states: they are for people who read charts. */
export function withoutDescriptions(code: string, file: string): string {
  const spans: { start: number; end: number }[] = [];
  new Visitor({
    Property: ({ key, value, start, end }) => {
      if (key.type === 'Identifier' && key.name === 'description' && value.type.endsWith('Literal'))
        spans.push({ start, end });
    },
  }).visit(parseSync(file, code).program);
  return spans.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
    code,
  );
}

/** Descriptions of states weigh nothing in the shop: what shows them reads `docs/charts/charts.json`. */
export const descriptions: Plugin = {
  name: 'descriptions',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) =>
    id.startsWith(path.join(import.meta.dirname, '../../machines/')) && code.includes('description:')
      ? { code: withoutDescriptions(code, id), map: null }
      : null,
};
