import type { Client } from '#api/client.ts';
import { type PayerLink, payerLink } from '#contract/payment/payer-link.ts';
import type { PayerLinkInput, Shared } from '#machines/orders/payer-link.machine.ts';
import { fromPromise } from 'xstate';

/** What a device can do with a link. */
export interface Hands {
  share?: (data: { title: string; text: string; url: string }) => Promise<void>;
  copy?: (text: string) => Promise<void>;
}

/**
 * Ports of the chart of a payer's link. @param origin of the shop @param text what is said with the link
 */
export const payerLinkActors = (
  api: () => Promise<Client>,
  { share, copy }: Hands,
  { origin, title, text }: { origin: string; title: string; text: string },
) => ({
  makeLink: fromPromise<PayerLink, PayerLinkInput>(async ({ input: { orderCode }, signal }) =>
    (await api()).call(payerLink, { query: { id: orderCode }, signal }),
  ),
  /** The device's own way of sharing where it has one, else the clipboard. */
  shareLink: fromPromise<Shared, { path: string }>(async ({ input: { path } }) => {
    const url = origin + path;
    if (!share) {
      if (!copy) throw new TypeError('no clipboard');
      await copy(url);
      return 'copied';
    }
    try {
      await share({ title, text, url });
      return 'sent';
    } catch (problem) {
      if (problem instanceof DOMException && problem.name === 'AbortError') return 'dismissed';
      throw problem;
    }
  }),
});
