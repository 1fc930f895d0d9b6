import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { TenantCampaign } from '#contract/tenant/tenant-catalog.ts';
import { rowsOf } from '#server/tenants/project.ts';
import { readTenant } from '#server/tenants/read.ts';
import { folderOf, spoil } from '#tests/support/tenants/spoilt-tenant.ts';

const feira = await readTenant(folderOf('feira'));

describe('the reader of a tenant’s places and times', () => {
  const areas = (properties: object, geometry: object) => () =>
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          id: 'centro',
          properties: { name: 'Centro', city: 'São Paulo', ...properties },
          geometry,
        },
      ],
    });

  it.each([
    [
      'a point without a radius',
      'areas.json',
      areas({}, { type: 'Point', coordinates: [-46.6, -23.5] }),
      /areas\.json, campo features\.0\.properties\.radiusKm: Um ponto \(Point\) tem raio/,
    ],
    [
      'an outline with a radius',
      'areas.json',
      areas(
        { radiusKm: 5 },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 1],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      ),
      /areas\.json, campo features\.0\.properties\.radiusKm: Um ponto \(Point\) tem raio; um contorno \(Polygon\) não/,
    ],
    [
      'a radius of nothing',
      'areas.json',
      areas({ radiusKm: 0 }, { type: 'Point', coordinates: [-46.6, -23.5] }),
      /areas\.json, campo features\.0\.properties\.radiusKm: Use um raio maior que zero, em km\. \(veio 0\)/,
    ],
    [
      'a point that is nowhere',
      'areas.json',
      areas({ radiusKm: 5 }, { type: 'Point', coordinates: [-46.6, -123.5] }),
      /areas\.json, campo features\.0\.geometry\.coordinates\.1: A latitude vai de -90 a 90\. \(veio -123\.5\)/,
    ],
    [
      'an outline that stays open',
      'areas.json',
      areas(
        {},
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 1],
              [1, 1],
              [1, 0],
            ],
          ],
        },
      ),
      /areas\.json, campo features\.0\.geometry\.coordinates\.0: O contorno acaba no ponto em que começa/,
    ],
    [
      'a shape that is none',
      'areas.json',
      areas({}, { type: 'Circle', coordinates: [0, 0] }),
      /areas\.json, campo features\.0\.geometry\.type: esperamos "Polygon" ou "Point", veio "Circle"/,
    ],
    [
      'a point with its numbers swapped',
      'areas.json',
      areas({ radiusKm: 5 }, { type: 'Point', coordinates: [-23.55, -46.63] }),
      /areas\.json, campo features\.0\.geometry\.coordinates: Há uma posição fora do Brasil: cada uma é \[longitude, latitude\], como \[-46\.63, -23\.55\]\.$/m,
    ],
    [
      'an outline with its numbers swapped',
      'areas.json',
      areas(
        {},
        {
          type: 'Polygon',
          coordinates: [
            [
              [-46.6, -23.5],
              [-46.5, -23.5],
              [-23.4, -46.5],
              [-46.6, -23.5],
            ],
          ],
        },
      ),
      /areas\.json, campo features\.0\.geometry\.coordinates: Há uma posição fora do Brasil/,
    ],
    [
      'a position of one number',
      'areas.json',
      areas({ radiusKm: 5 }, { type: 'Point', coordinates: '-46.6, -23.5' }),
      /areas\.json, campo features\.0\.geometry\.coordinates: Escreva a posição como \[longitude, latitude\]/,
    ],
    [
      'a hub with a radius of nothing',
      'hubs.json',
      (text: string) => text.replace('"areas": []', '"areas": [], "radiusKm": -1'),
      /hubs\.json, campo 0\.radiusKm: Use um raio maior que zero, em km/,
    ],
    [
      'a sign-in whose picture is not there',
      'tenant.json',
      (text: string) =>
        text.replace(
          '"flags"',
          '"sso": [{ "id": "empresa", "label": "Empresa", "icon": "empresa.svg", "issuer": "https://entrar.exemplo.com", "clientId": "vitrine" }], "flags"',
        ),
      /tenant\.json, sso\.0\.icon: falta o arquivo "empresa\.svg" na pasta media/,
    ],
    [
      'an end before there were computers',
      'campaigns.json',
      (text: string) => text.replace(/"expired": \{[^}]*\}/, '"expired": { "end": 12 }'),
      /campaigns\.json, campo 0\.expired\.end: Use a data como 2026-12-25T23:00:00Z, ou os segundos desde 1970/,
    ],
    [
      'two windows that begin together',
      'shipping.json',
      (text: string) =>
        text.replace(
          /"windows": \[/,
          '"windows": [{ "id": "cedo", "days": [1, 2], "start": "07:00", "end": "08:00", "capacity": 1 }, { "id": "longa", "days": [2], "start": "07:00", "end": "10:00", "capacity": 1 },',
        ),
      /shipping\.json, [a-z-]+, windows, dia 2, start: "07:00" aparece duas vezes/,
    ],
    [
      'an end that is no date',
      'campaigns.json',
      (text: string) => text.replace(/"expired": \{[^}]*\}/, '"expired": { "end": "amanhã" }'),
      /campaigns\.json, campo 0\.expired\.end: /,
    ],
  ])('names file and field of %s', async (_what, file, change, message) => {
    expect(await spoil(file, change)).toMatch(message);
  });

  it('takes a point with a radius, beside outlines and around a hub', async () => {
    expect(
      await spoil('areas.json', areas({ radiusKm: 12.5 }, { type: 'Point', coordinates: [-46.6, -23.5] })),
    ).toBe('read');
    expect(
      await spoil('hubs.json', (text) => text.replace('"areas": []', '"areas": [], "radiusKm": 3')),
    ).toBe('read');
  });
});

describe('the end of a campaign', () => {
  const [week] = feira.campaigns;
  it.each([
    ['2026-12-25T23:00:00Z', '2026-12-25T23:00:00.000Z'],
    [1_798_239_600, '2026-12-25T23:00:00.000Z'],
    [1_798_239_600_000, '2026-12-25T23:00:00.000Z'],
  ])('may be told as %s', (end, at) => {
    const campaign = v.parse(TenantCampaign, JSON.parse(JSON.stringify({ ...week, expired: { end } })));
    const [row] = rowsOf({ ...feira, campaigns: [campaign] }, new Date(0)).campaigns;
    expect([row?.endsAt?.toISOString(), row?.body['expired']]).toEqual([at, { end: at }]);
  });
});
