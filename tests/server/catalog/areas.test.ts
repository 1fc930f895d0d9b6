import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Campaign } from '#contract/campaign.ts';
import type { QuoteOption } from '#contract/cart.ts';
import { distanceKm } from '#domain/place/location.ts';
import { type Point } from '#domain/place/point.ts';
import { idOf } from '#server/platform/ids.ts';
import { readTenant } from '#server/tenants/read.ts';
import { type Lead, home, lockCart, newCart, newLead, see } from '#tests/support/buyers.ts';
import { load } from '#tests/support/tenants/changes.ts';
import { deliveryId, setClock } from '#tests/support/tenants/delivery-tenant.ts';
import { type TestServer, engines, openTestServer } from '#tests/support/store/server.ts';

const feira = join(import.meta.dirname, '../../../src/shops/feira');
type Json = Record<string, unknown>;

/** Feira's folder with another place to deliver to, read and checked as an operator's is. */
async function folderWith({ hub, campaign, area }: { hub: Json; campaign: Json; area?: Json }) {
  const folder = await mkdtemp(join(tmpdir(), 'areas-'));
  try {
    await cp(feira, folder, { recursive: true });
    const change = async <T>(file: string, alter: (body: T) => unknown) =>
      writeFile(
        join(folder, file),
        JSON.stringify(alter(JSON.parse(await readFile(join(folder, file), 'utf8')) as T)),
      );
    await change<Json[]>('hubs.json', (all) =>
      all.map((one) => (one['slug'] === 'galpao-barra-funda' ? { ...one, ...hub } : one)),
    );
    await change<Json[]>('campaigns.json', (all) =>
      all.map((one) =>
        one['slug'] === 'feira-da-semana'
          ? { ...one, cartControls: { discountRules: [] }, ...campaign }
          : one,
      ),
    );
    await change<{ features: Json[] }>('areas.json', (all) => ({
      ...all,
      features: [...all.features, ...(area ? [area] : [])],
    }));
    return await readTenant(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const warehouse = { latitude: -23.5297, longitude: -46.657 };
const square = { latitude: -23.55, longitude: -46.69 };
const circle = {
  type: 'Feature',
  id: 'praca',
  properties: { name: 'Em volta da praça', city: 'São Paulo', radiusKm: 5 },
  geometry: { type: 'Point', coordinates: [square.longitude, square.latitude] },
};
/** A point to the north, so many km by the distance of the specification: 6371 km × 1.363636. */
const northOf = ({ latitude, longitude }: Point, km: number): Point => ({
  latitude: latitude + ((km / (6371 * 1.363636)) * 180) / Math.PI,
  longitude,
});
const campinas = { latitude: -22.9056, longitude: -47.0608 };
const rio = { latitude: -22.9, longitude: -43.2 };

describe.each(engines)('areas that are loaded from a folder on %s', (engine) => {
  let server: TestServer;
  let lead: Lead;
  beforeAll(async () => {
    server = await openTestServer(engine, { tenants: 'none' });
    await server.core.jobs.stop();
    await setClock(server, '2027-03-16T10:00:00-03:00');
    await load(server, await readTenant(feira));
    lead = await newLead(server);
  });
  afterAll(() => server.close());

  /** What the quote and the hold say of a point: both the same. */
  async function brought(point: Point): Promise<string> {
    const lines = [
      {
        id: idOf('client', 'item', 'feira-da-semana', 'tomate-italiano'),
        campaignId: idOf('client', 'campaign', 'feira-da-semana'),
        quantity: 1,
      },
    ];
    const { uuid } = await newCart(server, lead, lines, {
      location: { ...home, ...point },
      shippingMethod: { id: deliveryId('shipping', 'entrega-expressa'), type: 'EXPRESS' },
    });
    const quote = (await see(server, lead, `/api/operation/orders/quote/${uuid}`)).json;
    const { status, json } = await lockCart(server, lead, uuid);
    const isQuoted = quote.options.some(({ type }: QuoteOption) => type === 'EXPRESS');
    expect([isQuoted, quote.refusal]).toEqual(status === 200 ? [true, undefined] : [false, json.detail]);
    return status === 200 ? 'brought' : `${json.code} ${json.detail}`;
  }
  const isListed = async ({ latitude, longitude }: Point) => {
    const { json } = await see(
      server,
      lead,
      `/api/operation/campaigns/lead/${lead.leadId}/within?latitude=${latitude}&longitude=${longitude}`,
    );
    return json.some(({ slug }: Campaign) => slug === 'feira-da-semana');
  };

  it('are as far as a radius reaches, border included', async () => {
    await load(
      server,
      await folderWith({ hub: { areas: ['praca'] }, campaign: { areas: ['praca'] }, area: circle }),
    );
    const border = northOf(square, 5);
    expect(distanceKm(square, border)).toBeCloseTo(5, 9);
    for (const point of [square, border, northOf(square, -5), northOf(square, 4.999)])
      expect([await brought(point), await isListed(point)]).toEqual(['brought', true]);
    // The bare great circle would still reach 6 km of the specification's distance.
    for (const point of [northOf(square, 5.001), northOf(square, -5.001), northOf(square, 6), rio])
      expect([await brought(point), await isListed(point)]).toEqual(['LOCK AREA', false]);
  });

  it('are a circle around a hub', async () => {
    await load(server, await folderWith({ hub: { areas: [], radiusKm: 3 }, campaign: { areas: [] } }));
    expect([
      await brought(northOf(warehouse, 3)),
      await brought(northOf(warehouse, 3.001)),
      await isListed(rio),
    ]).toEqual(['brought', 'LOCK AREA', true]);
    const { json } = await server.call('GET', '/api/operation/hubs/campaign/feira-da-semana');
    expect(
      json.find(({ id }: { id: string }) => id === deliveryId('hub', 'galpao-barra-funda')).area,
    ).toEqual({ ...warehouse, radiusKm: 3 });
  });

  it('are polygons and circles together', async () => {
    await load(
      server,
      await folderWith({
        hub: { areas: ['campinas', 'praca'], radiusKm: 1 },
        campaign: { areas: ['campinas', 'sao-paulo', 'praca'] },
        area: circle,
      }),
    );
    for (const point of [campinas, northOf(square, 5), northOf(warehouse, 1)])
      expect(await brought(point)).toBe('brought');
    for (const point of [northOf(square, -5.001), rio]) expect(await brought(point)).toBe('LOCK AREA');
    const { json } = await server.call('GET', '/api/operation/hubs/campaign/feira-da-semana');
    expect(
      json.find(({ id }: { id: string }) => id === deliveryId('hub', 'galpao-barra-funda')).area,
    ).toMatchObject([{ type: 'Polygon' }, { ...square, radiusKm: 5 }, { ...warehouse, radiusKm: 1 }]);
  });
});
