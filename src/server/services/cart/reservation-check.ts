import { centsOfReais } from '#contract/money.ts';
import { ApiProblem } from '#contract/problem.ts';
import { barriersOf } from '#domain/campaign-status.ts';
import { controlIssues } from '#domain/cart-controls.ts';
import { ZERO } from '#domain/money/money.ts';
import { goodsIn } from '#domain/money/statement.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { windowStartOf } from '#domain/place/windows.ts';
import type { Tx } from '#server/db/database.ts';
import type { Buyer } from '#server/platform/principal.ts';
import { campaignReply, factsOf } from '#server/services/catalog/campaign.ts';
import { draftOf } from './cart-row.ts';
import type { OpenCart } from './open-cart.ts';
import { controlsOf, dependsOf } from './pricing.ts';
import { boughtBefore } from './purchase-limit.ts';
import { isPriceIncrease } from './quoted-prices.ts';
import { isFetched } from './shipping.ts';

/** LOCK with the rule that refused the cart. */
export const refuse = (detail: string) => new ApiProblem('LOCK', { detail });

/**
 * Every rule that a cart must meet before anything is held for it, decided again here whatever a screen
 * said.
 */
export async function assertReservable(
  tx: Tx,
  tenantId: string,
  buyer: Buyer,
  open: OpenCart,
  now: number,
): Promise<void> {
  const { priced, deliveries, chosen, row } = open;
  const draft = draftOf(row);
  const hasChange = (...reasons: string[]) =>
    priced.changes.some((change) => reasons.includes(change.reason));
  if (hasChange('CAMPAIGN')) throw refuse('CAMPAIGN');
  if ((priced.lines.length === 0 && !hasChange('SELECTION')) || hasChange('STOCK', 'GONE'))
    throw refuse('STOCK');
  if (hasChange('SELECTION')) throw refuse('SELECTION');
  if (hasChange('LIMIT')) throw refuse('LIMIT');
  // A time that has come needs no facts about the buyer; one that is to come may be lifted by their key.
  const isGated = priced.campaigns.some((one) =>
    dependsOf(one).some((need) => need.type !== 'time' || need.seconds * 1_000 > now),
  );
  const factsFor = await factsOf(tx, tenantId, isGated ? buyer : undefined);
  for (const one of priced.campaigns)
    if (barriersOf(campaignReply(one, factsFor(one)), factsFor(one), now).length) throw refuse('CAMPAIGN');
  const goods = goodsIn(priced.lines);
  for (const one of priced.campaigns) {
    const lines = priced.lines.filter((line) => line.campaignId === one.id);
    const controls = controlsOf(one);
    const before = controls.maxPerAccount === undefined ? 0 : await boughtBefore(tx, tenantId, buyer, one.id);
    const { minTotal, ...counts } = controls;
    if (
      controlIssues(
        lines,
        { ...counts, minTotal: minTotal === undefined ? undefined : (centsOfReais(minTotal) ?? undefined) },
        goods.find(({ campaignId }) => campaignId === one.id)?.gross ?? ZERO,
        before,
      ).length
    )
      throw refuse('LIMIT');
  }
  if (open.coupon?.refusal) throw refuse('COUPON');
  if (priced.changes.some(isPriceIncrease)) throw refuse('PRICE');
  if (!draft.shippingMethod || (isFetched(priced.campaigns) && draft.shippingMethod.type !== 'PICKUP'))
    throw new ApiProblem('ADDRESS', { detail: 'shippingMethod' });
  if (chosen) {
    if (chosen.window && chosen.window.left < 1 && open.lock?.deliveryWindowId !== chosen.window.id)
      throw refuse('WINDOW');
    return;
  }
  if (draft.shippingMethod.type !== 'PICKUP' && (!draft.location || isAddressIncomplete(draft.location)))
    throw new ApiProblem('ADDRESS', { detail: 'location' });
  if (draft.shippingMethod.type !== 'PICKUP' && deliveries.refusal === 'FORM')
    throw new ApiProblem('ADDRESS', { detail: 'location' });
  const { id, type, windowId, hubId } = draft.shippingMethod;
  const option = deliveries.options.find(
    (one) => one.method.id === id && (hubId === undefined || one.hub.id === hubId),
  );
  if (type !== 'PICKUP' && !option) throw refuse('AREA');
  // Windows leave from the front, as their time comes.
  const start = windowId === undefined ? null : windowStartOf(windowId);
  throw refuse(
    option && start !== null && start < (option.windows[0]?.start ?? Infinity) ? 'WINDOW_PAST' : 'WINDOW',
  );
}
