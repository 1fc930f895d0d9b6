import { CLIENT_VERSION } from '#contract/constants.ts';
import { isOutdated } from '#domain/version.ts';
import type { AppActor } from '#machines/app/app.machine.ts';
import { ask } from '#machines/navigation/place.ts';
import { mayReload } from './update.ts';

const KEY = 'vitrine:outdated';
type Box = () => Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Leads to Version when the store no longer talks to one this old: at start, and when that changes while the page is
 * open (D64). Once in each tab for each version that is wanted, so that nobody is held there, and never out of what
 * somebody is in the middle of.
 */
export function watchVersion(app: AppActor, storage: Box, page?: Document): void {
  const { marketplace } = app.getSnapshot().children;
  const look = () => {
    const wanted = marketplace?.getSnapshot().context.documents?.minVersion;
    if (!isOutdated(CLIENT_VERSION, wanted) || !mayReload(app, page)) return;
    // An order that waits for its money is in nobody's way.
    if (app.getSnapshot().matches('orderPendingPayment')) return;
    try {
      if (storage().getItem(KEY) === wanted) return;
      storage().setItem(KEY, wanted ?? '');
    } catch {
      // Without a storage nobody would know that it was said: the shop stays open.
      return;
    }
    app.send(ask('app.version', {}));
  };
  // Also when somebody has left what could not be left.
  marketplace?.subscribe(look);
  app.subscribe(look);
  look();
}
