import type { Address } from '#contract/place.ts';
import { formatAddressLine } from '#domain/place/address.ts';
import { isSamePlace } from '#domain/place/same-address.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { chartOf } from '#machines/navigation/screens.ts';

const NAME = 'place';

/**
 * Says that a cart goes somewhere else from now on, and takes that back at a press. Who says for the first time
 * where they are has nowhere to return to; in a purchase the place stands on the screen itself.
 */
export function offerReturn(app: AppActor): void {
  const { location, notices } = app.getSnapshot().children;
  let last = location?.getSnapshot().context.location;
  /** What one returned to needs no way back. */
  let back: Address | null = null;
  location?.subscribe(({ context: { location: now, before } }) => {
    if (now === last) return;
    last = now;
    notices?.send({ type: 'notice.withdrawn', topic: NAME });
    const { cart, returnTo } = app.getSnapshot().context;
    if (!now || !before || now === back || cart.count === 0 || isSamePlace(now, before)) return;
    if (returnTo && chartOf(returnTo.screen) === 'checkout') return;
    notices?.send({
      type: 'notice.posted',
      key: 'placeChanged',
      values: { place: formatAddressLine(now) },
      topic: NAME,
      action: { label: 'Desfazer', name: NAME },
    });
  });
  notices?.on('notice.acted', ({ name }) => {
    if (name !== NAME) return;
    back = location?.getSnapshot().context.before ?? null;
    location?.send({ type: 'location.returned' });
  });
}
