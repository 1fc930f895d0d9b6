import { useRootState } from '#client/hooks.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { flavorPriceText } from '#client/shop/choice/choice-words.ts';
import { Stack } from '#components/layout/stack.tsx';
import { flavorRule } from '#domain/selection.ts';
import { useChosen } from '#client/shop/choice/chosen.ts';
import { AddBar } from './add-bar.tsx';
import { Boxes } from './boxes.tsx';
import { ChoiceScreen, type Choosing } from '#client/shop/choice/choosing.tsx';
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
        <LostChoices itemId={item.id} />
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

/** Why one is here without having asked: the item left the cart for its choices. */
function LostChoices({ itemId }: { itemId: string }) {
  const isLost = useRootState(
    'cart',
    ({ context: { lines, changes } }) =>
      !lines.some(({ id }) => id === itemId) &&
      changes.some(({ id, kind, reason }) => id === itemId && kind === 'REMOVED' && reason === 'SELECTION'),
  );
  return isLost ? (
    <RefusalNote text="Alguma escolha de antes não está mais à venda. O que ainda vale está marcado: complete com outra." />
  ) : null;
}
