import type { Client } from '#api/client.ts';
import { type Cart, type CartLine, getCart, putCart } from '#contract/cart.ts';
import { createLead } from '#contract/identity.ts';
import type { CheckoutDraft } from '#contract/order.ts';
import { isProblem } from '#contract/problem.ts';
import { fromPromise } from 'xstate';
import type { LeadVault } from './lead.ts';

interface Written {
  uuid: string;
  version: number;
  lines: CartLine[];
  draft: CheckoutDraft;
}

const orNothing = (fault: unknown): null => {
  if (isProblem(fault, 'NOT_FOUND')) return null;
  throw fault;
};

/** A line as the server takes it: what the browser knows beside it (name, price, picture) stays here. */
const lineOf = ({ id, quantity, campaignId, packageId, selection }: CartLine): CartLine => ({
  id,
  quantity,
  campaignId,
  ...(packageId ? { packageId } : {}),
  ...(selection?.length ? { selection } : {}),
});

/** Ports of the cart chart. @param drawUuid version 4, because a cart's id is seen in addresses and must not tell its time */
export const cartActors = (api: Client, lead: LeadVault, drawUuid: () => string) => ({
  drawCart: fromPromise<{ uuid: string }, Record<string, never>>(() => Promise.resolve({ uuid: drawUuid() })),
  /** A visitor's record is begun when the first line is added, not before (D12). */
  ensureLead: fromPromise<{ id: string }, { leadId: string | null }>(async ({ signal }) => {
    const kept = lead.read();
    if (kept) return { id: kept.id };
    const { id, secret } = await api.call(createLead, { body: {}, signal });
    if (secret) lead.keep({ id, secret });
    return { id };
  }),
  putCart: fromPromise<Cart, Written>(({ input: { uuid, version, lines, draft }, signal }) =>
    api.call(putCart, { params: { uuid }, body: { ...draft, version, products: lines.map(lineOf) }, signal }),
  ),
  loadCart: fromPromise<Cart, { uuid: string }>(({ input, signal }) => api.call(getCart, { params: { uuid: input.uuid }, signal })),
  /** The account's other cart. No call of this version finds it without its uuid. */
  loadSavedCart: fromPromise<Cart | null, { uuid: string | null }>(({ input, signal }) =>
    input.uuid ? api.call(getCart, { params: { uuid: input.uuid }, signal }).catch(orNothing) : Promise.resolve(null),
  ),
});
