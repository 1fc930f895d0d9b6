import { deviceActors } from '#actors/person/devices.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';

const at = '2026-11-20T12:00:00.000Z';
const [hereId, phoneId] = ['01a21374-06d0-7dd9-91c5-c916f6a8b228', '01a21374-1e66-75fe-b88f-c6faa5c5e7d4'];
const here = { id: hereId, current: true, since: at, usedAt: at };
const phone = { id: phoneId, current: false, system: 'android', since: at, usedAt: at } as const;

describe('the ports of the devices', () => {
  it('read who is signed in where, and end one or all others', async () => {
    const [both, alone] = [{ devices: [here, phone], lastLogin: { at } }, { devices: [here] }];
    const { api, asked } = apiOf({
      'GET /api/users/sessions': both,
      [`DELETE /api/users/sessions/${phoneId}`]: alone,
      'DELETE /api/users/sessions': alone,
    });
    const ports = deviceActors(() => Promise.resolve(api));
    expect(await run(ports.loadDevices, {})).toEqual(both);
    expect(await run(ports.endDevices, { ending: { device: phone } })).toEqual(alone);
    expect(await run(ports.endDevices, { ending: { others: true } })).toEqual(alone);
    expect(asked).toEqual([
      'GET /api/users/sessions',
      `DELETE /api/users/sessions/${phoneId}`,
      'DELETE /api/users/sessions',
    ]);
  });
});
