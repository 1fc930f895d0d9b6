import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { valueOf } from '#tests/support/bodies.ts';
import { type Cast, FIXED_SEED, attackable, castOf } from '#tests/support/actors.ts';
import { injections } from '#tests/support/injections.ts';
import { broken } from '#tests/support/invariants.ts';
import { type Answer, type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

/** Where a text of a call stands: in its path, its query or its body. */
interface Place {
  endpoint: Endpoint;
  name: string;
  send(text: string): Promise<Answer>;
}
type Json = Record<string, unknown>;
const AT_ONCE = 16;
/** ms that one call may take when no other is under way. */
const PATIENCE = 300;
/** Nobody's call writes these. */
const STATIC = [
  'tenant',
  'tenant_host',
  'marketplace',
  'campaign',
  'item',
  'hub',
  'shipping_method',
  'document',
  'promotion',
  'coupon',
  'relation',
  'wallet',
  'ledger_posting',
  'account',
  'session',
];

const shapeOf = (path: readonly string[]) => path.map((key) => (/^\d+$/.test(key) ? '#' : key)).join('.');
const leavesOf = (node: unknown, path: string[] = []): string[][] =>
  typeof node === 'string'
    ? [path]
    : typeof node === 'object' && node !== null
      ? Object.entries(node).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
      : [];
function replaced(whole: unknown, [key, ...rest]: string[], text: string): unknown {
  if (key === undefined) return text;
  // leavesOf went this way
  const copy: Json | unknown[] = Array.isArray(whole) ? [...(whole as unknown[])] : { ...(whole as Json) };
  Reflect.set(copy, key, replaced(Reflect.get(copy, key), rest, text));
  return copy;
}
const rowsIn = ({ json }: Answer): number =>
  Array.isArray(json)
    ? json.length
    : Array.isArray(json?.content)
      ? json.content.length
      : Number(json !== null);

describe.each(engines)('SEC-36 texts that would be SQL on %s', (engine) => {
  let server: TestServer;
  let cast: Cast;
  let places: Place[];
  const counts = async () =>
    server.core.db.read('client', async (tx) => {
      const found: Record<string, unknown> = {};
      for (const table of STATIC)
        found[table] = (
          (await tx.execute(sql`select count(*)::int as count from ${sql.identifier(table)}`)) as unknown as {
            rows: unknown[];
          }
        ).rows[0]; // the same on both drivers
      return found;
    });

  beforeAll(async () => {
    server = await openTestServer(engine);
    await server.core.jobs.stop();
    cast = await castOf(server);
    const face = ({ audience }: Endpoint) =>
      audience === 'lead'
        ? { leadSecret: cast.lead.leadSecret }
        : audience === 'public' || audience === 'internal'
          ? {}
          : { bearer: cast.client.bearer };
    places = attackable(endpointsOf(server.app)).flatMap((endpoint): Place[] => {
      const some = (schema: Endpoint['body']) =>
        schema
          ? fc
              .sample(valueOf(schema, cast), { numRuns: 30, seed: FIXED_SEED })
              .toSorted((a, b) => leavesOf(b).length - leavesOf(a).length)[0]
          : undefined;
      const params = (some(endpoint.params) ?? {}) as Record<string, string>; // params are objects of texts
      const query = Object.fromEntries(
        Object.entries((some(endpoint.query) ?? {}) as Json).map(([key, value]) => [key, String(value)]),
      );
      const body = some(endpoint.body);
      const call = (inPath: Record<string, string>, inQuery: Record<string, string>, sent: unknown) => {
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(inPath[name] ?? ''),
        );
        const search = new URLSearchParams(inQuery).toString();
        return server.call(endpoint.method, `${path}${search && '?'}${search}`, {
          ...face(endpoint),
          ...(sent === undefined
            ? {}
            : { body: JSON.stringify(sent), headers: { 'content-type': 'application/json' } }),
        });
      };
      return [
        ...Object.keys(params).map((name) => ({
          endpoint,
          name: `{${name}}`,
          send: (text: string) => call({ ...params, [name]: text }, query, body),
        })),
        ...Object.keys(query).map((name) => ({
          endpoint,
          name: `?${name}`,
          send: (text: string) => call(params, { ...query, [name]: text }, body),
        })),
        // One address of a list stands for all of them.
        ...leavesOf(body)
          .filter((leaf, at, all) => all.findIndex((other) => shapeOf(other) === shapeOf(leaf)) === at)
          .map((leaf) => ({
            endpoint,
            name: leaf.join('.'),
            send: (text: string) => call(params, query, replaced(body, leaf, text)),
          })),
      ];
    });
  });
  afterAll(() => server.close());

  const share =
    engine === 'pglite'
      ? 'a tenth of the payloads in each text, another tenth in the next'
      : 'every payload in every text';
  it(`are texts in every call: no fault, no row more, none slow (${share})`, async () => {
    const before = await counts();
    const found: string[] = [];
    const slow: { place: Place; text: string }[] = [];
    let slowest = 0;
    let sent = 0;
    const begun = performance.now();
    const queue = places.entries();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const [index, place] of queue) {
          const plain = rowsIn(await place.send('zqxwvkj'));
          // The engines take values the same way, and one of them does one thing at a time.
          for (const text of engine === 'pglite'
            ? injections.filter((_, at) => at % 10 === index % 10)
            : injections) {
            // Answers that never wait would leave no time for the database.
            await nextTurn();
            const since = performance.now();
            const answer = await place.send(text);
            const took = performance.now() - since;
            slowest = Math.max(slowest, took);
            if (took > PATIENCE) slow.push({ place, text });
            sent++;
            if (
              answer.status >= 500 ||
              (answer.status < 300 && place.endpoint.audience !== 'internal' && rowsIn(answer) > plain)
            )
              found.push(
                `${place.endpoint.name} ${place.name} ${text}: ${answer.status}, ${rowsIn(answer)} rows`,
              );
          }
        }
      }),
    );
    console.log(
      `SEC-36 ${engine}: ${injections.length} payloads, ${places.length} texts of ${new Set(places.map(({ endpoint }) => endpoint.name)).size} calls, ${sent} sent, slowest ${Math.round(slowest)} ms, ${Math.round(performance.now() - begun)} ms in all`,
    );
    expect(found.slice(0, 10)).toEqual([]);
    expect(await counts()).toEqual(before);
    // Nobody works here: what is queued only waits, for more than a minute on a slow machine.
    expect(await broken(server.core)).toEqual([]);
    // Whatever had to wait for fifteen others is asked once more alone: what a text itself costs.
    for (const { place, text } of slow.slice(0, 100)) {
      const since = performance.now();
      await place.send(text);
      expect([place.endpoint.name, place.name, text, performance.now() - since < PATIENCE]).toEqual([
        place.endpoint.name,
        place.name,
        text,
        true,
      ]);
    }
  });

  it('match no more than themselves when they are patterns', async () => {
    const items = '/api/operation/catalog/marketplace/items/preview/public';
    const all = (await server.call('GET', items)).json.totalElements;
    expect(all).toBeGreaterThan(2);
    for (const q of ['%', '_', '%%', '_____', '%_%', '\\', '\\%', 't%e', 'tom_te', '*', '.*', '%'.repeat(80)])
      expect([
        q,
        (await server.call('GET', `${items}?q=${encodeURIComponent(q)}`)).json.totalElements,
      ]).toEqual([q, 0]);
    const before = (
      await server.call('GET', '/api/operation/orders/pageable', { bearer: cast.client.bearer })
    ).json.totalElements;
    expect(before).toBeGreaterThan(0);
    for (const searchText of ['%', '_', '%_%', '\\', '%_'.repeat(40)])
      expect([
        searchText,
        (
          await server.call(
            'GET',
            `/api/operation/orders/pageable?searchText=${encodeURIComponent(searchText)}`,
            { bearer: cast.client.bearer },
          )
        ).json.totalElements,
      ]).toEqual([searchText, 0]);
    const begun = performance.now();
    expect(
      (
        await server.call(
          'GET',
          `/api/operation/orders/pageable?searchText=${encodeURIComponent('%_'.repeat(5_000))}`,
          { bearer: cast.client.bearer },
        )
      ).status,
    ).toBe(400);
    for (const path of [
      items,
      '/api/operation/catalog/campaign/semana/items/preview/public',
      '/api/operation/item/list/semana',
    ]) {
      const { status } = await server.call('GET', `${path}?q=${encodeURIComponent('%_'.repeat(5_000))}`);
      expect(status).toBe(400);
    }
    expect(performance.now() - begun).toBeLessThan(300);
  });
});
