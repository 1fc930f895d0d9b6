import type { Tabs } from '#actors/tabs.ts';
import { plainLines, storeCart } from '#machines/cart/store.ts';
import type { CartContext } from '#machines/cart/facts.ts';
import type { Roots } from '#client/roots.ts';
import type { Storage } from '#client/storage.ts';

interface Parts {
  storage: Pick<Storage, 'cart' | 'lead'>;
  tabs: Tabs;
}

/** Nothing was chosen and nothing was ever written. */
const isNothing = ({ base, lines, saved }: CartContext) =>
  base.version === 0 && lines.length === 0 && saved === null;

/**
 * Keeps the cart at every change, because a tab can be killed without a word, and makes the tabs agree on it.
 * A cart has its number before it is stored, so that two tabs that read the same taps know that they are the
 * same; and a tab that reads taps says so, because whoever made them may be writing them too.
 */
export function keepCart(cart: Roots['cart'], { storage, tabs }: Parts): void {
  let last = cart.getSnapshot().context;
  let { leadId } = last;
  tabs.hear((message) => {
    if (message.type === 'cart.read') cart.send({ ...message, type: 'cart.read.elsewhere' });
    if (message.type === 'cart.changed') cart.send({ ...message, type: 'cart.changed.elsewhere' });
  });
  const keep = (context: CartContext) => {
    // The secret of a closed lead proves nothing any more.
    if (leadId !== null && context.leadId === null) storage.lead.drop();
    ({ leadId } = context);
    if (context.uuid === null && context.lines.length > 0)
      return cart.send({ type: 'cart.numbered', uuid: crypto.randomUUID() });
    if (
      context.uuid === last.uuid &&
      context.base === last.base &&
      context.edits === last.edits &&
      context.saved === last.saved &&
      context.changes === last.changes &&
      context.merged === last.merged
    )
      return;
    const isSettled = context.base !== last.base || context.uuid !== last.uuid;
    const before = last;
    last = context;
    // An empty cart leaves nothing behind, least of all after a sign-out; but what another tab keeps stays.
    if (!isNothing(context)) storage.cart.write(storeCart(context), plainLines(context));
    else if (!isNothing(before)) storage.cart.drop();
    // Only what the server has said is told on; edits of two tabs meet there, by version.
    if (isSettled)
      tabs.tell({
        type: 'cart.changed',
        uuid: context.uuid,
        version: context.base.version,
        ...(before.uuid && before.uuid !== context.uuid ? { ordered: before.uuid } : {}),
      });
  };
  cart.subscribe(({ context }) => keep(context));
  const { uuid, edits } = last;
  if (uuid !== null && edits.length > 0) tabs.tell({ type: 'cart.read', uuid, edits: edits.length });
  // Of what was done before this listened.
  if (edits.length > 0) storage.cart.write(storeCart(last), plainLines(last));
  keep(last);
}
