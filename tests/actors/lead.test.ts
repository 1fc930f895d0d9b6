import { type KeptLead, leadActors, leadRecord } from '#actors/person/lead.ts';
import { createClient } from '#api/client.ts';
import type { LeadBody } from '#contract/people/lead.ts';
import type { InferInput } from 'valibot';
import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { address, uuid } from '../support/samples.ts';

const device = { uniqueId: uuid(5), deviceId: 'web' };
const secret = 'a-secret-of-some-length';
type Body = InferInput<typeof LeadBody>;

/** A server that has one lead at most, and a browser that may know it. */
function shop(kept: KeptLead | null = null) {
  const asked: string[] = [];
  const state: { kept: KeptLead | null; lead: Body } = {
    kept,
    lead: { properties: { type: 'CLIENT', extra: 'sim' }, addresses: [] },
  };
  const api = createClient({
    base: 'http://shop.test',
    app: 'client',
    fetch: async (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`);
      const stored = (more: object = {}) =>
        Response.json(
          { ...state.lead, id: uuid(7), ...more },
          { status: request.method === 'POST' ? 201 : 200 },
        );
      // What this very code has sent.
      if (request.method !== 'GET') state.lead = (await request.json()) as Body;
      return stored(request.method === 'POST' ? { secret } : {});
    },
  });
  const vault = {
    read: () => state.kept,
    keep: (lead: KeptLead) => void (state.kept = lead),
    drop: () => void (state.kept = null),
  };
  const record = leadRecord(api, vault, () => device);
  const say = (location: object) =>
    toPromise(createActor(leadActors(record).keepLead, { input: { location } }).start());
  return { asked, state, record, say };
}

describe('a visitor’s record', () => {
  it('is begun as a client’s, with the device that it is of, once for all who ask', async () => {
    const { asked, state, record } = shop();
    expect(await Promise.all([record.ensure(), record.ensure()])).toEqual([{ id: uuid(7) }, { id: uuid(7) }]);
    expect(asked).toEqual(['POST /api/users/leads']);
    expect(state).toMatchObject({
      kept: { id: uuid(7), secret },
      lead: { properties: { type: 'CLIENT', devices: [device] } },
    });
    expect(await record.ensure()).toEqual({ id: uuid(7) });
    expect(asked).toHaveLength(1);
  });
  it('has its first address from the beginning', async () => {
    const { asked, state, say } = shop();
    expect(await say(address)).toEqual({ id: uuid(7) });
    expect(asked).toEqual(['POST /api/users/leads']);
    expect(state.lead.addresses).toEqual([address]);
  });
  it('gets a later one before those that it has, and loses nothing else', async () => {
    const { asked, state, say } = shop({ id: uuid(7), secret });
    const before = { postalCode: '01310-100', streetNumber: '9' };
    state.lead = { name: 'Ana', properties: { type: 'CLIENT', extra: 'sim' }, addresses: [before, address] };
    await say(address);
    expect(asked).toEqual([`GET /api/users/leads/${uuid(7)}`, 'PUT /api/users/leads']);
    expect(state.lead).toMatchObject({
      name: 'Ana',
      properties: { type: 'CLIENT', extra: 'sim', devices: [device] },
      addresses: [address, before],
    });
  });
});
