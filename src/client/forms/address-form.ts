import type { Address } from '#contract/place.ts';
import { useMemo } from 'react';

/** The parts of an address that stand in a form; its coordinates and its name stay with its chart. */
const given = [
  'address',
  'neighborhood',
  'city',
  'administrativeArea',
  'streetNumber',
  'hasNumber',
  'complement',
  'reference',
] as const;

/** The address that a chart keeps, as a form shows it: a part that the chart has not is empty. */
export const useGivenAddress = (address: Address | null): Partial<Address> =>
  useMemo(() => Object.fromEntries(given.map((part) => [part, address?.[part]])), [address]);
