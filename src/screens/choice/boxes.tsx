import { useRoot } from '#client/hooks.ts';
import type { Chosen } from '#client/shop/choice/chosen.ts';
import { Packages } from '#client/shop/choice/packages.tsx';
import { Card } from '#components/layout/card.tsx';
import type { Item } from '#contract/catalog.ts';

/** One, or a box of which all are filled alike. A line that is changed keeps what it is taken by. */
export function Boxes({ item, chosen }: { item: Item; chosen: Chosen }) {
  const product = useRoot('product');
  const { pack, price, stock, changed } = chosen;
  return item.packages.length === 0 || changed ? null : (
    <Card>
      <Packages
        item={item}
        chosen={pack}
        price={price}
        stock={Math.min(item.quantity, stock)}
        onChoose={(packageId) => product.send({ type: 'package.chosen', packageId })}
      />
    </Card>
  );
}
