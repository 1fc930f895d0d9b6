import { useLinkTo } from '#client/links.ts';
import { flavorPriceText } from '#client/shop/choice/choice-words.ts';
import { Button } from '#components/form/button.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { flavorRule } from '#domain/selection.ts';
import { ChoiceScreen, type Choosing } from '#client/shop/choice/choosing.tsx';
import { useChosen } from '#client/shop/choice/chosen.ts';
import { Boxes } from './boxes.tsx';
import styles from './choice.module.css';
import { ItemHead } from './item-head.tsx';
import { LackBar } from './lack-bar.tsx';
import { NothingToChoose } from './nothing-to-choose.tsx';
import { OptionGroups } from './option-groups.tsx';

/** The flavours of an item: one, or several that share it. */
export function FlavorScreen() {
  return (
    <ChoiceScreen screen="app.flavor" title="Sabores">
      {(choosing) =>
        choosing.item.type === 'FLAVOR_PARENT' ? (
          <Flavors {...choosing} />
        ) : (
          <NothingToChoose item={choosing.item} />
        )
      }
    </ChoiceScreen>
  );
}

export function Flavors(choosing: Choosing) {
  const { item, selection, isWhole, subject } = choosing;
  const linkTo = useLinkTo();
  const chosen = useChosen(choosing);
  return (
    <div className={styles.screen}>
      <Stack gap={4} gutter>
        <ItemHead
          item={item}
          price={chosen.price}
          rule={flavorPriceText(flavorRule(item.properties))}
          from={selection.length === 0}
        />
        <OptionGroups {...choosing} groups={chosen.beside} />
        <Boxes item={item} chosen={chosen} />
        {isWhole ? (
          <ActionBar total={chosen.linePrice}>
            <Button link={linkTo('app.flavorConfirmation', {}, subject)}>Continuar</Button>
          </ActionBar>
        ) : (
          <LackBar {...choosing} price={selection.length === 0 ? undefined : chosen.linePrice} />
        )}
      </Stack>
    </div>
  );
}
