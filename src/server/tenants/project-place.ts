import type { Area, Hub, Marketplace } from '#contract/place.ts';
import type { TenantHub } from '#contract/tenant/tenant-place.ts';
import type { TenantMarketplace } from '#contract/tenant/tenant.ts';
import { personalForm } from '#domain/person/personal-form.ts';
import { addressForm } from '#domain/place/address-form.ts';
import type { TenantData } from './data.ts';

/** The id of something of this tenant, made of its names. */
export type Id = (kind: string, ...names: string[]) => string;
/** The address of a picture, made of its file name. */
export type Media = (name: string) => string;

/**
 * Areas by name, and a circle where one is given: polygons as one shape, circles each for itself; none = the
 * whole country.
 */
export function areaOf(
  { areas }: TenantData,
  slugs: readonly string[],
  around: Area[] = [],
): Area | Area[] | null {
  const named = areas.features.filter(({ id }) => slugs.includes(id));
  const polygons = named.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry] : []));
  const circles = named.flatMap(
    ({ geometry: { type, coordinates }, properties: { radiusKm = 0 } }): Area[] =>
      type === 'Point' ? [{ longitude: coordinates[0], latitude: coordinates[1], radiusKm }] : [],
  );
  const [only, ...others] = polygons;
  const outline: Area[] = only
    ? [
        others.length
          ? { type: 'MultiPolygon', coordinates: polygons.map(({ coordinates }) => coordinates) }
          : only,
      ]
    : [];
  const [first, ...more] = [...outline, ...circles, ...around];
  return first ? (more.length ? [first, ...more] : first) : null;
}

/** Its areas as a person would name them: "São Paulo, capital", "até 3 km de Feira Pinheiros". */
const areaNamesOf = ({ areas }: TenantData, { areas: slugs, name, radiusKm }: TenantHub): string[] => [
  ...areas.features.filter(({ id }) => slugs.includes(id)).map(({ properties }) => properties.name),
  ...(radiusKm === undefined ? [] : [`até ${radiusKm.toLocaleString('pt-BR')} km de ${name}`]),
];

export function hubOf(place: TenantHub, data: TenantData, id: Id): Hub {
  const { address, latitude, longitude, radiusKm } = place;
  const area = areaOf(data, place.areas, radiusKm === undefined ? [] : [{ latitude, longitude, radiusKm }]);
  return {
    id: id('hub', place.slug),
    name: place.name,
    type: place.type,
    address: `${address.address}, ${address.streetNumber}${address.complement ? `, ${address.complement}` : ''} - ${address.neighborhood}, ${address.city} - ${address.administrativeArea}, ${address.postalCode}`,
    latitude,
    longitude,
    ...(area ? { area, areaNames: areaNamesOf(data, place) } : {}),
    hours: place.hours,
    leadTimeMin: place.leadTimeMin,
    cutoff: place.cutoff,
    holidays: place.holidays,
    pickup: place.pickup,
    shippingMethodIds: place.shippingMethodIds.map((slug) => id('shipping', slug)),
  };
}

export function marketplaceOf(
  store: TenantMarketplace,
  { tenant, documents }: TenantData,
  id: string,
  media: Media,
): Marketplace {
  const { theme, partner, help } = tenant;
  return {
    id,
    name: store.name,
    partnerName: partner.name,
    logo: media(tenant.logo.mark),
    intranet: store.intranet,
    dialogs: Object.values(documents.defaults.dialogs),
    defaultForms: {
      addressForm: addressForm(store.defaultForms.addressForm),
      personalForm: personalForm(store.defaultForms.personalForm),
    },
    authentication: store.authentication,
    route: store.route,
    palette: theme.palette,
    displayFont: theme.displayFont,
    hideTitleSuffix: partner.hideTitleSuffix,
    latitude: store.latitude,
    longitude: store.longitude,
    guestOrders: tenant.flags.guestOrders,
    help: { label: help.label, message: help.message, phone: help.phone },
    legal: { ...tenant.legal },
  };
}
