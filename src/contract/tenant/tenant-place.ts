import * as v from 'valibot';
import { Reais } from '#contract/reais.ts';
import { Latitude, Longitude, Slug } from '#contract/scalars.ts';
import { EndHour, Filled, Holiday, HourOfDay, Weekday, WrittenCep } from './tenant-parts.ts';

const Whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const State = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Use a sigla do estado.'));
const Position = v.strictTuple([Longitude, Latitude], 'Escreva a posição como [longitude, latitude].');
/** Brazil with its islands, in whole degrees. */
export const isInBrazil = ([longitude, latitude]: v.InferOutput<typeof Position>) =>
  longitude >= -74 && longitude <= -28 && latitude >= -34 && latitude <= 6;
const END_FIRST = 'O fim vem depois do começo; o fim do dia é 24:00.';

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

/** Kilometres by the distance of spec.md §9: an earth of 6371 km, times 1.363636. */
const RadiusKm = v.pipe(
  v.number(),
  v.gtValue(0, 'Use um raio maior que zero, em km.'),
  v.maxValue(5_000, 'Use um raio de até 5000 km.'),
);
const Ring = v.pipe(
  v.array(Position),
  v.minLength(4, 'O contorno tem pelo menos quatro pontos.'),
  v.check((ring) => String(ring[0]) === String(ring.at(-1)), 'O contorno acaba no ponto em que começa.'),
);

/** An area: a polygon, or a point with `radiusKm` among its properties, as GeoJSON has no circle. */
export const TenantArea = v.pipe(
  v.strictObject({
    type: v.literal('Feature'),
    id: Slug,
    properties: v.strictObject({ name: Filled, city: Filled, radiusKm: v.optional(RadiusKm) }),
    geometry: v.variant('type', [
      v.strictObject({
        type: v.literal('Polygon'),
        coordinates: v.pipe(v.array(Ring), v.minLength(1, 'Desenhe o contorno.')),
      }),
      v.strictObject({ type: v.literal('Point'), coordinates: Position }),
    ]),
  }),
  v.forward(
    v.check(
      ({ properties, geometry }) => (geometry.type === 'Point') === (properties.radiusKm !== undefined),
      'Um ponto (Point) tem raio; um contorno (Polygon) não.',
    ),
    ['properties', 'radiusKm'],
  ),
  v.forward(
    v.check(
      ({ geometry: { type, coordinates } }) =>
        type === 'Point' ? isInBrazil(coordinates) : coordinates.flat().every(isInBrazil),
      'Há uma posição fora do Brasil: cada uma é [longitude, latitude], como [-46.63, -23.55].',
    ),
    ['geometry', 'coordinates'],
  ),
);

/**
 * `areas.json`: a GeoJSON FeatureCollection, so that any map tool opens it. Positions are [longitude,
 * latitude]. Source: RFC 7946; D27, D30.
 */
export const TenantAreas = v.strictObject({
  type: v.literal('FeatureCollection'),
  features: v.array(TenantArea),
});

/** A delivery or pickup window that repeats on some days of the week. `price` replaces the method's. */
export const TenantWindow = v.pipe(
  v.strictObject({
    id: Slug,
    days: v.pipe(v.array(Weekday), v.minLength(1)),
    start: HourOfDay,
    end: EndHour,
    price: v.optional(Reais),
    /** Orders that fit in one occurrence. */
    capacity: Whole,
  }),
  v.forward(
    v.partialCheck([['start'], ['end']], ({ start, end }) => start < end, END_FIRST),
    ['end'],
  ),
);

/** A way to receive an order. Source: D41. */
export const TenantShippingMethod = v.strictObject({
  slug: Slug,
  name: Filled,
  description: v.optional(Filled),
  type: v.picklist(['DELIVERY', 'EXPRESS', 'SCHEDULED', 'PICKUP']),
  price: Reais,
  /** Free from this subtotal on. */
  freeAbove: v.optional(Reais),
  /** Whole days from the order, both included; 0 is today. Windows are offered within them. */
  days: v.pipe(
    v.strictObject({ min: Whole, max: Whole }),
    v.forward(
      v.partialCheck(
        [['min'], ['max']],
        ({ min, max }) => min <= max,
        'O máximo não pode ser menor que o mínimo.',
      ),
      ['max'],
    ),
  ),
  windows: v.optional(v.array(TenantWindow), []),
  /** Id in the shippingCompanies document. */
  companyId: v.optional(Slug),
});

/** A place that sends or hands over orders. Source: D27. */
export const TenantHub = v.strictObject({
  slug: Slug,
  name: Filled,
  type: v.picklist(['DISTRIBUTION', 'PICKUP', 'BOTH']),
  address: TenantAddress,
  latitude: Latitude,
  longitude: Longitude,
  /**
   * Feature ids of areas.json that it serves. One that delivers and names neither areas nor a radius serves
   * the whole country.
   */
  areas: v.array(Slug),
  /** Serves this far around itself, besides its areas. */
  radiusKm: v.optional(RadiusKm),
  hours: v.array(
    v.pipe(
      v.strictObject({ weekday: Weekday, open: HourOfDay, close: EndHour }),
      v.forward(
        v.partialCheck([['open'], ['close']], ({ open, close }) => open < close, END_FIRST),
        ['close'],
      ),
    ),
  ),
  holidays: v.array(Holiday),
  /** Minutes to prepare an order. */
  leadTimeMin: Whole,
  /** Orders after this hour count from the next day. */
  cutoff: HourOfDay,
  pickup: v.strictObject({ enabled: v.boolean(), instructions: v.string(), holdDays: Whole }),
  shippingMethodIds: v.array(Slug),
});

/**
 * One CEP of the seed table. `town`: a single CEP for a whole town, without street. `building`: a place with
 * a CEP of its own.
 */
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
  v.check(
    (entry) => (entry.kind === 'town') === (entry.street === ''),
    'Só um CEP de cidade inteira fica sem rua.',
  ),
);

export type TenantAreas = v.InferOutput<typeof TenantAreas>;
export type TenantShippingMethod = v.InferOutput<typeof TenantShippingMethod>;
export type TenantWindow = v.InferOutput<typeof TenantWindow>;
export type TenantHub = v.InferOutput<typeof TenantHub>;
export type TenantCep = v.InferOutput<typeof TenantCep>;
