import type { Client } from '#api/client.ts';
import { pushKey, subscribePush, unsubscribePush } from '#contract/people/push.ts';
import { setConsent } from '#contract/people/privacy.ts';
import type {
  BrowserSubscription,
  KeptSubscription,
  PushPermission,
  PushStanding,
} from '#machines/account/push.machine.ts';
import { fromPromise } from 'xstate';

/** The browser's subscriptions, as far as they are used. Source: Push API §7. */
export interface PushBrowser {
  /** null where this browser has no notifications: on an iPhone, outside an installed shop */
  permission: () => PushPermission | null;
  askPermission: () => Promise<PushPermission>;
  subscription: () => Promise<PushSubscription | null>;
  subscribe: (key: string) => Promise<PushSubscription>;
}

/** @throws TypeError for a subscription without the keys that seal a message */
function jsonOf(subscription: PushSubscription): BrowserSubscription {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON();
  if (!endpoint || !p256dh || !auth) throw new TypeError('the browser gave no keys');
  return { endpoint, keys: { p256dh, auth } };
}
const nothing = { key: null, subscription: null };

/** Ports of the chart of notifications. */
export const pushActors = (api: () => Promise<Client>, browser: PushBrowser) => ({
  lookAtPush: fromPromise<PushStanding, Record<string, never>>(async ({ signal }) => {
    const permission = browser.permission();
    if (permission === null) return { is: 'unsupported', ...nothing };
    // Nobody is told where the way out lies while the shop sends nothing.
    const { publicKey: key = null } = await (await api()).call(pushKey, { signal });
    if (key === null) return { is: 'unsupported', ...nothing };
    if (permission === 'denied') return { is: 'denied', ...nothing };
    const there = permission === 'granted' ? await browser.subscription() : null;
    return there
      ? { is: 'subscribed', key, subscription: jsonOf(there) }
      : { is: 'open', key, subscription: null };
  }),
  confirmPush: fromPromise<unknown, { subscription: BrowserSubscription }>(
    async ({ input: { subscription: body }, signal }) => (await api()).call(subscribePush, { body, signal }),
  ),
  askPermission: fromPromise<PushPermission, Record<string, never>>(() => browser.askPermission()),
  subscribeBrowser: fromPromise<BrowserSubscription, { key: string }>(async ({ input: { key } }) =>
    jsonOf(await browser.subscribe(key)),
  ),
  /** The consent first: without it the store takes no address (PRV-03). */
  keepSubscription: fromPromise<unknown, KeptSubscription>(
    async ({ input: { subscription: body, version }, signal }) => {
      const client = await api();
      await client.call(setConsent, { body: { purpose: 'push', granted: true, version }, signal });
      return client.call(subscribePush, { body, signal });
    },
  ),
  /**
   * Ends in the browser also where the store is not reached: its push service says then that the address is gone.
   * @throws when the browser keeps it
   */
  stopPush: fromPromise<unknown, Record<string, never>>(async () => {
    const there = await browser.subscription();
    if (!there) return;
    const { endpoint } = there;
    if (!(await there.unsubscribe())) throw new Error('the browser keeps its subscription');
    await (await api()).call(unsubscribePush, { body: { endpoint } }).catch(() => undefined);
  }),
});
