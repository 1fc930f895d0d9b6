import type { Campaign } from '#contract/campaign.ts';
import { type Seed, itemOf } from './context.ts';
import type { AppSnapshot } from './app.machine.ts';
import { type FlowId, flowIds } from '#machines/navigation/flows.ts';
import { placeIn } from '#machines/navigation/place.ts';
import type { Refusal } from '#machines/navigation/refusal.ts';
import { type Place, definition, nameOf, screenIds } from '#machines/navigation/screens.ts';

/**
 * Where the shop is: the standing screen, or the step of the living flow. Null while it boots or hands over.
 */
export function whereIs(snapshot: AppSnapshot): Place | null {
  const standing = placeIn(snapshot);
  if (standing) return standing;
  const name = livingFlow(snapshot);
  const flow = name && snapshot.children[name];
  // An order on its way has no screen of its own: it is placed from the last step.
  return name ? ((flow && placeIn(flow.getSnapshot())) ?? snapshot.context.step) : null;
}
/** The flow that somebody is in. */
export const livingFlow = (snapshot: AppSnapshot): FlowId | undefined =>
  flowIds.find((flow) => snapshot.matches(flow));

/** The refusal that a person has not seen the end of: the flow's own, or the one that led here. */
export function refusalOf({ children, context }: AppSnapshot): Refusal | null {
  for (const flow of flowIds) {
    const refusal = children[flow]?.getSnapshot().context.refusal;
    if (refusal) return refusal;
  }
  return context.refusal;
}

/** Whether the screen is about one item. */
const isOfItem = ({ context: { asked } }: AppSnapshot): boolean => itemOf(asked) !== '';

/**
 * What was asked for does not exist: a campaign, an item or a wallet that the server does not know, or not as
 * theirs.
 */
export const isNotFound = (snapshot: AppSnapshot): boolean =>
  snapshot.hasTag('notFound') ||
  (isOfItem(snapshot) && (snapshot.children.product?.getSnapshot().matches('gone') ?? false)) ||
  (snapshot.matches('walletDetails') &&
    (snapshot.children.wallets?.getSnapshot().hasTag('details.gone') ?? false));

/**
 * Whether there is something to show: the place is known and the actors that its screen lives on have their
 * first answer, good or bad.
 */
export function isPresentable(snapshot: AppSnapshot): boolean {
  if (snapshot.hasTag('booting')) return false;
  if (isNotFound(snapshot)) return true;
  const { marketplace, campaigns, catalog, product } = snapshot.children;
  const needed = isOfItem(snapshot)
    ? [marketplace, campaigns, catalog, product]
    : snapshot.matches('catalog') || snapshot.matches('category') || snapshot.matches('campaign')
      ? [marketplace, campaigns, catalog]
      : [marketplace, campaigns];
  return needed.every((actor) => !actor?.getSnapshot().hasTag('busy'));
}

/** Titles that a screen does not have anyway: each stands in every page. */
const newTitles = (routes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    screenIds.flatMap((id) => {
      const row = definition(id);
      const name = nameOf(id, row);
      const given = routes[name];
      return given === undefined || given === row.title ? [] : [[name, given]];
    }),
  );

/** What a campaign asks of whoever orders there is said with the quote (D68), and would weigh on every page. */
const withoutQuestions = (campaign: Campaign): Campaign => {
  const { extraForm: _asked, ...properties } = campaign.properties;
  return { ...campaign, properties };
};

/**
 * What the server has loaded for the first screen, as plain data for `input.seed`: the browser's chart then
 * starts where the server's is.
 */
export function seedOf(snapshot: AppSnapshot): Seed {
  const marketplace = snapshot.children.marketplace?.getSnapshot().context;
  const campaigns = snapshot.children.campaigns?.getSnapshot().context;
  const catalog = snapshot.children.catalog?.getSnapshot().context;
  const product = snapshot.children.product?.getSnapshot().context;
  return {
    ...(marketplace?.documents
      ? {
          marketplace: {
            marketplaces: marketplace.marketplaces,
            documents: { ...marketplace.documents, routes: newTitles(marketplace.documents.routes) },
          },
        }
      : {}),
    ...(campaigns?.isKnown
      ? { campaigns: { campaigns: campaigns.campaigns.map(withoutQuestions), now: campaigns.now } }
      : {}),
    ...(catalog?.ref && catalog.preview
      ? {
          catalog: {
            ref: catalog.ref,
            preview: { ...catalog.preview, campaign: withoutQuestions(catalog.preview.campaign) },
          },
        }
      : {}),
    ...(product?.campaignId && product.itemId && product.item
      ? { product: { campaignId: product.campaignId, itemId: product.itemId, item: product.item } }
      : {}),
  };
}
