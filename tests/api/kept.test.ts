import { currentUser } from '#contract/people/account.ts';
import { logout } from '#contract/people/session.ts';
import { client, json } from '#tests/support/api-client.ts';
import { describe, expect, it } from 'vitest';

describe('an answer that no cache keeps', () => {
  const told = (etag: string, control = 'no-store') =>
    json(
      { id: '0190a000-0000-7000-8000-000000000001', activated: true, signedUp: true, roles: ['CLIENT'] },
      200,
      { ETag: etag, 'Cache-Control': control },
    );
  const unchanged = new Response(null, { status: 304 });
  const tags = (sent: readonly Request[]) => sent.map(({ headers }) => headers.get('If-None-Match'));

  it('REL-18 is asked for by its tag and read again when it is still the same', async () => {
    const { client: api, sent } = client([told('"1"'), unchanged, told('"2"'), unchanged], {
      bearer: () => 'token',
    });
    const answers: unknown[] = [];
    for (let poll = 0; poll < 4; poll++) answers.push(await api.call(currentUser));
    expect(tags(sent)).toEqual([null, '"1"', '"1"', '"2"']);
    expect(answers).toEqual(Array.from(answers, () => answers[0]));
  });
  it('is left to the browser where caches may keep it', async () => {
    const { client: api, sent } = client([told('"1"', 'public, max-age=0')], { bearer: () => 'token' });
    for (let poll = 0; poll < 2; poll++) await api.call(currentUser);
    expect(tags(sent)).toEqual([null, null]);
  });
  it('REL-21 is forgotten at sign-out', async () => {
    const { client: api, sent } = client([told('"1"'), new Response(null, { status: 204 }), told('"1"')], {
      bearer: () => 'token',
    });
    await api.call(currentUser);
    await api.call(logout, { body: {} });
    await api.call(currentUser);
    expect(tags(sent)).toEqual([null, null, null]);
  });
});
