import * as v from 'valibot';
import type { Order } from '#contract/order/order.ts';
import { Address } from '#contract/place.ts';
import { NO_NUMBER } from '#domain/place/address.ts';

/**
 * Where an order went, as an address that can be delivered to again: `shippingAddressOf` turned round. Null where
 * it was fetched, and where it was kept under rules that it no longer meets.
 */
export function orderedAddress({ properties: { shippingAddress: kept } }: Order): Address | null {
  if (!kept) return null;
  const read = v.safeParse(Address, {
    postalCode: kept.cep,
    address: kept.street_address,
    streetNumber: kept.street_number,
    hasNumber: kept.street_number !== NO_NUMBER,
    complement: kept.complement,
    neighborhood: kept.neighborhood,
    city: kept.city,
    administrativeArea: kept.administrative_area,
    reference: kept.reference,
    latitude: kept.latitude,
    longitude: kept.longitude,
    addressType: kept.addressType,
  });
  return read.success ? read.output : null;
}
