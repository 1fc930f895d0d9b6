import { describe, expect, it } from 'vitest';
import { type Node, type SourceFile, lineAt, parse, sourceFiles, walk } from '../tools/source.ts';

/** Files that count with numbers of such a name for another reason; each says which. */
const ELSEWHERE: Record<string, string> = {
  'src/contract/money.ts': 'what a centavo is',
  'src/contract/people/cpf.ts': 'check digits',
  'src/components/order/ring-timer.tsx': 'seconds of a whole',
  'src/server/tenants/generate.ts': 'invents the prices of a shop of any size',
};

/** Names under which amounts travel, in centavos inside and in reais on the wire. */
const AMOUNTS =
  /^(?:(?:unit|list)?[pP]rice|(?:sub|shipping|min)?[tT]otal|(?:line|coupon|payment)?[dD]iscount|gross|net|full|saved|off|due|worth|paid|coupon|shipping(?:Full)?|amount|refunded)$/;
/** Calls that answer with an amount. */
const MAKERS = /^(?:inCents|centsOfReais|cents|reaisOf|dueOf|takenOff)$/;
/** Functions of the domain that sums are made with. */
const TOOLS = /^(?:sum|times|percentOf|allocate|clampToZero)$/;

const named = (node: Node | undefined): string => {
  if (!node) return '';
  if (node.type === 'Identifier') return String(node['name']);
  if (node.type === 'MemberExpression' && node['computed'] !== true) return named(node['property'] as Node);
  if (node.type === 'ChainExpression') return named(node['expression'] as Node);
  return '';
};
/** Whether an expression is an amount, as far as its name tells. */
function isAmount(node: Node | undefined): boolean {
  if (!node) return false;
  switch (node.type) {
    case 'Identifier':
    case 'MemberExpression':
    case 'ChainExpression':
      return AMOUNTS.test(named(node));
    case 'CallExpression':
      return MAKERS.test(named(node['callee'] as Node));
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
      return isAmount(node['expression'] as Node);
    case 'LogicalExpression':
      return isAmount(node['left'] as Node) || isAmount(node['right'] as Node);
    default:
      return false;
  }
}

function sumsIn(file: SourceFile): string[] {
  const found: string[] = [];
  walk(parse(file).program, (node) => {
    const isSum =
      (node.type === 'BinaryExpression' &&
        ['+', '-', '*', '/', '%'].includes(String(node['operator'])) &&
        (isAmount(node['left'] as Node) || isAmount(node['right'] as Node))) ||
      (node.type === 'AssignmentExpression' &&
        ['+=', '-=', '*=', '/='].includes(String(node['operator'])) &&
        (isAmount(node['left'] as Node) || isAmount(node['right'] as Node))) ||
      (node.type === 'CallExpression' && TOOLS.test(named(node['callee'] as Node)));
    if (isSum) found.push(`${file.path}:${lineAt(file.text, node.start)}`);
  });
  return [...new Set(found)];
}

describe('sums of money', () => {
  it('are made nowhere but in the domain', async () => {
    const files = (await sourceFiles(['src/**/*.{ts,tsx}', 'machines/**/*.ts'])).filter(
      ({ path }) => !path.startsWith('src/domain/') && !path.startsWith('src/shops/'),
    );
    const found = files.map((file) => ({ path: file.path, sums: sumsIn(file) }));
    expect(found.filter(({ path }) => !(path in ELSEWHERE)).flatMap(({ sums }) => sums)).toEqual([]);
    expect(
      found
        .filter(({ sums }) => sums.length > 0)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(Object.keys(ELSEWHERE).toSorted());
  });

  it.each([
    'const price = line.quantity * line.unitPrice;',
    'const net = cents(gross - discount);',
    'const all = lines.reduce((sum, { discount }) => sum + discount, 0);',
    'const left = row.total - (wallet?.amount ?? 0);',
    'let whole = 0; for (const one of lines) whole += one.total;',
    'const whole = inCents(line.total) + inCents(line.discount);',
    'const whole = sum(lines.map(({ net }) => net));',
    'const percent = (100 * (listPrice - price)) / listPrice;',
  ])('are seen in %s', (text) => {
    expect(sumsIn({ path: 'src/screens/cart/thing.ts', text })).toHaveLength(1);
  });

  it.each([
    'const isMore = listPrice > price;',
    'const position = index + 1;',
    'const units = line.quantity * pack.units;',
    'const label = `${count} × ${formatReais(price)}`;',
  ])('are not seen in %s', (text) => {
    expect(sumsIn({ path: 'src/screens/cart/thing.ts', text })).toEqual([]);
  });
});
