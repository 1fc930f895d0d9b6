import type { Client } from '#api/client.ts';
import { type Address, lookUpPostalCode } from '#contract/place.ts';
import { isProblem } from '#contract/problem.ts';
import { cleanLookupText } from '#domain/place/address-text.ts';
import { fromPromise } from 'xstate';

const filled = (
  name: 'address' | 'neighborhood' | 'city' | 'administrativeArea',
  text: string,
): Partial<Address> => {
  const clean = cleanLookupText(text);
  return clean ? { [name]: clean } : {};
};

/** What the postal code service knows, as an address to complete; null when it knows nothing (D32). */
export const postalCodeActors = (api: Client) => ({
  lookUpPostalCode: fromPromise<Address | null, { postalCode: string }>(async ({ input, signal }) => {
    const known = await api
      .call(lookUpPostalCode, { params: { cep: input.postalCode }, signal })
      .catch((fault: unknown) => {
        if (isProblem(fault, 'MALFORMED', 'NOT_FOUND')) return { erro: true } as const;
        throw fault;
      });
    if ('erro' in known) return null;
    const { cep, logradouro, bairro, localidade, uf, semNumero, latitude, longitude } = known;
    return {
      postalCode: cep,
      ...filled('address', logradouro.slice(0, 40)),
      ...filled('neighborhood', bairro),
      ...filled('city', localidade),
      ...filled('administrativeArea', uf),
      ...(semNumero ? { hasNumber: false, streetNumber: 'S/N' } : {}),
      ...(latitude !== undefined && longitude !== undefined ? { latitude, longitude } : {}),
    };
  }),
});
