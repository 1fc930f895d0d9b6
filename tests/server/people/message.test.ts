import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { eq } from 'drizzle-orm';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { message } from '#server/db/schema/message.ts';
import { askCode, login, newPhone } from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

interface Mail {
  from: string;
  to: string[];
  raw: string;
}

describe.each(engines)('messages on %s', (engine) => {
  let server: TestServer;
  const mails: Mail[] = [];
  const texts: { authorization: string | undefined; body: { to: string; text: string } }[] = [];
  let mailFaults = 0;
  let smsFaults = 0;
  const lines: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, { envelope }, done) {
      const take = async () => {
        const raw = await text(stream);
        if (mailFaults === 0)
          return void mails.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw,
          });
        mailFaults--;
        throw Object.assign(new Error('mailbox maria@exemplo.com busy'), { responseCode: 450 });
      };
      callbackify(take)((error) => done(error));
    },
  });
  const gateway = createServer((request, response) => {
    void text(request).then((body) => {
      if (smsFaults > 0) {
        smsFaults--;
        return response.writeHead(503).end('+5511 busy');
      }
      texts.push({ authorization: request.headers.authorization, body: JSON.parse(body) });
      response.writeHead(202).end();
    });
  });
  const listening = (to: { listen(port: number, host: string, done: () => void): unknown }) =>
    new Promise<void>((resolve) => void to.listen(0, '127.0.0.1', resolve));

  beforeAll(async () => {
    await Promise.all([listening(smtp), listening(gateway)]);
    const mailPort = (smtp.server.address() as AddressInfo).port; // listens on TCP
    const smsPort = (gateway.address() as AddressInfo).port; // listens on TCP
    server = await openTestServer(engine, {
      lines,
      env: {
        SANDBOX: '0',
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        MAIL_FROM: 'Feira <ola@exemplo.com>',
        SMS_URL: `http://127.0.0.1:${smsPort}/send`,
        SMS_TOKEN: 'a-token',
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
    gateway.closeAllConnections();
    await new Promise<void>((resolve) => void gateway.close(() => resolve()));
  });

  it('leave by SMTP: the code in an e-mail signs in', async () => {
    expect(
      (await server.call('POST', '/api/users/authenticate/email', { body: { email: 'maria@exemplo.com' } }))
        .status,
    ).toBe(201);
    await server.drain();
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect([mail?.from, mail?.to]).toEqual(['ola@exemplo.com', ['maria@exemplo.com']]);
    const code = /(\d{6}) =?/.exec(mail?.raw.split('\r\n\r\n')[1] ?? '')?.[1] ?? '';
    expect((await login(server, 'maria@exemplo.com', code)).status).toBe(200);
    const rows = await server.core.db.read('client', (tx) =>
      tx.select().from(message).where(eq(message.recipient, 'maria@exemplo.com')),
    );
    expect(rows).toMatchObject([{ state: 'sent', tries: 1 }]);
  });

  it('leave by an SMS gateway over HTTP', async () => {
    const phone = newPhone();
    await askCode(server, phone);
    await server.drain();
    expect(texts).toMatchObject([
      {
        authorization: 'Bearer a-token',
        body: {
          to: phone,
          // By its last line a phone fills it into a page of this host alone.
          text: expect.stringMatching(
            /^(\d{6}) é o seu código para entrar em Feira de Teste[^\n]*\n\n@feira\.localhost #\1$/,
          ),
        },
      },
    ]);
    expect((await login(server, phone, texts[0]?.body.text.slice(0, 6) ?? '')).status).toBe(200);
  });

  it('of an alert let mail programs stop it with a button of their own', async () => {
    const to = 'lia@exemplo.com';
    const { json } = await server.call('POST', '/api/users/leads', { body: {} });
    const asked = await server.call('POST', '/api/operation/campaigns/depois/alerts', {
      leadSecret: json.secret,
      body: { when: 'OPENS', channel: 'EMAIL', contact: to },
    });
    expect(asked.status).toBe(200);
    await server.shift(5 * 3_600 + 1);
    await server.sweep();
    await server.drain();
    const raw = (mails.find((mail) => mail.to.includes(to))?.raw ?? '').replace(/\r\n[ \t]/g, ' ');
    expect(raw).toMatch(/^List-Unsubscribe: <http:\/\/feira\.localhost\/alert\/[\w.-]+>$/m);
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    await server.core.clock.shift(0);
  });

  it('are tried again when a provider does not take them, once each, and name nobody in queue or log', async () => {
    mailFaults = 1;
    smsFaults = 1;
    const [mailsBefore, textsBefore] = [mails.length, texts.length];
    const phone = newPhone();
    await server.call('POST', '/api/users/authenticate/email', { body: { email: 'joana@exemplo.com' } });
    await askCode(server, phone);
    await server.core.jobs.drain(15_000);
    expect([mails.length - mailsBefore, texts.length - textsBefore]).toEqual([1, 1]);
    const rows = await server.core.db.read('client', (tx) => tx.select().from(message));
    for (const recipient of ['joana@exemplo.com', phone])
      expect(rows.find((row) => row.recipient === recipient)).toMatchObject({ state: 'sent', tries: 2 });
    const { rows: jobs } = await server.core.db.executeSql(
      'select data::text || coalesce(output::text, $$$$) as kept from pgboss.job',
    );
    const kept = (jobs as { kept: string }[]).map((job) => job.kept).join() + lines.join();
    for (const name of ['joana', 'maria', phone, phone.slice(1), '+5511 busy', 'mailbox'])
      expect(kept).not.toContain(name);
    expect(lines.join()).toContain('a message was not taken');
  });

  it('with a code are not sent any more when it has expired', async () => {
    await server.core.jobs.stop();
    const before = texts.length;
    const phone = newPhone();
    await askCode(server, phone);
    await server.shift(301);
    await server.core.jobs.start();
    await server.drain();
    expect(texts).toHaveLength(before);
    expect(
      await server.core.db.read('client', (tx) =>
        tx.select().from(message).where(eq(message.recipient, phone)),
      ),
    ).toMatchObject([{ state: 'failed' }]);
  });
});

describe('messages without a provider', () => {
  it('stay in the queue outside the sandbox, where somebody would wait for them', async () => {
    const server = await openTestServer('pglite', { env: { SANDBOX: '0' } });
    try {
      const phone = newPhone();
      await askCode(server, phone);
      const rowOf = async () =>
        (
          await server.core.db.read('client', (tx) =>
            tx.select().from(message).where(eq(message.recipient, phone)),
          )
        )[0];
      await expect.poll(async () => (await rowOf())?.tries, { timeout: 10_000 }).toBeGreaterThan(0);
      expect((await rowOf())?.state).toBe('queued');
    } finally {
      await server.close();
    }
  });
});
