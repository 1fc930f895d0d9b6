import { priceOf, propertyOf } from '#client/shop/item-words.ts';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { moneyText } from '#components/product/money.tsx';
import type { Item, Package } from '#contract/catalog.ts';
import { inCents } from '#contract/money.ts';
import { ZERO, formatReais } from '#domain/money/money.ts';
import { split } from '#domain/money/shares.ts';

/** What one of a package's units costs: "R$ 15,63 cada". */
const eachText = ({ price, units }: Package): string =>
  `${formatReais(split(inCents(price), units)[1] ?? ZERO)} cada`;

interface Props {
  item: Item;
  chosen: Package | null;
  /** null: one by one */
  onChoose: (packageId: string | null) => void;
}

/** One, or a box: each with its price and with what one costs in it. */
export function Packages({ item, chosen, onChoose }: Props) {
  return (
    <ChoiceGroup legend="Como você quer levar">
      <ChoiceRow
        name="package"
        value=""
        checked={chosen === null}
        onChoose={() => onChoose(null)}
        title="Unidade"
        detail={propertyOf(item, 'unit')}
        end={moneyText(priceOf(item))}
      />
      {item.packages.map((pack) => (
        <ChoiceRow
          key={pack.id}
          name="package"
          value={pack.id}
          checked={chosen?.id === pack.id}
          onChoose={onChoose}
          title={pack.name}
          detail={`${pack.units} unidades · ${eachText(pack)}`}
          end={moneyText(priceOf(item, pack))}
          disabled={item.quantity < pack.units}
          disabledText="Sem estoque"
        />
      ))}
    </ChoiceGroup>
  );
}
