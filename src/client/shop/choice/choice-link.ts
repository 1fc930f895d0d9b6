import type { LinkTarget } from '#components/form/link.ts';
import type { Item } from '#contract/catalog.ts';
import type { LinkTo } from '#client/links.ts';

/** Leads to where an item is put together. */
export const choiceLink = (
  linkTo: LinkTo,
  { id, campaignId, type }: Pick<Item, 'id' | 'campaignId' | 'type'>,
): LinkTarget =>
  linkTo(type === 'KIT' ? 'app.kitOptionals' : 'app.flavor', {}, { campaign: campaignId, item: id });
