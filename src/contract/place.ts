import * as v from 'valibot';
import { ADDRESS_LENGTHS } from './constants.ts';
import { endpoint } from './endpoint.ts';
import {
  Bag,
  Cep,
  Colour,
  Latitude,
  Longitude,
  Pause,
  QueryLatitude,
  QueryLongitude,
  Text,
  Uuid,
} from './scalars.ts';

/**
 * An address or location of a person. Field rules: specification §5. A missing number is `hasNumber: false`
 * with streetNumber `S/N` (D32).
 */
export const Address = v.object({
  id: v.optional(Uuid),
  alias: v.optional(Text(40)),
  postalCode: v.optional(Cep),
  address: v.optional(Text(ADDRESS_LENGTHS.address)),
  streetNumber: v.optional(Text(ADDRESS_LENGTHS.streetNumber)),
  complement: v.optional(Text(ADDRESS_LENGTHS.complement)),
  neighborhood: v.optional(Text(ADDRESS_LENGTHS.neighborhood)),
  city: v.optional(Text(60)),
  administrativeArea: v.optional(Text(2)),
  reference: v.optional(Text(ADDRESS_LENGTHS.reference)),
  latitude: v.optional(Latitude),
  longitude: v.optional(Longitude),
  addressType: v.optional(v.picklist(['HOME', 'WORK', 'OTHER'])),
  reception: v.optional(v.picklist(['SELF', 'DOORMAN', 'NEIGHBOR', 'LOCKER'])),
  geohash: v.optional(Text(12)),
  attrs: v.optional(Bag),
  hasNumber: v.optional(v.boolean()),
  hasCustomCoordinates: v.optional(v.boolean()),
});
export type Address = v.InferOutput<typeof Address>;

/**
 * What the postal code service answers (the public web service's own field names), or `erro` when it knows
 * nothing.
 */
export const PostalCode = v.object({
  cep: v.string(),
  logradouro: v.string(),
  complemento: v.string(),
  bairro: v.string(),
  localidade: v.string(),
  uf: v.string(),
  /** marked where a street has no numbers */
  semNumero: v.optional(v.boolean()),
  latitude: v.optional(Latitude),
  longitude: v.optional(Longitude),
});
export type PostalCode = v.InferOutput<typeof PostalCode>;

export const lookUpPostalCode = endpoint({
  name: 'lookUpPostalCode',
  method: 'GET',
  path: '/ws/{cep}/json',
  audience: 'public',
  params: v.object({ cep: Cep }),
  response: v.union([PostalCode, v.object({ erro: v.literal(true) })]),
  status: 200,
  problems: ['MALFORMED', 'UNAVAILABLE'],
  summary: 'Street, neighbourhood, city and coordinates of a postal code.',
  source: 'spec §7 External',
  cache: 86_400,
});

/**
 * Palette of a marketplace or campaign: text on a colour is given, never assumed (D15). `shades` are the ten
 * steps made from the primary colour.
 */
export const Palette = v.object({
  primary: Colour,
  onPrimary: Colour,
  secondary: Colour,
  onSecondary: Colour,
  background: Colour,
  surface: Colour,
  text: Colour,
  success: Colour,
  warning: Colour,
  error: Colour,
  shades: v.optional(v.pipe(v.array(Colour), v.length(10))),
});
export type Palette = v.InferOutput<typeof Palette>;
/** Colours of a campaign's story band, the same in light and dark. */
export const StoryPalette = v.object({
  bg: Colour,
  bg2: Colour,
  ink: Colour,
  ink2: Colour,
  a: Colour,
  b: Colour,
  cta: v.optional(Colour),
  onCta: v.optional(Colour),
});
export type StoryPalette = v.InferOutput<typeof StoryPalette>;

export const FormField = v.object({
  name: v.string(),
  label: v.string(),
  type: v.picklist(['text', 'email', 'tel', 'number', 'select', 'checkbox', 'textarea', 'file']),
  required: v.boolean(),
  mask: v.optional(v.string()),
  maxLength: v.optional(v.number()),
  minLength: v.optional(v.number()),
  placeholder: v.optional(v.string()),
  help: v.optional(v.string()),
  editable: v.boolean(),
  hidden: v.boolean(),
  autofocus: v.optional(v.boolean()),
  options: v.optional(v.array(v.object({ value: v.string(), label: v.string() }))),
  dependsOn: v.optional(v.object({ field: v.string(), equals: v.string() })),
  group: v.optional(v.string()),
});
export type FormField = v.InferOutput<typeof FormField>;
export const Form = v.object({
  title: v.optional(v.string()),
  subtitle: v.optional(v.string()),
  groups: v.optional(v.array(v.object({ id: v.string(), title: v.string() }))),
  top: v.optional(v.string()),
  bottom: v.optional(v.string()),
  fields: v.array(FormField),
  submit: v.object({ text: v.string(), waitingText: v.string() }),
});
export type Form = v.InferOutput<typeof Form>;

/** A dialog of the document store; a button names an event of the charts, never code (D16). */
export const Dialog = v.object({
  id: v.string(),
  title: v.string(),
  text: v.string(),
  image: v.optional(v.string()),
  buttons: v.array(
    v.object({ text: v.string(), event: v.string(), variant: v.picklist(['primary', 'secondary']) }),
  ),
});
export type Dialog = v.InferOutput<typeof Dialog>;

/** A store of a tenant. */
export const Marketplace = v.object({
  id: Uuid,
  name: v.string(),
  partnerName: v.string(),
  logo: v.string(),
  intranet: v.boolean(),
  dialogs: v.array(Dialog),
  defaultForms: v.object({ addressForm: v.optional(Form), personalForm: v.optional(Form) }),
  authentication: v.object({ ssoEnabled: v.boolean() }),
  route: v.object({ name: v.string() }),
  palette: v.optional(Palette),
  displayFont: v.optional(v.picklist(['bricolage', 'fraunces', 'figtree'])),
  hideTitleSuffix: v.optional(v.boolean()),
  latitude: v.optional(Latitude),
  longitude: v.optional(Longitude),
  /** km, one decimal, §9 distance */ distance: v.optional(v.number()),
  guestOrders: v.boolean(),
  help: v.object({ label: v.string(), message: v.string(), phone: v.string() }),
  legal: v.optional(Bag),
});
export type Marketplace = v.InferOutput<typeof Marketplace>;

export const point = { latitude: QueryLatitude, longitude: QueryLongitude };
export const listMarketplaces = endpoint({
  name: 'listMarketplaces',
  method: 'GET',
  path: '/api/operation/marketplaces/public',
  audience: 'public',
  query: v.partial(v.object(point)),
  response: v.array(Marketplace),
  status: 200,
  problems: ['MALFORMED'],
  summary: 'Stores of this tenant, nearest first.',
  source: 'spec §7 Campaigns and catalog',
  cache: 5,
});

/** GeoJSON polygon(s), or a radius; null means the whole country. */
export const Area = v.union([
  v.object({ type: v.picklist(['Polygon', 'MultiPolygon']), coordinates: v.array(v.unknown()) }),
  v.object({
    latitude: Latitude,
    longitude: Longitude,
    /** by the distance of §9 */ radiusKm: v.pipe(v.number(), v.minValue(0)),
  }),
]);
export type Area = v.InferOutput<typeof Area>;

/** Opening hours: weekday 0 = Sunday; `HH:mm` in America/Sao_Paulo. */
export const Hours = v.object({
  weekday: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  open: v.string(),
  close: v.string(),
});
export const Hub = v.object({
  id: Uuid,
  name: v.string(),
  type: v.picklist(['DISTRIBUTION', 'PICKUP', 'BOTH']),
  address: v.string(),
  latitude: Latitude,
  longitude: Longitude,
  /** several: any of them */ area: v.optional(v.nullable(v.union([Area, v.array(Area)]))),
  /** what its areas are called, and how far it goes */ areaNames: v.optional(v.array(v.string())),
  hours: v.array(Hours),
  leadTimeMin: v.number(),
  cutoff: v.string(),
  /** `2026-12-25`, or `12-25` of every year */ holidays: v.optional(v.array(v.string())),
  pickup: v.object({ enabled: v.boolean(), instructions: v.string(), holdDays: v.number() }),
  shippingMethodIds: v.array(v.string()),
  /** nothing leaves it or is fetched there for as long as it holds */ paused: v.optional(Pause),
});
export type Hub = v.InferOutput<typeof Hub>;
