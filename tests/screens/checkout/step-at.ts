import type { ScreenId } from '#machines/navigation/screens.ts';
import { cartUuid } from '../../machines/samples.ts';
import type { DraftName } from '../../machines/real-shop.ts';
import { type Visit, screenAt } from '../screen-at.tsx';

/** A step of the purchase of a client with two things in the cart. */
export const stepAt = (
  screen: Extract<ScreenId, `checkout.${string}`>,
  draft: DraftName,
  taps: Visit['taps'] = [],
  ports: Visit['ports'] = {},
) => screenAt(screen, { cartUuid }, { who: { lines: 2, draft }, taps, ports });
