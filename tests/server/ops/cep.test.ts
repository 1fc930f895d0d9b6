import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cep } from '#server/db/schema/shop/cep.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const avenue = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista, 1',
  complemento: 'de 612 a 1510 - lado par',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
  ibge: '3550308',
};
type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;
const says =
  (body: unknown, status = 200): Behaviour =>
  (_, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));

describe.each(engines)('a postal code that the table does not know on %s', (engine) => {
  let server: TestServer;
  let peer: Server;
  const lines: string[] = [];
  let asked: IncomingMessage[] = [];
  let behave: Behaviour;
  let next = 20_000_000;
  /** A code that nobody asked for before. */
  const fresh = () => String(++next);
  const look = async (code: string) => (await server.call('GET', `/ws/${code}/json`)).json;

  beforeAll(async () => {
    peer = createServer((request, response) => {
      asked.push(request);
      behave(request, response);
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    server = await openTestServer(engine, {
      env: { CEP_URL: `http://127.0.0.1:${(peer.address() as AddressInfo).port}/` },
      lines,
    });
  });
  afterAll(async () => {
    await server.close();
    peer.closeAllConnections();
    peer.close();
  });
  beforeEach(() => {
    asked = [];
  });

  it('is asked of the public service once, cleaned and kept', async () => {
    behave = says(avenue);
    expect(await look('01310100')).toEqual({
      cep: '01310-100',
      logradouro: 'Avenida Paulista- 1',
      complemento: 'de 612 a 1510-lado par',
      bairro: 'Bela Vista',
      localidade: 'São Paulo',
      uf: 'SP',
    });
    expect(asked.map(({ url }) => url)).toEqual(['/ws/01310100/json']);
    const [row] = await server.core.db.global.select().from(cep).where(eq(cep.cep, '01310100'));
    expect(row).toMatchObject({ city: 'São Paulo', source: expect.stringMatching(/^127\.0\.0\.1/) });
    behave = says('never', 500);
    server.shop.cache.expire('*');
    expect((await look('01310100')).bairro).toBe('Bela Vista');
    expect(await look('05435000')).toMatchObject({ logradouro: 'Rua Aspicuelta' });
    expect(asked).toHaveLength(1);
  });

  it('PRV-05 is all that leaves the house: no person, no cookie, no origin', async () => {
    behave = says({ erro: 'true' });
    await server.call('GET', `/ws/${fresh()}/json`, {
      headers: { cookie: 'device=canary', 'x-request-id': 'canary-id-1', 'user-agent': 'canary' },
      bearer: undefined,
      origin: 'own',
    });
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ]);
    expect(JSON.stringify(asked[0]?.headers)).not.toContain('canary');
  });

  it('is unknown when the service says so, in either of its ways, and what is no answer is not believed', async () => {
    for (const body of [{ erro: true }, { erro: 'true' }]) {
      behave = says(body);
      expect(await look(fresh())).toEqual({ erro: true });
    }
    const other = fresh();
    for (const body of ['<html>', { ...avenue, cep: '01310-100' }, { ...avenue, localidade: 7 }]) {
      behave = says(body);
      expect(await look(other)).toEqual({ erro: true });
      server.shop.cache.expire('*');
    }
    behave = says({ ...avenue, cep: other, complemento: 'x'.repeat(20_000) });
    expect(await look(other)).toEqual({ erro: true });
    behave = says({ erro: true });
    await look(fresh());
  });

  it('REL-22 is not asked for any more after five failures, for half a minute, and then by one', async () => {
    behave = says('broken', 500);
    for (let call = 0; call < 5; call++) expect(await look(fresh())).toEqual({ erro: true });
    expect(asked).toHaveLength(5);
    for (let call = 0; call < 5; call++) expect(await look(fresh())).toEqual({ erro: true });
    expect(asked).toHaveLength(5);
    expect(await look('69980000')).toMatchObject({ localidade: 'Cruzeiro do Sul' });
    await server.shift(31);
    // One tries while the others are kept away; it fails, so all rest again.
    await Promise.all(Array.from({ length: 4 }, () => look(fresh())));
    expect(asked).toHaveLength(6);
    await server.shift(31);
    const found = fresh();
    behave = says({ ...avenue, cep: found });
    expect(await look(found)).toMatchObject({ localidade: 'São Paulo' });
    const again = fresh();
    behave = says({ ...avenue, cep: again });
    expect(await look(again)).toMatchObject({ localidade: 'São Paulo' });
    expect(asked).toHaveLength(8);
  });

  it('REL-17 is waited for five seconds, and its silence is no fault of the shop', {
    timeout: 20_000,
  }, async () => {
    behave = () => undefined;
    const begun = performance.now();
    expect(await look(fresh())).toEqual({ erro: true });
    expect(performance.now() - begun).toBeGreaterThan(4_500);
    expect(performance.now() - begun).toBeLessThan(6_500);
  });

  it('OPS-08 is in no log', () => {
    const text = lines.join('');
    expect(text).toContain('the CEP service did not help');
    for (const code of ['01310', '2000000']) expect(text).not.toContain(code);
  });
});
