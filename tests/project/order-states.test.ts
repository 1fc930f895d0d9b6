import { sql as raw } from 'drizzle-orm';
import { PgDialect, getTableConfig } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { OrderState } from '#contract/order/order.ts';
import { orderTags, statesTagged } from '#domain/order/order-states.ts';
import { order } from '#server/db/schema/order.ts';
import { type Node, lineAt, parse, type SourceFile, sourceFiles, walk } from '../tools/source.ts';

/**
 * Where states are listed: the contract, the groups, what the shop's first load knows of them, how states of
 * parts are ordered among each other, and the predicate of an index, which takes no parameters.
 */
const HOMES =
  /^src\/(?:contract\/order\/order|server\/db\/schema\/order|domain\/(?:campaign-status|order\/(?:order-states|order-standing|order-family)))\.ts$/;
const states: readonly string[] = OrderState.options;
// `PAID`, `RETURNED` … alone may be another thing's word: two of them side by side are a list.
const isState = (value: unknown) => typeof value === 'string' && states.includes(value);
const literals = (node: unknown): Node[] =>
  node && typeof node === 'object' && 'type' in node
    ? ['LogicalExpression', 'BinaryExpression'].includes((node as Node).type)
      ? [...literals((node as Node)['left']), ...literals((node as Node)['right'])]
      : ['UnaryExpression', 'ParenthesizedExpression'].includes((node as Node).type)
        ? literals((node as Node)['argument'] ?? (node as Node)['expression'])
        : [node as Node] // a node of the tree, as its type says
    : [];
/** States that are alone in a group: who means the group asks for its tag. */
const alone = new Map(
  Object.values(orderTags)
    .flat()
    .map((tag) => [tag, statesTagged(tag)] as const)
    .flatMap(([tag, [state, ...others]]) => (state && others.length === 0 ? [[state as string, tag]] : [])),
);
const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);
const count = (nodes: unknown[]) =>
  new Set(nodes.map((node) => (node as Node | null)?.['value']).filter(isState)).size;

/** The states that lead to the same: by key of a map, by `case`, by pair, and by one `if` or `?` after another. */
function outcomesOf(file: SourceFile, node: Node): string[][] {
  const textOf = (value: unknown) => file.text.slice((value as Node).start, Number((value as Node)['end']));
  const nameOf = (key: unknown) => String((key as Node)['name'] ?? (key as Node)['value']);
  const given: [state: string, outcome: string][] = [];
  const give = (test: unknown, outcome: unknown) => {
    for (const one of literals(test))
      if (isState(one['value'])) given.push([String(one['value']), textOf(outcome)]);
  };
  if (node.type === 'ObjectExpression')
    for (const one of nodesOf(node['properties']))
      if (one.type === 'Property' && isState(nameOf(one['key'])))
        given.push([nameOf(one['key']), textOf(one['value'])]);
  if (node.type === 'ArrayExpression')
    for (const one of nodesOf(node['elements'])) {
      const [state, outcome] = one?.type === 'ArrayExpression' ? nodesOf(one['elements']) : [];
      if (state && outcome) give(state, outcome);
    }
  if (node.type === 'SwitchStatement') {
    const cases = nodesOf(node['cases']);
    for (const [at, one] of cases.entries()) {
      const filled = cases.slice(at).find((next) => nodesOf(next['consequent']).length > 0);
      if (one['test'] && filled) give(one['test'], nodesOf(filled['consequent'])[0]);
    }
  }
  if (node.type === 'BlockStatement' || node.type === 'Program')
    for (const one of nodesOf(node['body']))
      if (one.type === 'IfStatement') give(one['test'], one['consequent']);
  for (let one = node; one?.type === 'ConditionalExpression'; one = one['alternate'] as Node)
    give(one['test'], one['consequent']);
  return [...Map.groupBy(given, ([, outcome]) => outcome).values()].map((own) => own.map(([state]) => state));
}

function listsIn(file: SourceFile): string[] {
  const found: string[] = [];
  if (!states.some((state) => file.text.includes(state))) return found;
  walk(parse(file).program, (node) => {
    // A map or a chain of comparisons that gives each state its own word is none; one that gives two states
    // the same says that they belong together.
    const isGroup = outcomesOf(file, node).some((states) => new Set(states).size > 1);
    const isTagged =
      /^[!=]==$/.test(String(node['operator'])) &&
      literals(node).some((one) => alone.has(String(one['value'])));
    const isList =
      isGroup ||
      isTagged ||
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
    `const parts = { PAID: 0.2, SHIPPED: 0.2 };`,
    `const words = new Map([['PAID', 'Pago'], ['PREPARING', 'Pago']]);`,
    `const tone = state === 'CANCELED' ? 'off' : state === 'RETURNED' ? 'off' : 'ok';`,
    `const isOver = !(state === 'CANCELED') && !(state === 'REFUNDED');`,
    `function wordOf(state) { switch (state) { case 'PAID': case 'PREPARING': return 'Pago'; default: return ''; } }`,
    `function wordOf(state) { if (state === 'PAID') return 'Pago'; if (state === 'SHIPPED') return 'Pago'; return ''; }`,
    `const isWaiting = state === 'READY_FOR_PICKUP';`,
    `const isContestable = state !== 'PREPARING';`,
  ])('are seen as a list in %s', (text) => {
    expect(listsIn({ path: 'src/server/services/order/thing.ts', text })).toHaveLength(1);
  });

  it.each([
    `const words = { PAID: 'Pago', SHIPPED: 'Enviado' };`,
    `const word = state === 'PAID' ? 'Pago' : state === 'SHIPPED' ? 'Enviado' : '';`,
    `const isPaid = state === 'PAID';`,
  ])('may each have a word of their own, as in %s', (text) => {
    expect(listsIn({ path: 'src/client/shop/order/thing.ts', text })).toEqual([]);
  });
});
