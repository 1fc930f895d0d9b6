import { alertActors } from '#actors/person/alert.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';

const campaignId = '01a21374-06d0-7dd9-91c5-c916f6a8b228';
const leadId = '01a21374-1e66-75fe-b88f-c6faa5c5e7d4';
const alert = {
  id: '01a21374-2e66-75fe-b88f-c6faa5c5e7d4',
  campaignId,
  when: 'ARRIVES',
  channel: 'SMS',
  contact: '•••4321',
  at: '2026-11-20T12:00:00.000Z',
};
const path = `/api/operation/campaigns/${campaignId}/alerts`;
const contact = { channel: 'SMS', contact: '+5511987654321' };
const point = { latitude: -23.5, longitude: -46.6 };
const ensure = () => Promise.resolve({ id: leadId });

describe('the ports of an alert', () => {
  it('ask nothing of the server for a visitor of whom it knows nothing', async () => {
    const { api, asked } = apiOf({ [`GET ${path}`]: [alert] });
    const ports = alertActors(api, () => false, { ensure }, { read: () => null });
    expect(await run(ports.loadAlert, { campaign: campaignId, when: 'ARRIVES' })).toBeNull();
    expect(asked).toEqual([]);
  });
  it('find the alert of this event among those of the campaign', async () => {
    const { api } = apiOf({ [`GET ${path}`]: [{ ...alert, when: 'OPENS' }, alert] });
    const ports = alertActors(api, () => true, { ensure }, { read: () => null });
    expect(await run(ports.loadAlert, { campaign: campaignId, when: 'ARRIVES' })).toEqual(alert);
    expect(await run(ports.loadAlert, { campaign: campaignId, when: 'UNLOCKED' })).toBeNull();
  });
  it('begin a visitor’s record with their first alert, and say the place where it matters alone', async () => {
    const { api, sent } = apiOf({ [`POST ${path}`]: alert });
    const visitor = alertActors(api, () => false, { ensure }, { read: () => null });
    const client = alertActors(api, () => true, { ensure }, { read: () => null });
    const subject = { campaign: campaignId, point, contact };
    expect(await run(visitor.askAlert, { ...subject, when: 'ARRIVES' })).toEqual({ alert, leadId });
    expect(await run(client.askAlert, { ...subject, when: 'OPENS' })).toEqual({ alert, leadId: null });
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual([
      { when: 'ARRIVES', ...contact, ...point },
      { when: 'OPENS', ...contact },
    ]);
  });
  it('stop the one that is named', async () => {
    const { api, asked } = apiOf({ [`DELETE ${path}/${alert.id}`]: new Response(null, { status: 204 }) });
    const ports = alertActors(api, () => true, { ensure }, { read: () => null });
    expect(await run(ports.stopAlert, { campaign: campaignId, id: alert.id })).toBeUndefined();
    expect(asked).toEqual([`DELETE ${path}/${alert.id}`]);
  });
});
