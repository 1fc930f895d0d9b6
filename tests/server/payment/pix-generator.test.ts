import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dynamicPixCode, staticPixCode } from '#domain/money/pix.ts';
import { cents } from '#contract/money.ts';
import { type Lead, buy, newLead, pay, see } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('a third party that writes Pix codes on %s', (engine) => {
  let server: TestServer;
  let peer: Server;
  let lead: Lead;
  let asked: URL[] = [];
  let say: (url: URL) => [status: number, text: string];
  const lines: string[] = [];
  const code = (url: URL, change: object = {}) =>
    dynamicPixCode({
      url: url.searchParams.get('location') ?? '',
      name: url.searchParams.get('nome') ?? '',
      city: url.searchParams.get('cidade') ?? '',
      ...change,
    }) ?? '';
  beforeAll(async () => {
    peer = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://peer');
      asked.push(url);
      const [status, text] = say(url);
      response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
    }).listen(0, '127.0.0.1');
    await once(peer, 'listening');
    server = await openTestServer(engine, {
      env: { PIX_PROVIDER: `http://127.0.0.1:${(peer.address() as AddressInfo).port}/api/v1` },
      lines,
    });
    lead = await newLead(server);
  });
  afterAll(async () => {
    await server.close();
    peer.closeAllConnections();
    peer.close();
  });
  const alarms = async () =>
    Number(
      /^vitrine_alarms_total\{kind="foreign_pix_code"\} (\d+)$/m.exec(
        await server.core.metrics.text(),
      )?.[1] ?? 0,
    );
  const shown = async () => {
    const { order } = await buy(server, lead);
    asked = [];
    return {
      order,
      brCode: (await see(server, lead, `/api/pix/qrcode?id=${order.code}`)).json.brCode as string,
    };
  };

  it('is asked in the words of the specification, and nothing of the buyer with them; what it says is shown when it says the same', async () => {
    say = (url) => [200, `${code(url)}\n`];
    const { order, brCode } = await shown();
    expect(asked.map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])).toEqual([
      [
        '/api/v1',
        {
          nome: 'LOJA DE TESTE',
          cidade: 'SAO PAULO',
          saida: 'br',
          location: expect.stringMatching(/^pix\.sandbox\.invalid\/qr\/v2\/cob\/[0-9a-f]{32}$/),
        },
      ],
    ]);
    expect(brCode).toBe(asked[0] && code(asked[0]));
    expect((await pay(server, order.code)).status).toBe(202);
    expect((await see(server, lead, `/api/operation/orders/code/${order.code}`)).json.state).toBe('PAID');
  });

  it.each<[string, (url: URL) => string]>([
    ['another place', (url) => code(url, { url: 'pix.ladrao.invalid/qr/v2/cob/1' })],
    ['another name', (url) => code(url, { name: 'LADRAO' })],
    ['another city', (url) => code(url, { city: 'MANAUS' })],
    [
      'a code of its own key',
      () =>
        staticPixCode({
          key: 'ladrao@exemplo.com',
          name: 'LOJA DE TESTE',
          city: 'SAO PAULO',
          amount: cents(990),
          orderCode: '0'.repeat(16),
          attempt: 1,
        }) ?? '',
    ],
    ['a code with a wrong sum', (url) => code(url).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['no code', () => '<html>'],
  ])('SEC-21 changes nothing when it says something else: %s', async (_, text) => {
    const before = await alarms();
    say = (url) => [200, text(url)];
    const { brCode } = await shown();
    expect([asked.length, brCode, await alarms()]).toEqual([1, asked[0] && code(asked[0]), before + 1]);
  });

  it('holds nobody up when it fails, and is left alone after five times', async () => {
    say = () => [500, 'x'];
    for (let time = 1; time <= 6; time++) {
      const { brCode } = await shown();
      expect([brCode.includes('pix.sandbox.invalid'), asked.length]).toEqual([true, time <= 5 ? 1 : 0]);
    }
  });
});
