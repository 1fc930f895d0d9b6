import { contactActors } from '#actors/person/contact.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { account, noon, user } from '#tests/support/samples.ts';
import { describe, expect, it } from 'vitest';

const value = '+5511911112222';

/** The ports over what a tab keeps. */
function tab(answers: Record<string, unknown> = {}, kept: unknown = null) {
  const at = { now: noon, kept };
  const { api, sent: requests } = apiOf(answers);
  const vault = { read: () => at.kept, write: (next: unknown) => void (at.kept = next) };
  const ports = contactActors(
    () => Promise.resolve(api),
    vault,
    () => at.now,
  );
  return { at, requests, ports };
}

describe('the ports by which a contact changes', () => {
  it('remember in the tab that a code is on its way, until it is void, and for this channel alone', async () => {
    const { at, ports, requests } = tab({
      'POST /api/users/verification/login': { resendAfter: 60, expiresIn: 300 },
    });
    expect(await run(ports.recallChange, { channel: 'phone' })).toEqual({ sent: null });
    expect(await run(ports.sendChange, { channel: 'phone', value })).toMatchObject({ at: noon });
    expect(await requests[0]?.json()).toEqual({ key: 'PHONE', value });
    expect(await run(ports.recallChange, { channel: 'phone' })).toEqual({
      sent: { value, resendAt: noon + 60_000 },
    });
    expect(await run(ports.recallChange, { channel: 'email' })).toEqual({ sent: null });
    at.now += 300_000;
    expect(await run(ports.recallChange, { channel: 'phone' })).toEqual({ sent: null });
    expect(await run(tab({}, { channel: 7 }).ports.recallChange, { channel: 'phone' })).toEqual({
      sent: null,
    });
  });
  it('send the code with the contact that it is for, and read who they are after it', async () => {
    const { ports, requests } = tab({
      'POST /api/users/update/login': { ...user, email: 'nova@exemplo.com' },
      'GET /api/users': { ...user, email: 'nova@exemplo.com' },
      'GET /api/accounts/client': account,
    });
    await run(ports.changeContact, { channel: 'email', value: 'nova@exemplo.com', code: '123456' });
    expect(await requests[0]?.json()).toEqual({ key: 'EMAIL', value: 'nova@exemplo.com', code: '123456' });
    expect(await run(ports.loadOwner, {})).toMatchObject({
      user: { email: 'nova@exemplo.com' },
      account: {},
    });
  });
});
