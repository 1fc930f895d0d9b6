import { phoneCountry } from '#actors/person/phone-country.ts';
import { codeActors } from '#actors/person/code.ts';
import { signupActors } from '#actors/person/signup.ts';
import type { Client } from '#api/client.ts';
import { run } from '#tests/support/store/ports.ts';
import { describe, expect, it, vi } from 'vitest';
import { account, noon, uuid } from '../support/samples.ts';

describe('the country of a phone', () => {
  it.each([
    ['+5511987654321', '55', 'BR'],
    ['+351912345678', '351', 'PT'],
    ['+14155552671', '1', 'US'],
  ])('of %s goes along as %s and %s', async (phone, phoneCountryCode, phoneCountryIsoCode) => {
    const call = vi.fn().mockResolvedValue({ ...account, resendAfter: 60, expiresIn: 300 });
    const api = { call } as unknown as Client;
    const country = { phoneCountryCode, phoneCountryIsoCode };
    const contact = { channel: 'phone', phone, ddi: '55', isoCode: 'BR', email: null } as const;
    await run(codeActors(api, () => noon).sendCode, contact);
    const body = { name: 'Maria', phone, properties: {}, addresses: [], consents: [] };
    const { createAccount } = signupActors(api, () => ({ uniqueId: 'u', deviceId: 'd' }));
    await run(createAccount, { userId: uuid(3), signupGrant: 'grant', leadId: null, body });
    expect(call.mock.calls.map(([, { body: sent }]) => sent)).toMatchObject([
      { phone, ...country },
      { name: 'Maria', phone, ...country },
    ]);
  });
  it('is only its code where several countries share it, and left out where there is none', async () => {
    expect(await phoneCountry('+1')).toEqual({ phoneCountryCode: '1' });
    expect(await phoneCountry('+999123456789')).toEqual({});
  });
});
