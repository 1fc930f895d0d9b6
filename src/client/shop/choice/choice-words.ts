import type { KitChoice } from '#domain/cart-line.ts';
import { type ChoiceGroup, type ChoiceOption, addedIn, chosenIn } from '#domain/choosing.ts';
import type { FlavorRule } from '#contract/catalog.ts';
import { flavorDifference } from '#domain/selection.ts';
import { formatReais } from '#domain/money/money.ts';
import { type Cents, cents } from '#contract/money.ts';

/** What people read of choices, where they make them. */

export const groupName = ({ name }: ChoiceGroup): string => name ?? 'Sabores';

/** "Escolha 2", "Opcional, até 3", "Escolha de 1 a 2". */
export const askText = ({ min, max }: ChoiceGroup): string =>
  min === max ? `Escolha ${max}` : min === 0 ? `Opcional, até ${max}` : `Escolha de ${min} a ${max}`;

/** The same of something that nobody has begun to choose: "Escolha 2 de 6". @param options how many there are */
export const offerText = (group: ChoiceGroup, options: number): string =>
  group.max > options ? askText(group) : `${askText(group)} de ${options}`;

/** "Falta 1", "Faltam 2". */
export const lackText = (missing: number): string => (missing === 1 ? 'Falta 1' : `Faltam ${missing}`);

/** What an option of a kit adds: "+ R$ 4,90", "− R$ 2,00"; empty when it adds nothing. */
export const addedText = (price: Cents): string =>
  price === 0 ? '' : `${price > 0 ? '+' : '−'} ${formatReais(cents(Math.abs(price)))}`;

/**
 * What the choices of a group add so far; empty while nothing is chosen, and where no option has a price of
 * its own.
 */
export const groupAddedText = (group: ChoiceGroup, selection: readonly KitChoice[]): string =>
  group.name === null || chosenIn(group, selection) === 0 || group.options.every(({ price }) => price === 0)
    ? ''
    : addedText(addedIn(group, selection)) || 'sem acréscimo';

/** Why no more of an item is to be had as it is filled: what is in it is in the cart already. */
export const heldText = (most: number, { name }: ChoiceOption): string =>
  `${most === 1 ? 'Só dá para mais 1' : `Só dá para mais ${most}`} assim: ${name} também está em outro item do carrinho.`;

/** What a flavour makes dearer: "+ R$ 2,00"; empty for the cheapest. */
export const flavorAddedText = (
  rule: FlavorRule,
  { options }: ChoiceGroup,
  { price }: ChoiceOption,
): string =>
  addedText(
    flavorDifference(
      rule,
      options.map((option) => option.price),
      price,
    ),
  );

const priceWords: Record<FlavorRule['price'], string> = {
  SUM: 'Soma dos sabores escolhidos',
  HIGHEST: 'Vale o preço do sabor mais caro',
  AVERAGE: 'Média dos sabores escolhidos',
};
/** How the flavours make the price. */
export const flavorPriceText = ({ price }: FlavorRule): string => priceWords[price];
