import type { IfMissing } from '#contract/order/if-missing.ts';

/** What people read of a line that was put together, wherever it stands. */

/** "1 Goiabada cascão", each choice a line; the count only where it is more than one. */
export const choiceLines = (choices: readonly { name: string; quantity: number }[] | undefined): string[] =>
  (choices ?? []).map(({ name, quantity }) => (quantity === 1 ? name : `${quantity} × ${name}`));

const missingWords: Record<IfMissing, string> = {
  SIMILAR: 'troque por parecido',
  REMOVE: 'tire do pedido',
  ASK: 'fale comigo antes',
};
/** What may be asked of whoever packs an order, for when a thing is missing. */
export const missingChoices = [
  { value: 'SIMILAR', label: missingWords.SIMILAR },
  { value: 'REMOVE', label: missingWords.REMOVE },
  { value: 'ASK', label: missingWords.ASK },
] as const;
/** The choices of a line and what was asked for when it is missing, each a line: as nobody can change it here. */
export const lineNotes = (
  choices: Parameters<typeof choiceLines>[0],
  ifMissing: IfMissing | undefined,
): string[] => [...choiceLines(choices), ...(ifMissing ? [`Se faltar: ${missingWords[ifMissing]}`] : [])];
