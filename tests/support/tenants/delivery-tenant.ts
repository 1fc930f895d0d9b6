import * as v from 'valibot';
import { TenantAreas, TenantHub, TenantShippingMethod } from '#contract/tenant/tenant-place.ts';
import { idOf } from '#server/platform/ids.ts';
import type { TenantData } from '#server/tenants/data.ts';
import type { TestServer } from '../store/server.ts';
import { tinyTenants } from './tiny-tenants.ts';

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const workdays = [1, 2, 3, 4, 5, 6];
export const deliveryId = (kind: 'shipping' | 'hub', slug: string) => idOf('client', kind, slug);

const methods = [
  {
    slug: 'entrega',
    name: 'Entrega agendada',
    type: 'SCHEDULED',
    price: 7.9,
    freeAbove: 150,
    days: { min: 1, max: 3 },
    windows: [
      { id: 'manha', days: everyDay, start: '08:00', end: '10:00', capacity: 50 },
      { id: 'tarde-14', days: everyDay, start: '14:00', end: '16:00', price: 5.5, capacity: 50 },
      { id: 'noite-18', days: everyDay, start: '18:00', end: '20:00', price: 9.9, capacity: 50 },
    ],
  },
  { slug: 'expressa', name: 'Entrega expressa', type: 'EXPRESS', price: 16.9, days: { min: 0, max: 1 } },
  {
    slug: 'retirada',
    name: 'Retirada',
    type: 'PICKUP',
    price: 0,
    days: { min: 0, max: 2 },
    windows: [{ id: 'dia', days: everyDay, start: '09:00', end: '20:00', capacity: 50 }],
  },
];
const hub = (slug: string, more: object = {}) => ({
  slug,
  name: `Ponto ${slug}`,
  type: 'BOTH',
  latitude: -23.55,
  longitude: -46.69,
  areas: ['centro'],
  hours: workdays.map((weekday) => ({ weekday, open: '06:00', close: '22:00' })),
  holidays: ['12-25'],
  leadTimeMin: 60,
  cutoff: '16:00',
  pickup: { enabled: true, instructions: 'No balcão', holdDays: 2 },
  shippingMethodIds: ['entrega', 'expressa', 'retirada'],
  ...more,
});

/**
 * The tiny shop with windows that have prices of their own, a delivery without windows and two pickup points
 * that share their windows. Closed on Sundays and at Christmas.
 */
export function deliveryTenant(
  change: {
    hubs?: object[];
    methods?: object[];
    areas?: object[];
    campaigns?: (data: TenantData) => TenantData['campaigns'];
  } = {},
): TenantData {
  const [base] = tinyTenants();
  if (!base) throw new Error('there is no tiny tenant');
  const address = base.hubs[0]?.address;
  const hubs = (
    change.hubs ?? [hub('banca'), hub('quiosque', { type: 'PICKUP', shippingMethodIds: ['retirada'] })]
  ).map((one) => ({ ...hub('banca'), address, ...one }));
  const campaigns =
    change.campaigns?.(base) ?? base.campaigns.map((one) => ({ ...one, hubs: hubs.map(({ slug }) => slug) }));
  return {
    ...base,
    campaigns,
    hubs: v.parse(v.array(TenantHub), hubs),
    shipping: v.parse(v.array(TenantShippingMethod), change.methods ?? methods),
    areas: change.areas
      ? v.parse(TenantAreas, {
          type: 'FeatureCollection',
          features: [...base.areas.features, ...change.areas],
        })
      : base.areas,
  };
}
export const [scheduled, express, fetched] = methods;

/** Sets the one clock to an instant. */
export const setClock = ({ core: { clock } }: TestServer, at: string) =>
  clock.shift(Date.parse(at) - (clock.now() - clock.offset()));
