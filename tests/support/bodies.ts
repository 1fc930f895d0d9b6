import fc from 'fast-check';
import * as v from 'valibot';

/** Whatever the contract describes, as JSON that mostly fits, and the same bent out of shape. */

/** The parts of a valibot schema that values are made from. */
interface Shape {
  type: string;
  pipe?: readonly Shape[];
  wrapped?: v.GenericSchema;
  item?: v.GenericSchema;
  key?: v.GenericSchema;
  value?: v.GenericSchema;
  entries?: Record<string, v.GenericSchema>;
  options?: readonly unknown[];
  literal?: unknown;
  getter?: (input: unknown) => v.GenericSchema;
  requirement?: unknown;
}
type Json = unknown;

/** Signs that break something somewhere. */
export const strangeTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202eabc',
  'é\u0301\u0301\u0301',
  '💥👩‍👩‍👧‍👦',
  '__proto__',
  'constructor',
  'toString',
  '%',
  '_%_',
  '\\',
  "'",
  '"; --',
  "' or 1=1 --",
  '$1',
  '${7*7}',
  '{{7*7}}',
  '{phoneNumber}',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '9'.repeat(40),
  '../../etc/passwd',
  'javascript:alert(1)',
  '<script>alert(1)</script>',
  '\r\nX: y',
  'x'.repeat(300),
  'ß'.repeat(5_000),
  '2026-02-30T25:61:61.000Z',
  '0001-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
];
const strangeNumbers = [
  0,
  -0,
  -1,
  1.005,
  0.1 + 0.2,
  1e-320,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  Number.MAX_SAFE_INTEGER,
  -Number.MAX_SAFE_INTEGER,
  999,
  1_000,
  201,
  32_768,
];

const deep = (levels: number): Json =>
  levels === 0 ? 1 : levels % 2 ? [deep(levels - 1)] : { a: deep(levels - 1) };
/** `__proto__` as a key of its own, as it comes out of a JSON text. */
const proto = (): Json =>
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
export const strange: fc.Arbitrary<Json> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...strangeTexts) },
  { weight: 4, arbitrary: fc.constantFrom(...strangeNumbers) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      { $gt: '' },
      { length: 1e9 },
      { toString: 1 },
    ),
  },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(2, 20, 40, 200).map(deep) },
  { weight: 1, arbitrary: fc.constant(null).map(proto) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(51, 201, 2_000)
      .map((length) => Array.from({ length }, (_, index) => ({ id: index }))),
  },
  {
    weight: 1,
    arbitrary: fc.constant(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, index])),
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);

/** Texts of this run: real ids, contacts, codes; and those that are for a field of a certain name. */
export interface Words {
  words: readonly string[];
  named: Readonly<Record<string, readonly string[]>>;
}

/**
 * Values of a schema. Texts are taken from `known` where some fit, so that ids name things that are there.
 */
export function valueOf(schema: v.GenericSchema, known: Words, field = ''): fc.Arbitrary<Json> {
  const shape = schema as unknown as Shape; // valibot's schemas are plain objects of these fields
  const inner = (one: v.GenericSchema | undefined, name = field) =>
    one ? valueOf(one, known, name) : fc.constant(null);
  const first = shape.pipe?.[0] ?? shape;
  switch (first.type) {
    case 'object':
    case 'object_with_rest':
    case 'strict_object': {
      const entries = Object.entries(first.entries ?? {});
      const needed = entries
        .filter(([, one]) => !['optional', 'nullish'].includes(one.type))
        .map(([key]) => key);
      return fc.record(Object.fromEntries(entries.map(([key, one]) => [key, inner(one, key)])), {
        requiredKeys: needed,
      });
    }
    case 'array':
      return fc.array(inner(first.item), { minLength: 1, maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.constantFrom('gate', 'note', 'a b'), inner(first.value), { maxKeys: 2 });
    case 'optional':
    case 'nullable':
    case 'nullish':
      return inner(first.wrapped);
    case 'union':
    case 'variant':
      // Options of these are schemas
      return fc.oneof(...((first.options ?? []) as v.GenericSchema[]).map((one) => inner(one)));
    case 'picklist':
      return fc.constantFrom(...(first.options ?? []));
    case 'literal':
      return fc.constant(first.literal);
    case 'lazy':
      return inner(first.getter?.(null));
    case 'boolean':
      return fc.boolean();
    case 'number': {
      const fitting = [1, 2, 3, 0, 12, 999, 9.9, 19.8, -23.55, -46.69].filter((number) =>
        v.is(schema, number),
      );
      return fc.oneof(
        { weight: 9, arbitrary: fitting.length ? fc.constantFrom(...fitting) : fc.integer() },
        { weight: 1, arbitrary: fc.integer() },
      );
    }
    case 'string': {
      const fits = (texts: readonly string[] = []) => texts.filter((text) => v.is(schema, text));
      const [right, any] = [fits(known.named[field]), fits(known.words)];
      return fc.oneof(
        {
          weight: right.length ? 6 : 0,
          arbitrary: fc.constantFrom('', ...right).filter((text) => text !== ''),
        },
        { weight: any.length ? 2 : 0, arbitrary: fc.constantFrom('', ...any) },
        { weight: right.length + any.length ? 0 : 1, arbitrary: fc.string({ maxLength: 40 }) },
      );
    }
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

type Change = { kind: 'put' | 'drop' | 'add' | 'wrap' | 'many' | 'double'; at: number; value: Json };
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('put', 'put', 'put', 'drop', 'add', 'wrap', 'many', 'double'),
  at: fc.nat(),
  value: strange,
});

const LONGEST = 1_000_000;
/** Signs of all its texts and names, and one for each part. */
function size(node: Json): number {
  if (typeof node === 'string') return node.length;
  if (typeof node !== 'object' || node === null) return 1;
  return Object.entries(node).reduce((sum, [key, part]) => sum + key.length + size(part), 1);
}
/** One change at one of all the places of a body. */
function changed(whole: Json, { kind, at, value: given }: Change): Json {
  // Doubled again and again it would be longer than any text can be, and than any server reads.
  if (size(whole) > LONGEST) return whole;
  const value = structuredClone(given);
  const places: [Record<string, Json>, string][] = [];
  const walk = (node: Json): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const key of Object.keys(node)) {
      places.push([node as Record<string, Json>, key]); // any object or list is written by key here
      walk(Reflect.get(node, key));
    }
  };
  walk(whole);
  const place = places[at % (places.length + 1)];
  if (!place) return value;
  const [node, key] = place;
  const before = node[key];
  if (kind === 'drop') delete node[key];
  else if (kind === 'add')
    node[['extra', 'state', 'tenantId', 'price', 'userId', 'id'][at % 6] ?? 'x'] = value;
  else if (kind === 'wrap') node[key] = at % 2 ? [before] : { value: before };
  else if (kind === 'many' && JSON.stringify(before).length < 1_000)
    node[key] = Array.from({ length: at % 400 }, () => before);
  else if (kind === 'double' && typeof before === 'string') node[key] = before.repeat((at % 50) + 1);
  else node[key] = value;
  return whole;
}

/** What becomes of the text of a body on its way. */
const bent: readonly ((text: string) => string)[] = [
  (text) => text.slice(0, Math.max(1, text.length >> 1)),
  (text) => `\ufeff${text}`,
  (text) => `${text}}`,
  (text) => text.replace('{', '{"__proto__":{"polluted":true},'),
  (text) => text.replace(/"([^"]*)"/, '"\\ud800$1"'),
  (text) => text.replace(/:(\d+)/, ':1e999'),
  (text) => text.replace(/:"/, ':"\\u0000'),
  (text) => text.replace(':', ':NaN,"x":'),
  () => '',
  () => 'null',
  () => '[]',
  () => '"x"',
  () => '{',
  (text) => text.replace('{', `{${'"a":1,'.repeat(5_001)}`),
  (text) => `${'['.repeat(5_000)}${text}`,
];

const changes = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: change.map((one) => [one]) },
  { weight: 3, arbitrary: fc.array(change, { minLength: 2, maxLength: 4 }) },
);

/** JSON texts for a call: some fit, most are bent, a few are no JSON. @param samples bodies that fit */
export function bodyFor(
  schema: v.GenericSchema | undefined,
  known: Words,
  samples: readonly Json[] = [],
): fc.Arbitrary<string> {
  const made = schema ? valueOf(schema, known) : strange;
  const value = samples.length
    ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...samples) }, { weight: 1, arbitrary: made })
    : made;
  return fc
    .tuple(
      value,
      changes,
      fc.oneof(
        { weight: 19, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: fc.constantFrom(...bent) },
      ),
    )
    .map(([whole, steps, bend]) => {
      const text = JSON.stringify(steps.reduce(changed, structuredClone(whole))) ?? 'null';
      return bend ? bend(text) : text;
    });
}
