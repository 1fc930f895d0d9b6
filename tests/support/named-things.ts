import type * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';

/** The parts of a valibot schema that hold others. */
interface Shape {
  pipe?: readonly Shape[];
  wrapped?: v.GenericSchema;
  item?: v.GenericSchema;
  value?: v.GenericSchema;
  entries?: Record<string, v.GenericSchema>;
  options?: readonly unknown[];
}

function fieldsOf(schema: v.GenericSchema | undefined, found = new Set<string>()): Set<string> {
  if (!schema) return found;
  const shape = schema as unknown as Shape; // valibot's schemas are plain objects of these fields
  for (const part of [shape, ...(shape.pipe ?? [])]) {
    for (const [name, one] of Object.entries(part.entries ?? {})) fieldsOf(one, found.add(name));
    for (const one of [part.wrapped, part.item, part.value, ...(part.options ?? [])])
      if (typeof one === 'object' && one !== null) fieldsOf(one as v.GenericSchema, found);
  }
  return found;
}

/**
 * Fields of a call that may name a thing that somebody has: parts of its path, and whatever in its query or
 * body is called an id, a uuid, a code or a secret.
 */
export function namesThings({ path, params, query, body }: Endpoint): string[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const others = [query, body]
    .flatMap((schema) => [...fieldsOf(schema)])
    .filter(
      (name) =>
        /(^|[a-z_])(ids?|uuid|code|secret|txid|endpoint)$/i.test(name) && !/country|postal/i.test(name),
    );
  return [...new Set([...inPath, ...fieldsOf(params), ...others])];
}

/** Calls with a field that looks like the name of a thing, and is none of somebody's. */
export const namesNobodys: Record<string, string> = {
  sendIntranetCode:
    "the marketplace is the store itself; contacts are found by the company's list of this store alone",
  updateAccount: 'labels of devices and addresses, kept as they come',
  createLead: 'labels of devices and addresses, kept as they come',
  updateLead: 'the visitor is the secret; labels of devices and addresses',
  createAccount: 'the grant comes first; foreign users and visitors: tests/server/order/other-store.test.ts',
  updateLogin: 'a one-time code, bound to the caller',
  ssoLogin: 'a provider of the store and its one-time code (tests/server/people/sso.test.ts)',
  subscribePush: 'an address at a push service',
  unsubscribePush: 'an address at a push service, of the caller alone',
  measure: 'the name of a screen',
  campaignByName: 'both stores have a campaign of this name',
  lookUpPostalCode: "the post office's",
  listDocuments: 'each store has its own under the same name',
  getDocument: 'each store has its own under the same name',
  payerCharge: 'a token of one store and one charge (tests/server/payment/payer-link.test.ts)',
  staffLogin: 'a one-time code of this store (tests/server/staff/ops-sign-in.test.ts)',
  staffSecond: 'sealed for this store (tests/server/staff/ops-sign-in.test.ts)',
  pageOrders: "a filter over one's own orders",
};
