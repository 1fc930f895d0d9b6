import type { Client } from '#api/client.ts';
import { Cart, type CartLine, getCart, newestCart, putCart } from '#contract/cart.ts';
import { ApiProblem, isProblem } from '#contract/problem.ts';
import * as v from 'valibot';
import { fromPromise } from 'xstate';
import type { CartRead, CartWrite } from '#machines/cart/facts.ts';
import type { LeadRecord } from './person/lead.ts';
import { knownOwner, knownPerson } from './person/known-person.ts';

/** A line as the server takes it: what the browser knows beside it (name, price, picture) stays here. */
const lineOf = ({ id, quantity, campaignId, packageId, selection, ifMissing }: CartLine): CartLine => ({
  id,
  quantity,
  campaignId,
  ...(packageId ? { packageId } : {}),
  ...(selection?.length ? { selection } : {}),
  ...(ifMissing ? { ifMissing } : {}),
});

/** A stale write shows the cart as it is; the chart goes on from it, so it must fit the contract. */
function checked(fault: unknown): unknown {
  if (!isProblem(fault, 'VERSION')) return fault;
  const { current, ...problem } = fault.problem;
  const read = v.safeParse(Cart, current);
  return new ApiProblem('VERSION', read.success ? { ...problem, current: read.output } : problem);
}

/**
 * Ports of the cart chart.
 * @param drawUuid version 4, because a cart's id is seen in addresses and must not tell its time
 */
export const cartActors = (api: Client, lead: Pick<LeadRecord, 'ensure'>, drawUuid: () => string) => ({
  drawCart: fromPromise<{ uuid: string }, Record<string, never>>(() => Promise.resolve({ uuid: drawUuid() })),
  /** A visitor's record is begun when the first line is added, not before (D12). */
  ensureLead: fromPromise<{ id: string }, { leadId: string | null }>(() => lead.ensure()),
  putCart: fromPromise<Cart, CartWrite>(
    async ({ input: { uuid, isClient, version, lines, draft }, system, signal }) => {
      await (isClient ? knownOwner : knownPerson)(system);
      return api
        .call(putCart, {
          params: { uuid },
          // Empty says that it was taken away, which what is stored must say as well.
          body: { ...draft, coupon: draft.coupon || undefined, version, products: lines.map(lineOf) },
          signal,
        })
        .catch((fault: unknown) => {
          throw checked(fault);
        });
    },
  ),
  loadCart: fromPromise<Cart, CartRead>(async ({ input, system, signal }) => {
    await (input.isClient ? knownOwner : knownPerson)(system);
    return api.call(getCart, { params: { uuid: input.uuid }, signal });
  }),
  /** The account's other open cart; the browser's own is no other. */
  loadSavedCart: fromPromise<Cart | null, { uuid: string | null }>(async ({ input, signal }) => {
    const newest = await api.call(newestCart, { signal });
    return newest && newest.uuid !== input.uuid ? newest : null;
  }),
});
