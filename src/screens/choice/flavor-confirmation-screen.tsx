import { useLinkTo } from '#client/links.ts';
import { flavorPriceText } from '#client/shop/choice/choice-words.ts';
import { Button } from '#components/form/button.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { ChoiceOptionRow } from '#components/product/choice-card.tsx';
import { moneyText } from '#components/product/money.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import { tintOf } from '#components/campaign/tint.ts';
import { flavorRule } from '#domain/selection.ts';
import { useChosen } from '#client/shop/choice/chosen.ts';
import { AddBar } from './add-bar.tsx';
import { Boxes } from './boxes.tsx';
import { ChoiceScreen, type Choosing } from '#client/shop/choice/choosing.tsx';
import styles from './choice.module.css';
import { ItemHead } from './item-head.tsx';
import { NothingToChoose } from './nothing-to-choose.tsx';

/** The flavours that were chosen with their prices, before they go into the cart. */
export function FlavorConfirmationScreen() {
  return (
    <ChoiceScreen screen="app.flavorConfirmation" title="Confira os sabores">
      {(choosing) =>
        choosing.item.type === 'FLAVOR_PARENT' ? (
          <Chosen {...choosing} />
        ) : (
          <NothingToChoose item={choosing.item} />
        )
      }
    </ChoiceScreen>
  );
}

export function Chosen(choosing: Choosing) {
  const { item, groups, selection, subject, isWhole } = choosing;
  const chosen = useChosen(choosing);
  const linkTo = useLinkTo();
  const options = groups.flatMap((group) => group.options);
  return (
    <div className={styles.screen}>
      <Stack gap={4} gutter>
        <ItemHead item={item} price={chosen.price} rule={flavorPriceText(flavorRule(item.properties))} />
        <Card>
          <Stack as="ul" gap={2}>
            {selection.map(({ item: { id }, quantity }) => {
              const option = options.find((one) => one.id === id);
              return option ? (
                <ChoiceOptionRow
                  key={id}
                  picture={<Thumb src={option.image} tint={tintOf(option.name)} size={48} />}
                  name={quantity === 1 ? option.name : `${quantity} × ${option.name}`}
                  detail={option.unit}
                  end={
                    <Text as="span" size={15} numeric>
                      {moneyText(option.price)}
                    </Text>
                  }
                />
              ) : null;
            })}
          </Stack>
          {isWhole ? <TextLink link={linkTo('app.flavor', {}, subject)}>Trocar os sabores</TextLink> : null}
        </Card>
        <Boxes item={item} chosen={chosen} />
        {isWhole ? (
          <AddBar {...choosing} chosen={chosen} />
        ) : (
          <ActionBar
            reason={
              <Text size={15} weight={600} tone="warn">
                Falta escolher os sabores.
              </Text>
            }
          >
            <Button link={linkTo('app.flavor', {}, subject)}>Escolher os sabores</Button>
          </ActionBar>
        )}
      </Stack>
    </div>
  );
}
