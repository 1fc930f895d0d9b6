import { consentActors, ownDataActors } from '#actors/person/privacy.ts';
import { apiOf, run } from '#tests/support/store/ports.ts';
import { describe, expect, it } from 'vitest';

const consents = [{ purpose: 'push', granted: true, version: '2026-11', at: '2026-11-20T12:00:00.000Z' }];

describe('the ports of what a person decides about their data', () => {
  it('read and write one consent, with the version of the text that was shown', async () => {
    const { api, sent } = apiOf({ 'GET /api/users/consents': consents, 'PUT /api/users/consents': consents });
    const ports = consentActors(() => Promise.resolve(api));
    expect(await run(ports.loadConsents, {})).toEqual(consents);
    const choice = { purpose: 'push', granted: true, version: '2026-11' } as const;
    expect(await run(ports.setConsent, choice)).toEqual(consents);
    expect(await sent[1]?.json()).toEqual(choice);
  });
  it('answer for each text by itself, one after the other', async () => {
    const { api, sent } = apiOf({ 'PUT /api/users/consents': consents });
    const ports = consentActors(() => Promise.resolve(api));
    const texts = [
      { id: 'terms', version: '2026-12' },
      { id: 'privacy', version: '2026-11' },
    ] as const;
    await run(ports.answerTexts, { texts, granted: false });
    expect(await Promise.all(sent.map((request) => request.json()))).toEqual(
      texts.map(({ id: purpose, version }) => ({ purpose, granted: false, version })),
    );
  });
  it('hand the copy to the device, and end the account', async () => {
    const copy = { exportedAt: '2026-11-20T12:00:00.000Z', data: { user: [{ id: 'u' }] } };
    const { api, sent } = apiOf({
      'GET /api/accounts/client/export': copy,
      'DELETE /api/accounts/client': new Response(null, { status: 204 }),
    });
    const saved: unknown[] = [];
    const ports = ownDataActors(
      () => Promise.resolve(api),
      (data) => saved.push(data),
    );
    await run(ports.exportData, {});
    expect(saved).toEqual([copy]);
    await run(ports.deleteAccount, {});
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });
});
