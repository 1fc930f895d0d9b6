import type { Item } from '#contract/catalog.ts';
import { choiceGroups, choiceIssues, choicesIn } from '#domain/choosing.ts';
import type { Choosing } from '#client/shop/choice/choosing.tsx';
import { children, idOf } from '#tests/support/choices.ts';

/** An item as it is put together. @param chosen items by their number, and how many of each */
export function choosing(item: Item, chosen: [number, number][], more: Partial<Choosing> = {}): Choosing {
  const selection = choicesIn(chosen.map(([n, quantity]) => `${idOf(n)}.${quantity}`).join('_'));
  return {
    item,
    children,
    groups: choiceGroups(item, children),
    selection,
    isKnown: false,
    refusals: more.isRefused ? 1 : 0,
    failures: 0,
    isWhole: choiceIssues(item, selection).length === 0,
    isRefused: false,
    subject: { campaign: item.campaignId, item: item.id },
    send: () => undefined,
    ...more,
  };
}
