import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterKey, peopleCounted } from '#tests/support/access-keys.ts';
import { type Lead, type Who, campaignId, newClient, newLead, see } from '#tests/support/buyers.ts';
import { alterCampaign } from '#tests/support/tenants/changes.ts';
import { newPerson } from '#tests/support/people.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { createAccount, newcomer } from '#tests/support/sign-up.ts';

describe.each(engines)('an invitation on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    await alterCampaign(
      server,
      { body: { depends: [{ type: 'invites' }], invite: { invites: 2 } } },
      'depois',
    );
  });
  afterAll(() => server.close());
  const inviteOf = async (who: Who) =>
    (await see(server, who, '/api/accounts/relations/client')).json.find(
      ({ action }: { action: string }) => action === 'INVITE',
    );
  const signUp = async ({
    codes = [],
    cpf = newPerson().cpf,
    lead,
  }: {
    codes?: string[];
    cpf?: string;
    lead?: Lead;
  }) => {
    const guest = await newcomer(server);
    const made = await createAccount(
      server,
      guest,
      { name: 'Convidada', identification: cpf, properties: { codes } },
      lead,
    );
    expect([made.status, made.json.fields]).toEqual([201, undefined]);
    return guest;
  };

  it('is made once for each campaign that asks for invitees', async () => {
    const client = await newClient(server);
    const seen = await Promise.all([inviteOf(client), inviteOf(client), inviteOf(client)]);
    expect(new Set(seen.map(({ code }) => code)).size).toBe(1);
    expect(seen[0]).toMatchObject({
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{16}$/),
      account: client.accountId,
      used: 0,
      limits: { perAccount: 1 },
      properties: { campaignIds: [campaignId('depois')], label: 'Campanha depois' },
    });
    expect((await inviteOf(await newClient(server))).code).not.toBe(seen[0].code);
  });

  it('counts finished sign-ups, once per CPF and phone, and opens the campaign to the one who invites', async () => {
    const inviter = await newClient(server);
    const { code } = await inviteOf(inviter);
    const access = async () =>
      (await see(server, inviter, `/api/accounts/access/campaignAccess/${campaignId('depois')}`)).json;
    expect((await access()).reasons).toContainEqual({ type: 'invites', required: 2, current: 0 });
    const lead = await newLead(server);
    expect((await enterKey(server, lead, code)).json).toMatchObject({
      valid: true,
      relation: { action: 'INVITE', used: 0 },
    });
    expect(await peopleCounted(server, code)).toBe(0);
    const cpf = newPerson().cpf;
    await signUp({ lead, cpf });
    expect(await peopleCounted(server, code)).toBe(1);
    // The same CPF behind another telephone, one that has an account, an old client, oneself: nobody new.
    await signUp({ codes: [code], cpf });
    await signUp({ codes: [code], cpf: '52998224725' });
    expect((await enterKey(server, await newClient(server), code)).json.campaigns[0].status).not.toBe('OK');
    expect((await enterKey(server, inviter, code)).json.code).toBe('INVALID_KEY');
    expect(await peopleCounted(server, code)).toBe(1);
    await signUp({ codes: ['nothing', code.toLowerCase()] });
    expect(await peopleCounted(server, code)).toBe(2);
    expect((await access()).reasons).not.toContainEqual(expect.objectContaining({ type: 'invites' }));
  });

  it('counts one sign-up for one invitation, the first that was entered', async () => {
    const [one, other] = [await inviteOf(await newClient(server)), await inviteOf(await newClient(server))];
    await signUp({ codes: [one.code, other.code] });
    expect([await peopleCounted(server, one.code), await peopleCounted(server, other.code)]).toEqual([1, 0]);
  });

  it('counts one of several sign-ups of one person at the same time', async () => {
    const { code } = await inviteOf(await newClient(server));
    const cpf = newPerson().cpf;
    await Promise.all(Array.from({ length: 6 }, () => signUp({ codes: [code], cpf })));
    expect(await peopleCounted(server, code)).toBe(1);
  });

  it('does not count whoever left and comes back', async () => {
    const { code } = await inviteOf(await newClient(server));
    const cpf = newPerson().cpf;
    const guest = await signUp({ codes: [code], cpf });
    expect((await server.call('DELETE', '/api/accounts/client', { bearer: guest.bearer })).status).toBe(204);
    await signUp({ codes: [code], cpf });
    expect(await peopleCounted(server, code)).toBe(1);
  });
});
