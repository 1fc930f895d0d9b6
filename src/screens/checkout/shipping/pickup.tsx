import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { Card } from '#components/layout/card.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatMoment, instantOf } from '#domain/dates.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import styles from './pickup.module.css';
import { choiceOf, keyOf, optionPriceText, optionsOf, pickupDetail } from './shipping-words.ts';
import { When } from './when.tsx';

/** Where to fetch it: nearest first, with hours and what to bring. */
export function Pickup() {
  const checkout = useFlow('checkout');
  const quote = useFlowState('checkout', (s) => s.context.quote);
  const choice = useFlowState('checkout', (s) => s.context.draft.shippingMethod);
  const points = useMemo(
    () => optionsOf(quote, 'pickup').toSorted((a, b) => (a.distance ?? Infinity) - (b.distance ?? Infinity)),
    [quote],
  );
  const chosen = points.find((point) => choice && keyOf(point) === keyOf(choice));
  if (points.length === 0)
    return (
      <Card as="section">
        <EmptyState
          drawing="place"
          title="Sem ponto de retirada"
          text="Os produtos deste carrinho chegam só por entrega."
        />
      </Card>
    );
  return (
    <>
      <Card as="section" pad={false}>
        <ChoiceGroup legend="Onde retirar" legendHidden>
          {points.map((point) => (
            <ChoiceRow
              key={keyOf(point)}
              name="point"
              value={keyOf(point)}
              checked={point === chosen}
              onChoose={() => checkout.send({ type: 'shipping.chosen', choice: choiceOf(point) })}
              title={point.name}
              end={optionPriceText(point)}
              detail={
                <>
                  {point.address ? <span className={styles.line}>{point.address}</span> : null}
                  <span className={styles.line}>{pickupDetail(point)}</span>
                </>
              }
            />
          ))}
        </ChoiceGroup>
      </Card>
      {chosen?.instructions || chosen?.readyAt ? (
        <div className={styles.hint}>
          <IconInfoCircle size={22} aria-hidden="true" />
          <Text size={15} tone="soft">
            {chosen.readyAt ? `Pronto a partir de ${formatMoment(instantOf(chosen.readyAt) ?? 0)}. ` : ''}
            {chosen.instructions}
          </Text>
        </div>
      ) : null}
      {chosen?.windows?.length ? <When key={keyOf(chosen)} option={chosen} /> : null}
    </>
  );
}
