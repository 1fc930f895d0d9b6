import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { Problem, problems } from '#contract/problem-list.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { signNotice } from '#server/providers/signature.ts';
import { endpointsOf } from '#server/http/serve.ts';
import { bodyFor, strangeTexts, valueOf } from '#tests/support/bodies.ts';
import { type Cast, FIXED_SEED, attackable, castOf, freshSeed } from '#tests/support/actors.ts';
import { broken } from '#tests/support/invariants.ts';
import { type Answer, type TestServer, openTestServer } from '#tests/support/store/server.ts';

const BODIES = 20_000;
/** Calls under way at once: as many as there are connections. */
const AT_ONCE = 16;

/** What any call may answer before it is read. */
const UNREAD = new Set(['UNAUTHENTICATED', 'TOO_LARGE', 'MALFORMED']);

interface Attack {
  endpoint: Endpoint;
  face: number;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: string;
  type: string;
}
const CONTENT_TYPES = [
  'application/json',
  'application/json',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
];

const fittingFaces = ({ audience }: Endpoint, { faces }: Cast): number[] =>
  [...faces.keys()].filter(
    (at) =>
      (audience === 'lead'
        ? faces[at]?.leadSecret
        : audience === 'signup'
          ? faces[at]?.grant
          : faces[at]?.bearer) !== undefined,
  );

/** One call of a write route, generated from its descriptor. */
function attackOn(endpoint: Endpoint, cast: Cast): fc.Arbitrary<Attack> {
  const fitting = (schema: v.GenericSchema | undefined) =>
    // Params and queries are objects of texts
    (schema ? valueOf(schema, cast) : fc.constant({})) as fc.Arbitrary<Record<string, string>>;
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const odd = fc.record(
    Object.fromEntries(names.map((name) => [name, fc.constantFrom(...strangeTexts, ...cast.words)])),
  );
  return fc.record({
    endpoint: fc.constant(endpoint),
    face: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...fittingFaces(endpoint, cast)) },
      { weight: 1, arbitrary: fc.nat(cast.faces.length - 1) },
    ),
    params: fc.oneof({ weight: 12, arbitrary: fitting(endpoint.params) }, { weight: 1, arbitrary: odd }),
    query: fitting(endpoint.query),
    body: bodyFor(endpoint.body, cast, cast.samples[endpoint.name]),
    type: fc.constantFrom(...CONTENT_TYPES),
  });
}

describe('SEC-18 bodies out of shape', () => {
  let server: TestServer;
  let cast: Cast;
  let writes: Endpoint[];
  /** Bodies of each call that were read: by whom, how and where it was asked was no reason to refuse it. */
  const read = new Map<string, number>();
  beforeAll(async () => {
    server = await openTestServer('postgres');
    await server.core.jobs.stop();
    cast = await castOf(server);
    writes = attackable(endpointsOf(server.app)).filter(({ method }) => method !== 'GET');
  });
  afterAll(() => server.close());

  async function send({ endpoint, face, params, query, body, type }: Attack): Promise<Answer> {
    const path = endpoint.path.replace(
      /\{(\w+)\}/g,
      (_, name: string) => encodeURIComponent((params[name] ?? 'x').toWellFormed()) || 'x',
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([key, value]) => [key, String(value)]),
    ).toString();
    // A signed notice comes past the door of a webhook.
    const [key] = server.core.secrets.keys('webhook');
    const bytes = new TextEncoder().encode(body);
    const signature = {
      ...(endpoint.name === 'pixWebhook' ? { 'X-Signature': server.services.pixNotice.sign(bytes) } : {}),
      ...(endpoint.name === 'cardWebhook' && key
        ? { 'X-Signature': signNotice(key.key, bytes, server.core.clock.now()) }
        : {}),
    };
    return server.call(endpoint.method, `${path}${search && '?'}${search}`, {
      ...cast.faces[face],
      headers: { 'content-type': type, ...signature },
      ...(body === '' ? {} : { body }),
    });
  }

  /** Why an answer is not one that the contract allows; null when it is. */
  function complaint({ endpoint }: Attack, { status, headers, json, text }: Answer): string | null {
    if (status < 400)
      return status === endpoint.status || endpoint.also?.some((also) => also === status)
        ? null
        : `answered ${status}`;
    if (status >= 500) return `${status} ${text}`;
    if (
      !headers.get('content-type')?.startsWith('application/problem+json') ||
      !v.is(Problem, json) ||
      json.status !== status ||
      problems[json.code].status !== status
    )
      return `no problem of the closed list: ${status} ${text.slice(0, 200)}`;
    return refusalsOf(endpoint).includes(json.code)
      ? null
      : `${json.code} is not among the problems of the contract`;
  }

  it.each([
    ['the fixed seed', FIXED_SEED, 0.75],
    ['a seed of this run', freshSeed(), 0.25],
  ])(`are answered as the contract says, never with a fault (%s)`, async (_, seed, share) => {
    const attacks = fc.sample(
      fc.constantFrom(...writes).chain((endpoint) => attackOn(endpoint, cast)),
      { numRuns: BODIES * share, seed },
    );
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    const begun = performance.now();
    let next = 0;
    const attackers = Array.from({ length: AT_ONCE }, async () => {
      for (let attack = attacks[next++]; attack; attack = attacks[next++]) {
        // Answers that never wait would leave no time for the database.
        await nextTurn();
        const answer = await send(attack);
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const { name } = attack.endpoint;
        if (!UNREAD.has(answer.json?.code)) read.set(name, (read.get(name) ?? 0) + 1);
        const wrong = complaint(attack, answer);
        if (wrong)
          faults.push(
            `${attack.endpoint.name} as ${Object.keys(cast.faces[attack.face] ?? {}).join()} ${JSON.stringify(attack.params)} ${attack.body.slice(0, 600)}\n  ${wrong}`,
          );
      }
    });
    await Promise.all(attackers);
    console.log(
      `SEC-18 ${attacks.length} bodies on ${writes.length} routes, seed ${seed}, ${Math.round(performance.now() - begun)} ms: ${[
        ...statuses,
      ]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}×${count}`)
        .join(' ')}`,
    );
    expect(faults.slice(0, 10)).toEqual([]);
  });

  it('are read by every call: what nobody reads would prove nothing', () => {
    expect(writes.filter(({ name }) => !read.has(name)).map(({ name }) => name)).toEqual([]);
  });

  it('change no prototype, and leave every rule of the books standing', async () => {
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(await broken(server.core)).toEqual([]);
  });
});
