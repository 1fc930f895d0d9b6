import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MOST_TICKET_STEPS, OLDEST_STEP, type TicketLog } from '#contract/ticket.ts';
import { ticket } from '#server/db/schema/ticket.ts';
import { LIMITS } from '#server/platform/limits-table.ts';
import { opsCall, staffAs } from '#tests/support/staff.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const step = {
  ago: 1_200,
  actor: 3,
  chart: 'pix',
  event: 'xstate.done.actor.load',
  from: [],
  to: ['waiting'],
};
const log: TicketLog = {
  trace: '0a1b2c3d',
  steps: [step, { ...step, ago: 0, event: 'news.heard', from: ['waiting'], to: ['paid'] }],
  running: [{ actor: 3, chart: 'pix', active: ['paid'] }],
};

describe.each(engines)('tickets on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterAll(() => server.close());

  const open = (body: unknown = log) => server.call('POST', '/api/tickets', { body });
  const rows = () =>
    server.core.db.read('client', (tx) => tx.select().from(ticket).where(eq(ticket.tenantId, 'client')));
  const read = async (code: string, role: 'OWNER' | 'SUPPORT' | 'VIEWER' = 'SUPPORT', host?: string) =>
    (await opsCall(server, await staffAs(server, role, host), 'GET', `/tickets/${code}`)).json;

  it('are opened by anybody, and read by their code by staff of that store alone', async () => {
    const { status, json } = await open();
    expect([status, json.code]).toEqual([201, expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{10}$/)]);
    const days = (Date.parse(json.until) - server.core.clock.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect(await read(json.code)).toMatchObject({ code: json.code, ...log });
    // As somebody types what was read out.
    expect(await read(`${json.code.slice(0, 5)}-${json.code.slice(5)}`.toLowerCase())).toMatchObject(log);
    expect((await read(json.code, 'VIEWER')).code).toBe('ROLE');
    expect((await read(json.code, 'OWNER', 'clube.localhost')).code).toBe('NOT_FOUND');
    expect((await read('0123456789')).code).toBe('NOT_FOUND');
    const found = async (host?: string) =>
      (await server.call('GET', `/sandbox/tickets?code=${json.code}`, { host })).json;
    expect([await found(), await found('clube.localhost')]).toMatchObject([[{ code: json.code }], []]);
    expect((await server.call('GET', `/api/ops/tickets/${json.code}`)).json.code).toBe('UNAUTHENTICATED');
  });

  it('keep names alone, whatever else is sent, and nobody’s id', async () => {
    const said = { value: 'Marina Prado', to: 'marina@exemplo.com', cpf: '52998224725' };
    const { json } = await open({
      ...log,
      ...said,
      steps: [{ ...step, ...said, to: step.to, payload: said }],
      running: [{ actor: 0, chart: 'app', active: ['home'], context: said }],
    });
    const row = (await rows()).find(({ id }) => id === json.code);
    expect(Object.keys(row ?? {}).toSorted()).toEqual(['at', 'id', 'log', 'tenantId']);
    expect(JSON.stringify(row)).not.toMatch(/Marina|exemplo|52998224725|payload|context/);
    expect(row?.log.steps).toEqual([step]);
  });

  it.each([
    ['a phone as an event', { steps: [{ ...step, event: '+5511987654321' }] }],
    ['digits in a state', { steps: [{ ...step, to: ['a52998224725'] }] }],
    ['an e-mail as a state', { steps: [{ ...step, from: ['marina@exemplo.com'] }] }],
    ['a sentence as a chart', { steps: [{ ...step, chart: 'rua Harmonia' }] }],
    ['a name of many letters', { steps: [{ ...step, event: 'a'.repeat(41) }] }],
    ['a moment of before', { steps: [{ ...step, ago: OLDEST_STEP + 1 }] }],
    ['another number', { steps: [{ ...step, actor: 11_987_654_321 }] }],
    ['more steps than a page keeps', { steps: Array.from({ length: MOST_TICKET_STEPS + 1 }, () => step) }],
    ['no chart', { running: [] }],
    ['a code that is none', { trace: 'marina!!' }],
  ])('refuse %s', async (_, part) => {
    const before = (await rows()).length;
    const { json } = await open({ ...log, ...part });
    expect([json.code, (await rows()).length]).toEqual(['MALFORMED', before]);
  });

  it('are no larger than a page’s log', async () => {
    expect((await open({ ...log, more: 'a'.repeat(140_000) })).json.code).toBe('TOO_LARGE');
  });

  it('are gone after thirty days', async () => {
    const { code } = (await open()).json;
    await server.shift(29 * 86_400);
    await server.sweep();
    expect(await read(code)).toMatchObject(log);
    await server.shift(2 * 86_400);
    expect((await read(code)).code).toBe('NOT_FOUND');
    await server.sweep();
    expect(await rows()).toEqual([]);
  });
});

describe.each(engines)('SEC-32 tickets on %s', (engine) => {
  it('end for an address that makes too many, and for no other; outside the sandbox none is found', async () => {
    const server = await openTestServer(engine, { env: { SANDBOX: '0', TRUST_PROXY: '1' } });
    const from = (ip: string) =>
      server.call('POST', '/api/tickets', { body: log, headers: { 'X-Forwarded-For': ip } });
    const { points } = LIMITS.ticketsOfAddress;
    await server.core.limits.take('ticket:client:203.0.113.9', LIMITS.ticketsOfAddress, points - 1);
    const { code } = (await from('203.0.113.9')).json;
    const { json } = await from('203.0.113.9');
    expect([json.code, json.retryAfter > 0]).toEqual(['TOO_MANY_REQUESTS', true]);
    expect((await from('203.0.113.10')).status).toBe(201);
    expect((await server.call('GET', `/sandbox/tickets?code=${code}`)).json.code).toBe('NOT_FOUND');
    await server.close();
  });
});
