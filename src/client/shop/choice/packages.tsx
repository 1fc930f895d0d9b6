import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { moneyText } from '#components/product/money.tsx';
import type { Item, Package } from '#contract/catalog.ts';
import type { Cents } from '#contract/money.ts';
import { ZERO, formatReais } from '#domain/money/money.ts';
import { split } from '#domain/money/shares.ts';
import { chosenLinePrice } from '#domain/selection.ts';
import { priceOf, propertyOf } from './item-words.ts';

/** What one of a package's units costs: "R$ 15,63 cada". */
const eachText = (price: Cents, units: number): string =>
  `${formatReais(split(price, units)[1] ?? ZERO)} cada`;

interface Props {
  item: Item;
  chosen: Package | null;
  /** null: one by one */
  onChoose: (packageId: string | null) => void;
  /** Of one, where it is filled. */
  price?: Cents;
  /** How many can be had; left out: as many as there are of the item. */
  stock?: number;
}

/** One, or a box: each with its price and with what one costs in it. */
export function Packages({ item, chosen, onChoose, price = priceOf(item), stock = item.quantity }: Props) {
  const priceOfPack = (pack: Package) => chosenLinePrice(pack, priceOf(item), price);
  return (
    <ChoiceGroup legend="Como você quer levar">
      <ChoiceRow
        name="package"
        value=""
        checked={chosen === null}
        onChoose={() => onChoose(null)}
        title="Unidade"
        detail={propertyOf(item, 'unit')}
        end={moneyText(price)}
      />
      {item.packages.map((pack) => (
        <ChoiceRow
          key={pack.id}
          name="package"
          value={pack.id}
          checked={chosen?.id === pack.id}
          onChoose={onChoose}
          title={pack.name}
          detail={`${pack.units} unidades · ${eachText(priceOfPack(pack), pack.units)}`}
          end={moneyText(priceOfPack(pack))}
          disabled={stock < pack.units}
          disabledText="Sem estoque"
        />
      ))}
    </ChoiceGroup>
  );
}
