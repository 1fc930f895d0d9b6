import { profileActors } from '#actors/person/profile.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { account } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';

describe("the profile's port", () => {
  it('sends the account with the version that was seen, and gives what became of it', async () => {
    const { api, sent } = apiOf({ 'PUT /api/accounts/client': Response.json({ ...account, version: 2 }) });
    const { id: _, ...body } = account;
    const saved = await run(profileActors(() => Promise.resolve(api)).saveProfile, body);
    expect(saved).toMatchObject({ id: account.id, version: 2 });
    expect(await sent[0]?.json()).toMatchObject({ version: 1, name: account.name, addresses: [{}] });
  });
});
