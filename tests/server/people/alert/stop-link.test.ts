import { afterAll, beforeEach, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newLead, newPhone } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';
import { OPENING, aboutOpening, asking, newEmail, stopLinkIn } from './asking.ts';

describe.each(engines)('the link that stops alerts on %s', (engine) => {
  let server: TestServer;
  const { ask, waiting, agreed, sent, settle, rewind } = asking(() => server);
  beforeAll(async () => {
    server = await openTestServer(engine);
  });
  afterEach(() => rewind());
  afterAll(() => server.close());

  /** Somebody who was told of one campaign and asked for another. @returns the link of what they were told */
  let [phone, link, leadId] = ['', '', ''];
  beforeEach(async () => {
    phone = newPhone();
    const lead = await newLead(server);
    leadId = lead.leadId;
    await ask(lead, { when: 'OPENS', channel: 'SMS', contact: phone });
    await server.shift(OPENING);
    await settle();
    link = stopLinkIn((await sent(phone))[0]);
    await rewind();
    await ask(lead, { when: 'OPENS', channel: 'SMS', contact: phone });
  });

  it('shows one button and changes nothing, whatever opens it first and however often', async () => {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const { status, text, headers } = await server.call(method, link);
      expect([method, status, headers.get('cache-control')]).toEqual([method, 200, 'no-store']);
      if (method === 'HEAD') continue;
      expect(text.match(/<form method="post">.*?<\/form>/g)).toEqual([
        '<form method="post"><p><button>Parar os avisos</button></p></form>',
      ]);
      expect(text).toContain(`•••${phone.slice(-4)}`);
      expect(text).not.toContain(phone);
      expect(text).not.toMatch(/<script|<img|src=|url\(/);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self';/,
      );
      // A page that says no referrer would send its form as a stranger's.
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
    expect((await waiting(phone)).length).toBe(1);
  });

  it('takes back all that waits for its contact at one tap, and again changes nothing', async () => {
    const other = await newLead(server);
    await ask(other, { when: 'OPENS', channel: 'SMS', contact: phone });
    const tap = () =>
      server.call('POST', link, {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
        origin: 'own',
      });
    for (let taps = 0; taps < 2; taps++) {
      const { status, text } = await tap();
      expect([status, text.includes('Avisos parados')]).toEqual([200, true]);
    }
    expect(await waiting(phone)).toEqual([]);
    for (const id of [leadId, other.leadId])
      expect((await agreed(`lead:${id}`)).at(-1)).toEqual(['alert', false, aboutOpening()]);
    await server.shift(OPENING);
    await settle();
    expect((await sent(phone)).length).toBe(1);
  });

  it('is pressed by mail programs at once, from no page', async () => {
    const { status } = await server.call('POST', link, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect([status, await waiting(phone)]).toEqual([200, []]);
  });

  it('is of this store alone, and of nobody who makes one up or presses it from another site', async () => {
    const [head = '', body = ''] = link.slice('/alert/'.length).split('.');
    const forged = [
      `${head}.${body.slice(0, -2)}AA`,
      server.core.secrets.seal(JSON.stringify([phone, 'client', phone])),
      server.core.secrets.seal('{}'),
      'a',
      '%F0%9F',
    ].map((token) => `/alert/${token}`);
    for (const path of forged)
      for (const method of ['GET', 'POST'])
        expect([path, method, (await server.call(method, path)).status]).toEqual([path, method, 404]);
    expect((await server.call('POST', link, { host: 'clube.localhost' })).status).toBe(404);
    expect((await server.call('POST', link, { origin: 'https://elsewhere.example' })).json.code).toBe(
      'FOREIGN_ORIGIN',
    );
    expect((await waiting(phone)).length).toBe(1);
  });

  it('leads to a host of the store alone, whatever host the request was sent to', async () => {
    const email = newEmail();
    await server.call('POST', '/api/operation/campaigns/depois/alerts', {
      leadSecret: (await newLead(server)).leadSecret,
      host: 'feira.localhost:4999',
      body: { when: 'OPENS', channel: 'EMAIL', contact: email },
    });
    expect(await waiting(email)).toMatchObject([{ origin: 'http://feira.localhost:4999' }]);
  });
});
