import * as v from 'valibot';
import { Reais } from './reais.ts';
import { Latitude, Longitude, Slug } from './scalars.ts';
import { Filled, Holiday, HourOfDay, Weekday, WrittenCep } from './tenant-parts.ts';

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const State = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Use a sigla do estado.'));
const Position = v.strictTuple([Longitude, Latitude]);

/** Where a hub or a company is; lengths of spec.md §5. */
export const TenantAddress = v.strictObject({
  postalCode: WrittenCep,
  address: v.pipe(Filled, v.maxLength(40)),
  streetNumber: v.pipe(Filled, v.maxLength(10)),
  complement: v.optional(v.pipe(Filled, v.maxLength(40))),
  neighborhood: v.pipe(Filled, v.maxLength(60)),
  city: Filled,
  administrativeArea: State,
});

/** `areas.json`: a GeoJSON FeatureCollection, so that any map tool opens it. Positions are [longitude, latitude]. Source: RFC 7946. */
export const TenantAreas = v.strictObject({
  type: v.literal('FeatureCollection'),
  features: v.array(
    v.strictObject({
      type: v.literal('Feature'),
      id: Slug,
      properties: v.strictObject({ name: Filled, city: Filled }),
      geometry: v.strictObject({
        type: v.literal('Polygon'),
        coordinates: v.pipe(v.array(v.pipe(v.array(Position), v.minLength(4))), v.minLength(1)),
      }),
    }),
  ),
});

/** A delivery or pickup window that repeats on some days of the week. `price` replaces the method's. */
export const TenantWindow = v.strictObject({
  id: Slug,
  days: v.pipe(v.array(Weekday), v.minLength(1)),
  start: HourOfDay,
  end: HourOfDay,
  price: v.optional(Reais),
  /** Orders that fit in one occurrence. */
  capacity: Whole,
});

/** A way to receive an order. Source: decision 41. */
export const TenantShippingMethod = v.strictObject({
  slug: Slug,
  name: Filled,
  description: v.optional(Filled),
  type: v.picklist(['DELIVERY', 'EXPRESS', 'SCHEDULED', 'PICKUP']),
  price: Reais,
  /** Free from this subtotal on. */
  freeAbove: v.optional(Reais),
  /** Whole days from the order, both included; 0 is today. Windows are offered within them. */
  days: v.strictObject({ min: Whole, max: Whole }),
  windows: v.optional(v.array(TenantWindow), []),
  /** Id in the shippingCompanies document. */
  companyId: v.optional(Slug),
});

/** A place that sends or hands over orders. Source: decision 27. */
export const TenantHub = v.strictObject({
  slug: Slug,
  name: Filled,
  type: v.picklist(['DISTRIBUTION', 'PICKUP', 'BOTH']),
  address: TenantAddress,
  latitude: Latitude,
  longitude: Longitude,
  /** Feature ids of areas.json that it serves; none for a pure pickup point. */
  areas: v.array(Slug),
  hours: v.array(v.strictObject({ weekday: Weekday, open: HourOfDay, close: HourOfDay })),
  holidays: v.array(Holiday),
  /** Minutes to prepare an order. */
  leadTimeMin: Whole,
  /** Orders after this hour count from the next day. */
  cutoff: HourOfDay,
  pickup: v.strictObject({ enabled: v.boolean(), instructions: v.string(), holdDays: Whole }),
  shippingMethodIds: v.array(Slug),
});

/** One CEP of the seed table. `town`: a single CEP for a whole town, without street. `building`: a place with a CEP of its own. */
export const TenantCep = v.pipe(
  v.strictObject({
    cep: WrittenCep,
    kind: v.picklist(['street', 'town', 'building']),
    street: v.optional(v.pipe(v.string(), v.maxLength(60)), ''),
    neighborhood: v.optional(v.pipe(v.string(), v.maxLength(60)), ''),
    city: Filled,
    administrativeArea: State,
    latitude: Latitude,
    longitude: Longitude,
    /** False: addresses there have no number and read "S/N". */
    hasNumber: v.optional(v.boolean(), true),
    source: Filled,
  }),
  v.check((entry) => (entry.kind === 'town') === (entry.street === ''), 'Só um CEP de cidade inteira fica sem rua.'),
);

export type TenantAreas = v.InferOutput<typeof TenantAreas>;
export type TenantShippingMethod = v.InferOutput<typeof TenantShippingMethod>;
export type TenantWindow = v.InferOutput<typeof TenantWindow>;
export type TenantHub = v.InferOutput<typeof TenantHub>;
export type TenantCep = v.InferOutput<typeof TenantCep>;
