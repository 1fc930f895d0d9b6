import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { document } from '#server/db/schema/shop/document.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('the web manifest on %s', (engine) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await openTestServer(engine);
    const body = {
      name: 'Feira no bolso',
      shortName: 'Feira',
      themeColor: '#17694a',
      backgroundColor: '#faf8f5',
      icon: 'icone.svg',
    };
    await server.core.db.tenant('client', (tx) =>
      tx
        .insert(document)
        .values({ tenantId: 'client', collection: 'pwa', id: 'client', body, updatedAt: new Date() })
        .onConflictDoUpdate({ target: [document.tenantId, document.collection, document.id], set: { body } }),
    );
  });
  afterAll(() => server.close());
  const manifest = async (host: string) => (await server.call('GET', '/manifest.webmanifest', { host })).json;

  it('names addresses of the shop alone, for what a phone offers beside the icon', async () => {
    const { shortcuts, share_target, protocol_handlers } = await manifest('feira.localhost');
    const named = [share_target.action, ...[...shortcuts, ...protocol_handlers].map(({ url }) => url)];
    for (const address of named) {
      const { status, headers } = await server.call(
        'GET',
        address.replace('%s', 'web%2Bvitrine%3A%2F%2Fcart'),
      );
      expect([address, status, headers.get('content-type')]).toEqual([
        address,
        address.startsWith('/?link=') ? 302 : 200,
        expect.anything(),
      ]);
    }
  });
  it('is what the document store says of this client, and of no other', async () => {
    expect(await manifest('feira.localhost')).toMatchObject({
      name: 'Feira no bolso',
      short_name: 'Feira',
      theme_color: '#17694a',
      background_color: '#faf8f5',
      lang: 'pt-BR',
      display: 'standalone',
      start_url: '/',
      icons: [{ src: '/media/client/icone.svg', type: 'image/svg+xml' }],
    });
    expect((await manifest('clube.localhost')).name).toBe('Clube de Teste');
  });
});
