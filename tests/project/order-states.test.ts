import { sql as raw } from 'drizzle-orm';
import { PgDialect, getTableConfig } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { OrderState } from '#contract/order.ts';
import { statesTagged } from '#domain/order/order-states.ts';
import { order } from '#server/db/schema/order.ts';
import { type Node, lineAt, parse, type SourceFile, sourceFiles, walk } from '../tools/source.ts';

/**
 * Where states are listed: the contract, the groups, how states of parts are ordered among each other, and
 * the predicate of an index, which takes no parameters.
 */
const HOMES =
  /^src\/(?:contract\/order|server\/db\/schema\/order|domain\/(?:campaign-status|order\/(?:order-states|order-family)))\.ts$/;
const states: readonly string[] = OrderState.options;
// `PAID`, `RETURNED` … alone may be another thing's word: two of them side by side are a list.
const isState = (value: unknown) => typeof value === 'string' && states.includes(value);
const literals = (node: unknown): Node[] =>
  node && typeof node === 'object' && 'type' in node
    ? (node as Node).type === 'LogicalExpression'
      ? [...literals((node as Node)['left']), ...literals((node as Node)['right'])]
      : (node as Node).type === 'BinaryExpression'
        ? [...literals((node as Node)['left']), ...literals((node as Node)['right'])]
        : [node as Node] // a node of the tree, as its type says
    : [];
const count = (nodes: unknown[]) =>
  new Set(nodes.map((node) => (node as Node | null)?.['value']).filter(isState)).size;

function listsIn(file: SourceFile): string[] {
  const found: string[] = [];
  walk(parse(file).program, (node) => {
    const isList =
      (node.type === 'ArrayExpression' && count(node['elements'] as unknown[]) > 1) ||
      (node.type === 'LogicalExpression' && count(literals(node)) > 1) ||
      (node.type === 'TemplateElement' &&
        states.filter((state) => JSON.stringify(node['value']).includes(`'${state}'`)).length > 1);
    if (isList) found.push(`${file.path}:${lineAt(file.text, node.start)}`);
  });
  return found;
}

describe('the states of an order', () => {
  it('are grouped nowhere but in the tags of the order', async () => {
    const files = (await sourceFiles(['src/**/*.{ts,tsx}', 'machines/**/*.ts'])).filter(
      ({ path }) => !HOMES.test(path) && !path.startsWith('src/shops/'),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap(listsIn)).toEqual([]);
  });

  it('are the same in the index that allows one live order per cart', () => {
    const { config } = getTableConfig(order).indexes.find(
      (one) => one.config.name === 'order_live_per_cart',
    ) ?? { config: null };
    const { sql } = new PgDialect().sqlToQuery(config?.where ?? raw``);
    expect(sql.match(/'[A-Z_]+'/g)).toEqual(statesTagged('undone').map((state) => `'${state}'`));
  });

  it.each([
    `const over = ['CANCELED', 'REFUNDED'];`,
    `const paid = new Set(['PAID', 'PREPARING']);`,
    `const isPayable = state === 'PENDING_PAYMENT' || state === 'PAYMENT_EXPIRED';`,
    "const filter = sql`${order.state} not in ('CANCELED', 'REFUNDED')`;",
  ])('are seen as a list in %s', (text) => {
    expect(listsIn({ path: 'src/server/services/order/thing.ts', text })).toHaveLength(1);
  });
});
