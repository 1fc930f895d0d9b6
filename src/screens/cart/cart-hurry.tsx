import { useRootState } from '#client/hooks.ts';
import { useFreight } from '#client/shop/place/freight-state.ts';
import { Hurry } from '#client/shop/campaign/hurry.tsx';

/** Until when the cart finds the first window at the place that is known; nothing once a way is chosen. */
export function CartHurry() {
  const uuid = useRootState('cart', ({ context }) => context.uuid);
  const isChosen = useRootState('cart', ({ context }) => context.draft.shippingMethod !== undefined);
  const campaigns = useRootState('cart', ({ context }) =>
    [...new Set(context.lines.map(({ campaignId }) => campaignId))].join(),
  );
  // Other campaigns may come by other windows.
  return uuid === null || isChosen ? null : <Known key={`${uuid} ${campaigns}`} uuid={uuid} />;
}

function Known({ uuid }: { uuid: string }) {
  const { state, told } = useFreight({ id: uuid });
  return told && state.matches('shown') ? <Hurry options={told.quote.options} /> : null;
}
