import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Client,
  buy,
  campaignId,
  newClient,
  newLead,
  pay,
  person,
  send,
  signIn,
  uuid,
} from '#tests/support/buyers.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

describe.each(engines)('answers on %s', (engine) => {
  let server: TestServer;
  let client: Client;
  beforeAll(async () => {
    server = await openTestServer(engine);
    client = await newClient(server);
  });
  afterAll(() => server.close());

  const tell = (properties: object, who: { bearer: string } = client) =>
    server.call('PUT', '/api/accounts/client', { bearer: who.bearer, body: { ...person, properties } });
  const survey = (scope: string, answers: Record<string, unknown>, id = 'entrega') => ({
    enhancedAnswers: Object.fromEntries(
      Object.entries(answers).map(([question, value]) => [
        `${id}:${scope}:${question}`,
        { value, source: 'SURVEY' },
      ]),
    ),
  });
  const delivered = async (who: { bearer?: string; leadSecret?: string }) => {
    const { order } = await buy(server, who);
    await pay(server, order.code);
    for (const type of ['preparation.started', 'order.shipped', 'order.delivered'])
      await send(server, order.code, type);
    return order.code as string;
  };

  it('to likings are kept when they fit what the document store asks', async () => {
    const { status, json } = await tell({
      likings: [
        { id: 'gosto', values: ['doce', 'amargo'] },
        { id: 'nota', values: ['4'] },
        { id: 'falta', values: ['Jabuticaba'] },
      ],
    });
    expect([status, json.properties.likings]).toEqual([
      200,
      [
        { id: 'gosto', values: ['doce', 'amargo'] },
        { id: 'nota', values: ['4'] },
        { id: 'falta', values: ['Jabuticaba'] },
      ],
    ]);
    // Categories that they name are told of the account wherever it is told of.
    const tastes = async () => (await server.call('GET', '/api/accounts/client', client)).json.tastes;
    expect([json.tastes, await tastes()]).toEqual([['frutas'], ['frutas']]);
    for (const wrong of [
      { id: 'nada', values: ['x'] },
      { id: 'casa', values: ['uma', 'mais'] },
      { id: 'nota', values: ['6'] },
      { id: 'gosto', values: ['salgado'] },
      { id: 'gosto', values: ['doce', 'doce'] },
    ])
      expect((await tell({ likings: [wrong] })).json).toMatchObject({
        code: 'MALFORMED',
        fields: [{ field: 'properties.likings.0' }],
      });
    expect(
      (
        await tell({
          likings: [
            { id: 'casa', values: ['uma'] },
            { id: 'casa', values: ['mais'] },
          ],
        })
      ).json.fields,
    ).toMatchObject([{ field: 'properties.likings.1' }]);
    // An empty one takes the answer back; whatever is not named at all stays.
    expect(
      (
        await tell({
          likings: [
            { id: 'gosto', values: [] },
            { id: 'nota', values: ['4'] },
          ],
        })
      ).json.properties.likings,
    ).toEqual([{ id: 'nota', values: ['4'] }]);
    expect(await tastes()).toBe(undefined);
    expect((await tell({ appVersion: '5.1.31' })).json.properties.likings).toEqual([
      { id: 'nota', values: ['4'] },
    ]);
  });

  it('that are needed and not given are told with a new account', async () => {
    const signed = await signIn(server);
    const { json: user } = await server.call('GET', '/api/users', signed);
    const made = await server.call('POST', `/api/accounts/client/user/${user.id}`, {
      body: person,
      ...(signed.grant ? { grant: signed.grant } : {}),
    });
    expect([made.status, made.json.lacksLikings]).toEqual([201, true]);
  });

  it('carry the time of the server and are no longer lost', async () => {
    const { json } = await tell({
      enhancedAnswers: {
        nota: { value: 3, source: 'LIKING', at: '1999-01-01T00:00:00.000Z' },
        recado: { value: 'Deixar na portaria', source: 'EXTRA' },
      },
    });
    expect(json.properties.enhancedAnswers).toEqual({
      nota: { value: 3, source: 'LIKING', at: expect.stringMatching(/^20[2-9]/) },
      recado: { value: 'Deixar na portaria', source: 'EXTRA', at: expect.any(String) },
    });
    const at = json.properties.enhancedAnswers.nota.at;
    await server.shift(60);
    const again = await tell({ enhancedAnswers: { nota: { value: 3, source: 'LIKING' } } });
    expect([
      again.json.properties.enhancedAnswers.nota.at,
      again.json.properties.enhancedAnswers.recado.value,
    ]).toEqual([at, 'Deixar na portaria']);
    expect(
      (await tell({ enhancedAnswers: { nota: { value: 5, source: 'LIKING' } } })).json.properties
        .enhancedAnswers.nota.at,
    ).not.toBe(at);
    for (const [key, answer] of [
      ['nada', { value: 'x', source: 'LIKING' }],
      ['nota', { value: 9, source: 'LIKING' }],
      ['a:b', { value: 'x', source: 'EXTRA' }],
      ['x y', { value: 'x', source: 'EXTRA' }],
      ['k', { value: 'x', source: 'OTHER' }],
      ['k', { value: { a: 1 }, source: 'EXTRA' }],
    ] as const)
      expect([
        key,
        (await tell({ enhancedAnswers: JSON.parse(`{"${key}": ${JSON.stringify(answer)}}`) })).json.code,
      ]).toEqual([key, 'MALFORMED']);
  });

  it('to a survey are given once per delivered order of one’s own, whole', async () => {
    const { bearer } = await signIn(server, client.phone);
    client = { ...client, bearer };
    const { order } = await buy(server, client);
    expect((await tell(survey(order.code, { nota: 5 }))).json.code).toBe('MALFORMED');
    const code = await delivered(client);
    expect((await tell(survey(code, { recado: 'Bom' }))).json.fields).toMatchObject([
      { field: `properties.enhancedAnswers.entrega:${code}:nota` },
    ]);
    for (const [scope, answers, id] of [
      [code, { nota: 7 }, 'entrega'],
      [code, { nada: 'x' }, 'entrega'],
      [code, { nota: 5 }, 'outra'],
      ['0000000000000000', { nota: 5 }, 'entrega'],
    ] as const)
      expect((await tell(survey(scope, answers, id))).json.code).toBe('MALFORMED');
    const other = await newClient(server);
    expect((await tell(survey(code, { nota: 1 }), other)).json.code).toBe('MALFORMED');
    const { status, json } = await tell(survey(code, { nota: 5, recado: 'Tudo fresco' }));
    expect([status, json.properties.enhancedAnswers[`entrega:${code}:nota`]]).toEqual([
      200,
      { value: 5, source: 'SURVEY', at: expect.any(String) },
    ]);
    expect((await tell(survey(code, { nota: 5, recado: 'Tudo fresco' }))).status).toBe(200);
    expect((await tell(survey(code, { nota: 1 }))).json).toMatchObject({ status: 409, code: 'ANSWERED' });
    expect((await tell(survey(await delivered(client), { nota: 2 }))).status).toBe(200);
  });

  it('about a campaign name one that there is', async () => {
    expect((await tell(survey(campaignId(), { volta: 'sim' }, 'campanha'))).status).toBe(200);
    for (const scope of [uuid(), 'semana'])
      expect((await tell(survey(scope, { volta: 'sim' }, 'campanha'))).json.code).toBe('MALFORMED');
  });

  it('of a visitor stay with them and go along to their account', async () => {
    const lead = await newLead(server);
    const put = (properties: object) =>
      server.call('PUT', '/api/users/leads', { leadSecret: lead.leadSecret, body: { properties } });
    expect(
      (
        await put({
          likings: [{ id: 'gosto', values: ['azedo'] }],
          ...survey(await delivered(lead), { nota: 3 }),
        })
      ).status,
    ).toBe(200);
    expect((await put({ likings: [{ id: 'gosto', values: ['sal'] }] })).json.fields).toMatchObject([
      { field: 'properties.likings.0' },
    ]);
    const { json } = await put({ other: 'kept', likings: [{ id: 'gosto', values: ['azedo'] }] });
    expect([Object.values(json.properties.enhancedAnswers), json.properties.other]).toEqual([
      [{ value: 3, source: 'SURVEY', at: expect.any(String) }],
      'kept',
    ]);
    const signed = await signIn(server);
    const { json: user } = await server.call('GET', '/api/users', signed);
    const made = await server.call('POST', `/api/accounts/client/user/${user.id}?lead_id=${lead.leadId}`, {
      body: person,
      leadSecret: lead.leadSecret,
      ...(signed.grant ? { grant: signed.grant } : {}),
    });
    expect([
      made.status,
      made.json.properties.likings,
      Object.values(made.json.properties.enhancedAnswers).length,
    ]).toEqual([201, [{ id: 'gosto', values: ['azedo'] }], 1]);
    // One that must be answered is, by what came along; whoever brings none is told once.
    expect(made.json.lacksLikings).toBe(false);
    const { json: exported } = await server.call('GET', '/api/accounts/client/export', signed);
    expect(exported.data.account[0].properties.likings).toEqual([{ id: 'gosto', values: ['azedo'] }]);
  });
});
