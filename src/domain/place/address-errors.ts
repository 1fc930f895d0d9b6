import { type Address, streetNumberOf } from './address.ts';

/** A part of an address that a person gives; coordinates come from a lookup or a map, never from a form. */
export type GivenPart = 'address' | 'neighborhood' | 'city' | 'administrativeArea' | 'streetNumber';

const words: Readonly<Record<GivenPart, string>> = {
  address: 'Diga o nome da rua.',
  neighborhood: 'Diga o bairro.',
  city: 'Diga a cidade.',
  administrativeArea: 'Escolha o estado.',
  streetNumber: 'Diga o número, ou marque que não tem.',
};
const isGiven = (address: Address, part: GivenPart): boolean =>
  part === 'streetNumber' ? streetNumberOf(address) !== null : Boolean(address[part]?.trim());

/** What a person still has to say about an address, in the order of the form. */
export const addressGaps = (address: Address): GivenPart[] =>
  // The keys of a literal object
  (Object.keys(words) as GivenPart[]).filter((part) => !isGiven(address, part));

/** The same in words, by field. */
export const addressErrors = (address: Address): Partial<Record<GivenPart, string>> =>
  Object.fromEntries(addressGaps(address).map((part) => [part, words[part]]));
