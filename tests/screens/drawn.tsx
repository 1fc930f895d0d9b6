import type { Shell } from '#client/context.ts';
import { ShellContext } from '#client/context.ts';
import { stoppedClock } from '#client/clock.ts';
import { noStorage } from '#client/storage.ts';
import { tenantView } from '#client/tenant.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { CartChange } from '#contract/cart.ts';
import { noOrders } from '#machines/orders/no-orders.ts';
import { noCoupon } from '#machines/cart/coupon-facts.ts';
import { nothing } from '#machines/cart/nothing.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import { createShopRouter } from '#shell/routes.tsx';
import type { HeldLine } from '#machines/cart/lines.ts';
import { withStatuses } from '#machines/catalog/campaign-statuses.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { NOW, tenantOf } from '#tests/app/stub-shop.ts';

interface Known {
  campaigns?: Campaign[];
  /** entered in this visit */
  accessed?: string[];
  cart?: { lines?: HeldLine[]; changes?: CartChange[] } & Record<string, unknown>;
  /** contexts of other actors by name: `product`, `checkout` … */
  others?: Record<string, Record<string, unknown>>;
  /** tags of other actors' states by name */
  tags?: Record<string, string[]>;
  /** states of other actors by name, as `matches` is asked for them */
  states?: Record<string, unknown>;
  /** names of actors that take whatever they are sent; the others take nothing */
  taking?: string[];
  now?: number;
  /** the context of the app itself */
  app?: Record<string, unknown>;
}

/** An actor that stands still: its context, and where somebody asks for it its state. */
const standing = (context: unknown, tags: string[] = [], state?: unknown, can = false) => {
  const snapshot = {
    context,
    status: 'active',
    children: {},
    hasTag: (tag: string) => tags.includes(tag),
    can: () => can,
    matches: (asked: unknown) => JSON.stringify(asked) === JSON.stringify(state),
  };
  const silent = { unsubscribe: () => undefined };
  return { getSnapshot: () => snapshot, subscribe: () => silent, on: () => silent, send: () => undefined };
};

/**
 * A part of a screen as it is first drawn over actors that stand still. `text` is what a person reads of it,
 * one blank between words.
 */
export function drawn(
  node: ReactNode,
  {
    campaigns = [],
    accessed = [],
    cart = {},
    others = {},
    tags = {},
    states = {},
    taking = ['cart'],
    now = NOW,
    app: known = {},
  }: Known = {},
) {
  const stores = withStatuses({
    campaigns,
    met: [],
    statuses: [],
    accessed,
    selectedId: null,
    who: { kind: 'visitor' },
    point: { latitude: 0, longitude: 0 },
    now,
    dueAt: null,
    warmed: [],
    isKnown: true,
    isClosed: false,
    jitter: 0,
    failures: 0,
  });
  const contexts: Record<string, unknown> = {
    campaigns: stores,
    cart: {
      ...nothing,
      saved: null,
      leadId: null,
      isClient: false,
      campaigns,
      requestedAt: null,
      ...cart,
    },
    coupon: noCoupon,
    location: { location: null, isDefault: false },
    network: {},
    notices: {},
    orders: noOrders,
    product: { quantity: 1, packageId: null },
    ...others,
  };
  const children = Object.fromEntries(
    Object.entries(contexts).map(([name, context]) => [
      name,
      standing(context, tags[name], states[name], taking.includes(name)),
    ]),
  );
  const app = { ...standing(known), getSnapshot: () => ({ ...standing(known).getSnapshot(), children }) };
  const shell = {
    app,
    api: () => Promise.reject(new Error('nothing is asked for')),
    tenant: tenantView(tenantOf(), false),
    clock: stoppedClock(now),
    storage: noStorage(),
    renderedAt: now,
    addresses: createShopRouter(createMemoryHistory()).addresses,
    attend: () => Promise.resolve(),
    first: null,
    origin: 'http://shop.test',
  } as unknown as Shell; // the parts that a drawing reads
  const html = renderToStaticMarkup(<ShellContext value={shell}>{node}</ShellContext>);
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  return { html, text };
}
