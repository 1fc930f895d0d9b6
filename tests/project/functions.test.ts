import { expect, it } from 'vitest';
import { type Node, lineAt, parse, type SourceFile, sourceFiles, walk } from '../tools/source.ts';

/** Lines of one function. What is longer holds two nouns: each gets a file of its name. */
const MOST = 120;
/** No function has as many, and none is let off: two hundred lines of one closure are not readable. */
const UNREADABLE = 200;
/**
 * Functions that are longer still, each with its length as it is: what was made shorter stays so, and no other
 * joins them.
 */
const LONGER: Record<string, number> = {
  'src/api/client.ts createClient': 143,
  'src/server/http/pages.ts registerPages': 144,
  'src/server/jobs/jobs.ts createJobs': 147,
  'src/server/providers/stripe.ts stripeAcquirer': 195,
  'src/server/services/cart/coupon-apply.ts couponService': 154,
  'src/server/services/cart/lock.ts lockService': 170,
  'src/server/services/cart/pricing.ts priceLines': 150,
  'src/server/services/housekeeping.ts housekeepingService': 127,
  'src/server/services/ops/approvals.ts approvals': 136,
  'src/server/services/ops/pauses.ts pauseService': 148,
  'src/server/services/ops/staff-login.ts staffLogin': 128,
  'src/server/services/ops/staff-session.ts staffSessions': 123,
  'src/server/services/ops/staff.ts staffService': 179,
  'src/server/services/ops/strays.ts strayActs': 125,
  'src/server/services/order/insert-order.ts orderInsertion': 156,
  'src/server/services/order/order-change.ts orderChangeService': 149,
  'src/server/services/order/order-reschedule.ts orderRescheduleService': 121,
  'src/server/services/order/order.ts orderService': 160,
  'src/server/services/payment/card-intent.ts cardIntentService': 156,
  'src/server/services/payment/pix-notice.ts pixNoticeService': 179,
  'src/server/services/payment/saved-card.ts savedCardService': 193,
  'src/server/services/people/push.ts pushService': 132,
  'src/server/services/people/sso.ts ssoService': 159,
  'src/server/tenants/read.ts readTenant': 127,
};

/**
 * Functions by `file name`, with their lines. One without a name of its own counts with the named one around it, and
 * by its line where there is none: handed to another at the top of its file, or its default.
 */
function lengthsIn(file: SourceFile): [name: string, lines: number][] {
  const found: [string, number][] = [];
  if (file.text.split('\n').length <= MOST) return found;
  const named = new Map<Node, string>();
  let end = 0; // of what was counted last: what begins before it is inside
  walk(parse(file).program, (node) => {
    const own = functionOf(node);
    if (own?.name) named.set(own.body, own.name);
    if (!isFunction(node)) return;
    const name = named.get(node);
    if (name === undefined && node.start < end) return;
    end = Math.max(end, Number(node['end']));
    const first = lineAt(file.text, node.start);
    const lines = lineAt(file.text, Number(node['end'])) - first + 1;
    if (lines > MOST) found.push([`${file.path} ${name ?? `line ${first}`}`, lines]);
  });
  return found;
}

const isFunction = ({ type }: Node): boolean =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** A declared function, a method, and a function that is a constant. */
function functionOf(node: Node): { name: string; body: Node } | null {
  const nameOf = (key: unknown) => {
    const name = (key as Node | null)?.['name'];
    return typeof name === 'string' ? name : '';
  };
  if (node.type === 'FunctionDeclaration') return { name: nameOf(node['id']), body: node };
  const [key, value] =
    node.type === 'VariableDeclarator'
      ? [node['id'], node['init']]
      : node.type === 'Property' || node.type === 'MethodDefinition'
        ? [node['key'], node['value']]
        : [];
  return value && /Function/.test((value as Node).type) ? { name: nameOf(key), body: value as Node } : null;
}

it('holds no function that is longer than can be read at once', async () => {
  const files = (await sourceFiles(['src/**/*.{ts,tsx}', 'machines/**/*.ts'])).filter(
    ({ path }) => !path.startsWith('src/shops/'),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap(lengthsIn);
  // What became shorter is written down so, and what is short enough leaves the list.
  expect(Object.fromEntries(found)).toEqual(LONGER);
  expect(found.filter(([, lines]) => lines >= UNREADABLE)).toEqual([]);
});

it.each([
  ['a function', (body: string) => `function thing() {\n${body}}`],
  ['a method', (body: string) => `const all = { thing() {\n${body}} };`],
  ['a constant', (body: string) => `const thing = async () => {\n${body}};`],
  ['a class', (body: string) => `class All { thing() {\n${body}} }`],
])('counts the lines of %s', (_, written) => {
  const path = 'src/server/services/order/thing.ts';
  const body = (lines: number) => 'step();\n'.repeat(lines);
  expect(lengthsIn({ path, text: written(body(MOST - 2)) })).toEqual([]);
  expect(lengthsIn({ path, text: written(body(MOST - 1)) })).toEqual([[`${path} thing`, MOST + 1]]);
});

it.each([
  ['is handed on', (body: string) => `export const thing = memo(() => {\n${body}});`],
  ['is the default of its file', (body: string) => `export default function () {\n${body}}`],
])('counts the lines of one without a name that %s', (_, written) => {
  const path = 'src/client/thing.ts';
  const body = 'step();\n'.repeat(MOST);
  expect(lengthsIn({ path, text: written(body) })).toEqual([[`${path} line 1`, MOST + 2]]);
});
