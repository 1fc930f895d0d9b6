import { flavorPriceText } from '#client/shop/choice-words.ts';
import { Stack } from '#components/layout/stack.tsx';
import { flavorRule } from '#domain/selection.ts';
import { useChosen } from '#client/shop/chosen.ts';
import { AddBar } from './add-bar.tsx';
import { Boxes } from './boxes.tsx';
import { ChoiceScreen, type Choosing } from '#client/shop/choosing.tsx';
import styles from './choice.module.css';
import { ItemHead } from './item-head.tsx';
import { NothingToChoose } from './nothing-to-choose.tsx';
import { OptionGroups } from './option-groups.tsx';

/** A kit, filled group by group; also a line of the cart whose choices are changed. */
export function KitOptionalsScreen() {
  return (
    <ChoiceScreen screen="app.kitOptionals" title="Monte do seu jeito">
      {(choosing) =>
        choosing.groups.length > 0 ? <Kit {...choosing} /> : <NothingToChoose item={choosing.item} />
      }
    </ChoiceScreen>
  );
}

export function Kit(choosing: Choosing) {
  const { item } = choosing;
  const chosen = useChosen(choosing);
  return (
    <div className={styles.screen}>
      <Stack gap={4} gutter>
        <ItemHead
          item={item}
          price={chosen.price}
          rule={item.type === 'FLAVOR_PARENT' ? flavorPriceText(flavorRule(item.properties)) : undefined}
        />
        <OptionGroups {...choosing} groups={chosen.beside} />
        <Boxes item={item} chosen={chosen} />
        <AddBar {...choosing} chosen={chosen} />
      </Stack>
    </div>
  );
}
