import type { Seed } from '#machines/app/context.ts';
import type { TenantView } from '#client/tenant.ts';

/** What the server writes into a page for the browser to go on from. */
export interface PageData {
  tenant: TenantView;
  /** epoch ms at which the page was made; 0 for one that is kept and must set no clock */
  now: number;
  /**
   * What the charts had loaded; null for a page without content, which is drawn anew instead of taken over.
   */
  seed: Seed | null;
  /** Parts that came late and are drawn in this page: `takeDrawn`. */
  parts?: string[];
  /** The page of addresses that lead nowhere; shown at those of things that are gone as well. */
  nowhere?: true;
  /**
   * The address that a private page shows, which may be another than the one that was asked for; absent from a
   * shell. Without a person in the seed it is made for whoever has nothing in hand: for others it is drawn anew.
   */
  shown?: string;
}
export const pageData = (
  tenant: TenantView,
  now: number,
  seed: Seed | null,
  {
    parts = [],
    nowhere = false,
    shown,
  }: { parts?: string[]; nowhere?: boolean; shown?: string | undefined } = {},
): PageData => ({
  tenant,
  now,
  seed,
  ...(parts.length > 0 ? { parts } : {}),
  ...(nowhere ? { nowhere } : {}),
  ...(shown ? { shown } : {}),
});

const KEPT = 'vitrine:page';

/**
 * The page's data, or those of the last page of this origin when the worker shows the shell without a
 * network.
 */
export function readPage(): PageData | null {
  const written = document.getElementById('page');
  // Both are written by this code, the first by our server and the second here.
  if (written?.textContent) {
    const page = JSON.parse(written.textContent) as PageData;
    // What is a person's stays in no document that outlives their sign-in.
    if (page.seed?.mine) written.replaceChildren();
    return page;
  }
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as TenantView | null;
    return kept && { tenant: kept, now: Date.now(), seed: null };
  } catch {
    return null;
  }
}

/** Keeps the tenant's looks, which are nobody's secret, for a start without a network. */
export function keepPage({ tenant }: PageData): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(tenant));
  } catch {
    // A browser that keeps nothing has no start without a network either.
  }
}
