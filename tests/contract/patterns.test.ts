import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { Colour, Uuid } from '#contract/scalars.ts';
import { Problem } from '#contract/problem-list.ts';
import { openApiOf } from '#server/http/openapi.ts';

const modules = Object.values(
  import.meta.glob<Record<string, unknown>>('../../src/contract/**/*.ts', { eager: true }),
);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'audience' in value;
const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint);

/** Every pattern below a value: of a rule of a schema, or named in a JSON Schema. */
function* patternsIn(value: unknown, seen = new Set<unknown>()): Generator<RegExp | string> {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (
    'type' in value &&
    value.type === 'regex' &&
    'requirement' in value &&
    value.requirement instanceof RegExp
  )
    yield value.requirement;
  if ('pattern' in value && typeof value.pattern === 'string') yield value.pattern;
  for (const part of Object.values(value)) yield* patternsIn(part, seen);
}

describe('the OpenAPI document', () => {
  const document = openApiOf(endpoints, '0.0.0');

  it('is made of every call', () => {
    expect(endpoints.length).toBeGreaterThan(80);
    expect(
      Object.values(document['paths'] as object).flatMap((path: object) => Object.values(path)),
    ).toHaveLength(endpoints.length);
  });

  it('says all that a pattern of the contract says: none has flags, which JSON Schema cannot write', () => {
    const patterns = [...patternsIn([endpoints, Problem, modules])].filter(
      (pattern) => pattern instanceof RegExp,
    );
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter(({ flags }) => flags !== '').map(String)).toEqual([]);
  });

  it('has patterns that other languages’ readers take: each is one of ECMA-262 with Unicode', () => {
    const patterns = [...patternsIn(document)];
    expect(patterns.length).toBeGreaterThan(10);
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow();
  });

  it.each<[string, v.GenericSchema, string]>([
    ['a colour', Colour, '#1F1b16'],
    ['an id', Uuid, '0190A6E4-7b1c-7ABC-BDEF-0123456789aB'],
  ])('takes %s with small and capital letters, as the shop does', (_what, schema, text) => {
    const [pattern] = [...patternsIn(schema)];
    expect(new RegExp(pattern instanceof RegExp ? pattern.source : '^$').test(text)).toBe(true);
  });
});
