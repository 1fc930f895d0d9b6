import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isProblem } from '#contract/problem.ts';
import type { ProblemCode } from '#contract/problem-list.ts';
import { OrderCode } from '#contract/scalars.ts';
import { order } from '#server/db/schema/order.ts';
import { relation } from '#server/db/schema/people/relation.ts';
import { orderCode, randomToken } from '#server/platform/ids.ts';
import type { CodeUse } from '#server/services/people/code/code-use.ts';
import {
  type Lead,
  buy,
  campaignId,
  line,
  newLead,
  newPhone,
  setStock,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, openTestServer } from '#tests/support/store/server.ts';

const EACH = 200;
const AT_ONCE = 32;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * What is drawn at random is told from what is there by more tries than a person has. In process: what is
 * asked is the service that answers the call.
 */
describe('guesses by the thousand', () => {
  let server: TestServer;
  let lead: Lead;
  const caller = { ip: '127.0.0.1', device: undefined };
  beforeAll(async () => {
    server = await openTestServer('postgres');
    await server.core.jobs.stop();
    lead = await newLead(server);
  });
  afterAll(() => server.close());

  /** @returns how often each outcome came; `done` for what was no refusal */
  async function crowd(
    count: number,
    work: (at: number) => Promise<unknown>,
  ): Promise<Partial<Record<ProblemCode | 'done', number>>> {
    const counted: Partial<Record<ProblemCode | 'done', number>> = {};
    let next = 0;
    const one = async () => {
      for (let at = next++; at < count; at = next++) {
        const outcome = await work(at).then(
          () => 'done' as const,
          (error: unknown) => {
            if (isProblem(error)) return error.code;
            throw error;
          },
        );
        counted[outcome] = (counted[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return counted;
  }

  it(`SEC-01 ${4 * EACH} codes that were used, are late, are for something else or of another store open nothing`, async () => {
    const [shop, other] = [server.core.tenants.byId('client'), server.core.tenants.byId('clube')];
    if (!shop || !other) throw new Error('there are no stores');
    const { code } = server.services;
    const userId = uuid();
    const aimed = (boundTo: string, heard: (code: string) => void = () => undefined): CodeUse => ({
      purpose: 'update',
      userId,
      boundTo,
      text: (made) => (heard(made), made),
    });
    /** A code that was sent, by the hundred: what it is is told to whoever sends it for a purpose. */
    const sent = async () => {
      const codes: { phone: string; made: string }[] = [];
      await crowd(EACH, async () => {
        const phone = newPhone();
        await code.send(
          shop,
          { channel: 'SMS', value: phone },
          caller,
          aimed('one', (made) => codes.push({ phone, made })),
        );
      });
      expect(codes).toHaveLength(EACH);
      return (at: number) => codes[at] ?? { phone: '', made: '' };
    };
    const used = await sent();
    const spend = (at: number) => code.check(shop, used(at).phone, used(at).made, caller, aimed('one'));
    expect(await crowd(EACH, spend)).toEqual({ done: EACH });
    expect(await crowd(EACH, spend)).toEqual({ EXPIRED_CODE: EACH });
    const mixed = await sent();
    const { phone, made } = { phone: (at: number) => mixed(at).phone, made: (at: number) => mixed(at).made };
    expect(
      await crowd(EACH, (at) =>
        code.check(
          shop,
          phone(at),
          made(at),
          caller,
          [
            undefined,
            aimed('two'),
            { ...aimed('one'), purpose: 'order' as const },
            { ...aimed('one'), purpose: 'signup' as const },
          ][at % 4],
        ),
      ),
    ).toEqual({ EXPIRED_CODE: EACH });
    expect(await crowd(EACH, (at) => code.check(other, phone(at), made(at), caller, aimed('one')))).toEqual({
      EXPIRED_CODE: EACH,
    });
    await server.shift(300);
    expect(await crowd(EACH, (at) => code.check(shop, phone(at), made(at), caller, aimed('one')))).toEqual({
      EXPIRED_CODE: EACH,
    });
  });

  it('SEC-12 a hundred thousand order codes at random and ten thousand near ones find nothing', async () => {
    await setStock(server, 'tomate', 100);
    const real: string[] = [];
    for (let bought = 0; bought < 10; bought++)
      real.push((await buy(server, lead, [line('tomate', 1)])).order.code);
    const random = Array.from({ length: 100_000 }, orderCode);
    expect(new Set(random).size).toBe(100_000);
    const near = new Set<string>();
    const sign = () => CROCKFORD[randomInt(32)] ?? '0';
    for (let at = 0; near.size < 10_000 && at < 100_000; at++) {
      const code = real[at % real.length] ?? '';
      const place = randomInt(16);
      const bent =
        [
          code.slice(0, place) + sign() + code.slice(place + 1),
          code.slice(0, place) + (code[place + 1] ?? '0') + (code[place] ?? '0') + code.slice(place + 2),
          `${code.slice(1)}${sign()}`,
          `${code.slice(0, place)}${sign()}${code.slice(place + 1, 15)}${sign()}`,
          `${sign()}${sign()}${code.slice(2, 15)}${sign()}`,
        ][at % 5] ?? '';
      // Read as the call reads it; other spellings of a code are the code.
      const read = v.safeParse(OrderCode, at % 2 ? bent.toLowerCase() : bent);
      if (read.success && !real.includes(read.output)) near.add(read.output);
    }
    const all = [...random, ...near];
    let hits = 0;
    for (let at = 0; at < all.length; at += 10_000)
      hits += (
        await server.core.db.read('client', (tx) =>
          tx
            .select({ code: order.code })
            .from(order)
            .where(and(eq(order.tenantId, 'client'), inArray(order.code, all.slice(at, at + 10_000)))),
        )
      ).length;
    expect([all.length, hits]).toEqual([110_000, 0]);
    // What a call answers to them, and to the real ones: those were really looked for.
    const asked = [...near].slice(0, 1_500);
    expect(
      await crowd(asked.length, (at) =>
        server.services.orderReads.public('client', asked[at] ?? '', '127.0.0.1'),
      ),
    ).toEqual({ NOT_FOUND: 1_500 });
    expect(
      await crowd(real.length, (at) =>
        server.services.orderReads.public('client', real[at] ?? '', '127.0.0.1'),
      ),
    ).toEqual({ done: 10 });
  });

  it("SEC-14 ten thousand ids of visitors show nobody, with a secret of one's own, a guessed one or none", async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => newLead(server)));
    const guess = (at: number) => {
      const id = others[at % 20]?.leadId ?? '';
      // Real ones, those beside them, and any.
      return [id, `${id.slice(0, -4)}${(at % 65_536).toString(16).padStart(4, '0')}`, uuid()][at % 3] ?? '';
    };
    const mine = { kind: 'lead' as const, leadId: lead.leadId };
    expect(await crowd(8_000, (at) => server.services.lead.get('client', mine, guess(at)))).toEqual({
      NOT_FOUND: 8_000,
    });
    expect(
      await crowd(1_500, (at) =>
        server.services.authenticator.lead(
          'client',
          at % 2
            ? randomToken()
            : `${others[at % 20]?.leadSecret.slice(0, -1)}${'AQgw'[at % 4] === others[at % 20]?.leadSecret.at(-1) ? 'x' : 'AQgw'[at % 4]}`,
        ),
      ),
    ).toEqual({ NOT_FOUND: 1_500 });
    for (let at = 0; at < 500; at++)
      expect(
        (
          await server.call(
            'GET',
            `/api/users/leads/${guess(at)}`,
            at % 2 ? {} : { leadSecret: randomToken() },
          )
        ).json.code,
      ).toBe('NOT_FOUND');
    expect(
      (await server.call('GET', `/api/users/leads/${lead.leadId}`, { leadSecret: lead.leadSecret })).status,
    ).toBe(200);
  });

  it('SEC-15 ten thousand keys open nothing: ten of each guesser are compared', async () => {
    const shop = server.core.tenants.fallback();
    const real = Array.from({ length: 20 }, orderCode);
    await server.core.db.tenant('client', (tx) =>
      tx.insert(relation).values(
        real.map((code) => ({
          tenantId: 'client',
          code,
          action: 'CAMPAIGN_ACCESS' as const,
          properties: { campaignIds: [campaignId('depois')] },
          createdAt: server.core.clock.date(),
        })),
      ),
    );
    const guessers = Array.from({ length: 20 }, () => ({ kind: 'lead' as const, leadId: uuid() }));
    const guess = (at: number) => {
      const code = real[at % 20] ?? '';
      return at % 2
        ? orderCode()
        : `${code.slice(0, at % 16)}${code[at % 16] === '7' ? '8' : '7'}${code.slice((at % 16) + 1)}`;
    };
    const outcomes = await crowd(10_000, (at) =>
      server.services.access.check(
        shop,
        guessers[at % 20] ?? { kind: 'lead', leadId: '' },
        guess(at),
        '127.0.0.1',
      ),
    );
    expect(outcomes).toEqual({ INVALID_KEY: 200, TOO_MANY_REQUESTS: 9_800 });
    expect(
      await crowd(1, () =>
        server.services.access.check(shop, { kind: 'lead', leadId: lead.leadId }, real[0] ?? '', '127.0.0.1'),
      ),
    ).toEqual({ done: 1 });
  });
});
