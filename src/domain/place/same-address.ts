import type { Address } from '#contract/place.ts';
import { foldText } from '#domain/search.ts';
import { NO_NUMBER, streetNumberOf } from './address.ts';
import { placedAt } from './point.ts';

/** Letters and digits alone: `Apto. 31-B` → `apto 31 b`. */
const plain = (text: string | null | undefined): string =>
  foldText(text ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
/** A code that a whole town shares says nothing of the street. */
const isOfTown = (postalCode: string): boolean => postalCode.replace(/\D/g, '').endsWith('000');
/** About 100 m: two houses without a number are told apart by where they are. */
const near = (degrees: number): string => degrees.toFixed(3);

function placeKey(address: Address): string {
  const { postalCode = '', complement } = address;
  const number = streetNumberOf(address);
  const point = number === NO_NUMBER ? placedAt(address) : null;
  return JSON.stringify([
    plain(postalCode).replaceAll(' ', ''),
    plain(number),
    plain(complement),
    isOfTown(postalCode) ? plain(address.address) : '',
    point && [near(point.latitude), near(point.longitude)],
  ]);
}

/**
 * Whether two addresses are one place: postal code, number and complement, whatever their capitals, accents and
 * signs. Where a town has one code the street counts, where there is no number the point. Source: decision 137.
 */
export const isSamePlace = (a: Address, b: Address): boolean => placeKey(a) === placeKey(b);

/** Whether two addresses are one: by their ids, else by where they are. */
export const isSameAddress = (a: Address, b: Address): boolean =>
  a.id && b.id ? a.id === b.id : isSamePlace(a, b);
