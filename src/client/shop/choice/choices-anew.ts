import type { CartChange } from '#contract/cart.ts';
import { choicesText } from '#domain/choosing.ts';

/** Of a line that left the cart for its choices: where they are made anew, those that still hold filled in. */
export function choicesAnew({ campaignId, id, selection }: CartChange): {
  campaign: string;
  item: string;
  line: string;
  choices?: string;
} {
  const choices = choicesText(selection ?? []);
  return { campaign: campaignId, item: id, line: choices, ...(choices ? { choices } : {}) };
}
