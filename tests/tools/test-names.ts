import { type Node, parse, type SourceFile, walk } from './source.ts';

/**
 * Names given to `it` and `test` in a file, as patterns: a template's parts and the `%s` of `it.each` fit
 * anything.
 */
export const testNamesIn = (file: SourceFile): string[] => namesIn(file, ['it', 'test']);

/** The same of other functions too. Those that are skipped or left to do are left out. */
export function namesIn(file: SourceFile, functions: readonly string[]): string[] {
  const names: string[] = [];
  walk(parse(file).program, (node) => {
    if (node.type !== 'CallExpression' || !isCallOf(functions, node['callee'])) return;
    const first = (node['arguments'] as Node[])[0];
    if (first?.type === 'Literal' && typeof first['value'] === 'string') names.push(first['value']);
    if (first?.type === 'TemplateLiteral') {
      names.push(
        (first['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('%s'),
      );
    }
  });
  return names;
}

/** `it`, `test`, `it.each(…)`, `test.for(…)`; never one that is skipped or left to do. */
function isCallOf(functions: readonly string[], callee: unknown): boolean {
  const node = callee as Node | undefined;
  if (node?.type === 'Identifier') return functions.includes(String(node['name']));
  if (node?.type === 'CallExpression') return isCallOf(functions, node['callee']);
  if (node?.type !== 'MemberExpression') return false;
  const { name } = node['property'] as { name?: string };
  return (
    ['each', 'for', 'concurrent', 'sequential', 'prop'].includes(name ?? '') &&
    isCallOf(functions, node['object'])
  );
}
