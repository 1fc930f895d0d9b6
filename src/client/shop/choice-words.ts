import type { KitChoice } from '#domain/cart-line.ts';
import { type ChoiceGroup, addedIn, chosenIn } from '#domain/choosing.ts';
import type { IfMissing } from '#contract/if-missing.ts';
import type { FlavorRule } from '#contract/catalog.ts';
import { formatReais } from '#domain/money/money.ts';
import { type Cents, cents } from '#contract/money.ts';

/** What people read of choices, wherever they make them. */

export const groupName = ({ name }: ChoiceGroup): string => name ?? 'Sabores';

/** "Escolha 2", "Opcional, até 3", "Escolha de 1 a 2". */
export const askText = ({ min, max }: ChoiceGroup): string =>
  min === max ? `Escolha ${max}` : min === 0 ? `Opcional, até ${max}` : `Escolha de ${min} a ${max}`;

/** "Falta 1", "Faltam 2". */
export const lackText = (missing: number): string => (missing === 1 ? 'Falta 1' : `Faltam ${missing}`);

/** What an option of a kit adds: "+ R$ 4,90", "− R$ 2,00"; empty when it adds nothing. */
export const addedText = (price: Cents): string =>
  price === 0 ? '' : `${price > 0 ? '+' : '−'} ${formatReais(cents(Math.abs(price)))}`;

/** What the choices of a group add so far; empty while nothing is chosen, and where no option has a price of its own. */
export const groupAddedText = (group: ChoiceGroup, selection: readonly KitChoice[]): string =>
  group.name === null || chosenIn(group, selection) === 0 || group.options.every(({ price }) => price === 0)
    ? ''
    : addedText(addedIn(group, selection)) || 'sem acréscimo';

const priceWords: Record<FlavorRule['price'], string> = {
  SUM: 'Soma dos sabores escolhidos',
  HIGHEST: 'Vale o preço do sabor mais caro',
  AVERAGE: 'Média dos sabores escolhidos',
};
/** How the flavours make the price. */
export const flavorPriceText = ({ price }: FlavorRule): string => priceWords[price];

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
