import { describe, expect, it } from 'vitest';
import { type Node, type SourceFile, lineAt, parse, sourceFiles, walk } from '../tools/source.ts';

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const part = (node: Node, name: string): Node | null => (isNode(node[name]) ? node[name] : null);

/** The name that a chain of calls begins with: `tx` of `tx.select().from(cart)`. */
function rootOf(node: Node | null): string {
  if (node?.type === 'CallExpression') return rootOf(part(node, 'callee'));
  if (node?.type === 'MemberExpression') return rootOf(part(node, 'object'));
  return node?.type === 'Identifier' ? String(node['name']) : '';
}
/** The last call of a chain: `execute` of `tx.execute(sql).execute()`. */
const lastCall = (node: Node): Node | null =>
  part(part(node, 'callee') ?? node, 'property') ?? part(node, 'callee');

/**
 * A statement that is built here and leaves when it is awaited only, one turn after those that are executed:
 * a chain on the transaction whose last call is not `execute()`. `tx.execute(sql)` is built too: the statement
 * leaves with its own `execute()`.
 */
function isLazy(node: Node): boolean {
  if (node.type === 'ConditionalExpression')
    return [part(node, 'consequent'), part(node, 'alternate')].some((one) => one !== null && isLazy(one));
  if (node.type !== 'CallExpression' || !/^(?:tx|inner|outer|global)$/.test(rootOf(node))) return false;
  const isExecuted = lastCall(node)?.['name'] === 'execute' && (node['arguments'] as unknown[]).length === 0;
  return !isExecuted;
}

/** Statements of a `Promise.all([…])` that stand before one which leaves at once, and leave after it. */
function overtaken(file: SourceFile): string[] {
  const found: string[] = [];
  walk(parse(file).program, (node) => {
    const callee = part(node, 'callee');
    if (node.type !== 'CallExpression' || !callee || rootOf(callee) !== 'Promise') return;
    const [list] = node['arguments'] as Node[]; // of a call
    if (list?.type !== 'ArrayExpression') return;
    const elements = (list['elements'] as unknown[]).filter(isNode);
    const last = elements.findLastIndex((one) => !isLazy(one));
    for (const [index, one] of elements.entries())
      if (index < last && isLazy(one)) found.push(`${file.path}:${lineAt(file.text, one.start)}`);
  });
  return found;
}

describe('statements that travel together', () => {
  it('leave in the order in which they are written', async () => {
    const files = await sourceFiles(['src/server/**/*.ts']);
    expect(files.length).toBeGreaterThan(200);
    expect(files.flatMap(overtaken)).toEqual([]);
  });

  it.each([
    'await Promise.all([tx.execute(sql`select pg_advisory_xact_lock(1)`), keptAnswer(tx).execute({ key })]);',
    'await Promise.all([tx.select().from(cart).for("update"), liveReservation(tx, uuid)]);',
    'await Promise.all([isNew ? tx.insert(cart).values(row) : null, ownCart(tx, uuid)]);',
  ])('are seen to be overtaken in %s', (text) => {
    expect(overtaken({ path: 'src/server/services/order/thing.ts', text })).toHaveLength(1);
  });

  it.each([
    'await Promise.all([tx.execute(sql`select pg_advisory_xact_lock(1)`).execute(), kept(tx).execute({ key })]);',
    'await Promise.all([ownCart(tx, uuid), tx.select().from(cartLock)]);',
    'await Promise.all([tx.select().from(hub), tx.select().from(item)]);',
    'await Promise.all(names.map((name) => limits.take(name)));',
  ])('are not in %s', (text) => {
    expect(overtaken({ path: 'src/server/services/order/thing.ts', text })).toEqual([]);
  });
});
