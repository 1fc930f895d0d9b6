import { measuringActors } from '#actors/person/measuring.ts';
import { problemBody } from '#server/http/problem.ts';
import { ApiProblem } from '#contract/problem.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';

const memoryOf = (kept: boolean | null) => {
  const memory = { kept, read: () => memory.kept, write: (granted: boolean) => void (memory.kept = granted) };
  return memory;
};
const consentsWith = (granted: boolean) => [
  { purpose: 'push', granted: true, version: '2026-11', at: '2026-11-20T12:00:00.000Z' },
  { purpose: 'measurement', granted },
];

describe('the ports of what is counted', () => {
  it.each([true, false])('ask the server once, and keep that it said %s', async (granted) => {
    const { api, sent } = apiOf({ 'GET /api/users/consents': consentsWith(granted) });
    const memory = memoryOf(null);
    const ports = measuringActors(() => Promise.resolve(api), memory);
    expect(await run(ports.recallConsent, {})).toBe(granted);
    expect(memory.kept).toBe(granted);
    expect(await run(ports.recallConsent, {})).toBe(granted);
    expect(sent.length).toBe(1);
  });
  it('send what was counted, by its literal name', async () => {
    const { api, sent } = apiOf({ 'POST /api/measurement/events': new Response(null, { status: 204 }) });
    const ports = measuringActors(() => Promise.resolve(api), memoryOf(true));
    const events = [
      { name: 'screens', stateId: 'cart' },
      { name: 'purchase', step: 'cart' },
    ] as const;
    await run(ports.sendMeasured, { events });
    expect(await sent[0]?.json()).toEqual({ events });
  });
  it('send it in another way while the page goes, as long as there is one', async () => {
    const { api, sent } = apiOf({ 'POST /api/measurement/events': new Response(null, { status: 204 }) });
    const events = [{ name: 'screens', stateId: 'cart' }] as const;
    const ways = [() => Promise.resolve(), () => null];
    const ports = measuringActors(
      () => Promise.resolve(api),
      memoryOf(true),
      () => ways.shift()?.() ?? null,
    );
    await run(ports.sendMeasured, { events });
    expect(sent.length).toBe(0);
    await run(ports.sendMeasured, { events });
    expect(sent.length).toBe(1);
  });
  it('keep a no that was said on another device', async () => {
    const problem = new ApiProblem('CONSENT');
    const { api } = apiOf({
      'POST /api/measurement/events': new Response(JSON.stringify(problemBody(problem, 'test')), {
        status: problem.status,
        headers: { 'Content-Type': 'application/problem+json' },
      }),
    });
    const memory = memoryOf(true);
    const ports = measuringActors(() => Promise.resolve(api), memory);
    await expect(
      run(ports.sendMeasured, { events: [{ name: 'screens', stateId: 'cart' }] }),
    ).rejects.toThrow();
    expect(memory.kept).toBe(false);
  });
});
