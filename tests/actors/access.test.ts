import { accessActors } from '#actors/person/access.ts';
import { intranetActors } from '#actors/person/intranet.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';
import { noon } from '../support/samples.ts';

const opened = {
  valid: true,
  campaigns: [],
  relation: {
    code: '7K3M9QX20ABCDEFG',
    action: 'CAMPAIGN_ACCESS',
    limits: {},
    used: 1,
    properties: { campaignIds: [] },
  },
};
const path = '/api/accounts/access/campaign/check/multiple/accesskey';
const [first, second] = ['00000001-0000-4000-8000-000000000001', '00000001-0000-4000-8000-000000000002'];
const unknown = () =>
  Response.json(
    { type: 'about:blank', status: 404, title: 'Não encontrado.', code: 'NOT_FOUND' },
    { status: 404, headers: { 'Content-Type': 'application/problem+json' } },
  );

describe('the ports of keys', () => {
  it('use a key for the account of whoever is signed in, without a record', async () => {
    const { api, sent } = apiOf({ [`POST ${path}`]: opened });
    const nobody = { ensure: () => Promise.reject(new Error('a client needs no record')) };
    const ports = accessActors(api, () => true, nobody, { drop: () => undefined });
    expect(await run(ports.useKey, { key: 'abcd' })).toEqual({ opened, leadId: null });
    expect(await sent[0]?.json()).toEqual({ accessKey: 'abcd' });
  });
  it('begin a visitor’s record with the first key, and another where the server knows it no more', async () => {
    const records = [first, second];
    const dropped: string[] = [];
    const { api } = apiOf({
      [`POST ${path}/lead/${first}`]: unknown(),
      [`POST ${path}/lead/${second}`]: opened,
    });
    const ports = accessActors(
      api,
      () => false,
      { ensure: () => Promise.resolve({ id: records.shift() ?? '' }) },
      { drop: () => void dropped.push(first) },
    );
    expect(await run(ports.useKey, { key: 'abcd' })).toEqual({ opened, leadId: second });
    expect(dropped).toEqual([first]);
  });
  it('list invitations alone', async () => {
    const { api } = apiOf({
      'GET /api/accounts/relations/client': [
        opened.relation,
        { ...opened.relation, code: 'INVITE', action: 'INVITE' },
      ],
    });
    const ports = accessActors(
      api,
      () => true,
      { ensure: () => Promise.resolve({ id: '' }) },
      { drop: () => undefined },
    );
    expect(await run(ports.loadInvitations, {})).toMatchObject([{ code: 'INVITE' }]);
  });
});

describe('the ports of a company’s door', () => {
  it('remember in the tab that a code is on its way, until it is void or used', async () => {
    const at = { now: noon, kept: null as unknown };
    const handle = `intranet.v1.${'h'.repeat(40)}`;
    const { api, sent } = apiOf({
      'POST /api/users/authenticate/intranet': Response.json(
        { resendAfter: 60, expiresIn: 300, contact: 'celular ****4321', username: handle },
        { status: 201 },
      ),
      'POST /auth/login': { access_token: 'a', refresh_token: 'r', expires_in: 600 },
    });
    const vault = { read: () => at.kept, write: (value: unknown) => void (at.kept = value) };
    const ports = intranetActors(api, vault, () => at.now);
    expect(await run(ports.recallSent, {})).toBeNull();
    await run(ports.sendCode, { identification: 'A-1001', marketplaceId: null });
    expect(await sent[0]?.json()).toEqual({ identification: 'A-1001' });
    expect(await run(ports.recallSent, {})).toMatchObject({
      identification: 'A-1001',
      contact: 'celular ****4321',
      username: handle,
      resendAt: noon + 60_000,
    });
    at.now += 300_000;
    expect(await run(ports.recallSent, {})).toBeNull();
    at.now = noon;
    await run(ports.signIn, { username: handle, code: '123456', privacyVersion: '3' });
    expect(await sent.at(-1)?.json()).toMatchObject({
      username: handle,
      password: '123456',
      privacyVersion: '3',
    });
    expect(at.kept).toBeNull();
  });
});
