import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { Card } from '#components/layout/card.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Text } from '#components/layout/text.tsx';
import { WindowList } from '#components/place/window-list.tsx';
import type { QuoteOption } from '#contract/cart.ts';
import { useMemo } from 'react';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { NoDays } from './no-days.tsx';
import { useQuoteState } from '../quote-state.ts';
import { unready } from './shipping-blocker.ts';
import styles from './shipping-method-screen.module.css';
import {
  capital,
  choiceOf,
  daysOf,
  isPickup,
  keyOf,
  optionOf,
  optionPriceText,
  pickupDetail,
  whenText,
  windowOf,
} from './shipping-words.ts';
import { StepAction } from '../step-action.tsx';

/** Every way, day and hour there is, in one list. */
export function ShippingMethodScreen() {
  const checkout = useFlow('checkout');
  const quote = useFlowState('checkout', (s) => s.context.quote);
  const choice = useFlowState('checkout', (s) => s.context.draft.shippingMethod);
  const state = useQuoteState('method');
  const option = optionOf(quote, choice);
  const needsHour = Boolean(option?.windows?.length) && !windowOf(option, choice);
  const blocker =
    state === 'ready' ? (!option || needsHour ? 'Escolha o dia e a hora.' : null) : unready[state];
  const options = quote?.options ?? [];
  const isPickingUp = choice?.type === 'PICKUP';
  return (
    <CheckoutFrame
      step="shipping"
      title="Todos os dias e horários"
      busy={state === 'waiting'}
      action={
        <StepAction onClick={() => checkout.send({ type: 'method.submitted' })} reason={blocker}>
          Usar este horário
        </StepAction>
      }
    >
      {state === 'waiting' ? (
        <Waiting text="Buscando dias e horários">
          <CardSkeleton height="480px" />
        </Waiting>
      ) : state !== 'ready' ? (
        <NoDays isFailed={state === 'failed'} />
      ) : (
        [
          ...options.filter((one) => isPickup(one) === isPickingUp),
          ...options.filter((one) => isPickup(one) !== isPickingUp),
        ].map((one) => <Way key={keyOf(one)} option={one} />)
      )}
    </CheckoutFrame>
  );
}

function Way({ option }: { option: QuoteOption }) {
  const checkout = useFlow('checkout');
  const choice = useFlowState('checkout', (s) => s.context.draft.shippingMethod);
  const days = useMemo(() => daysOf(option), [option]);
  const isChosen = choice !== undefined && keyOf(choice) === keyOf(option);
  const detail = isPickup(option)
    ? [option.address, pickupDetail(option)].filter(Boolean).join(' · ')
    : whenText(option, choiceOf(option));
  return (
    <Card as="section">
      <h3 className={styles.name}>{option.name}</h3>
      {detail ? (
        <Text size={15} tone="soft">
          {detail}
        </Text>
      ) : null}
      {days.length === 0 ? (
        <ChoiceGroup legend={option.name} legendHidden>
          <ChoiceRow
            name="way"
            value={keyOf(option)}
            checked={isChosen}
            onChoose={() => checkout.send({ type: 'shipping.chosen', choice: choiceOf(option) })}
            title={whenText(option, choiceOf(option)) ?? option.name}
            end={optionPriceText(option)}
          />
        </ChoiceGroup>
      ) : (
        days.map((day) => (
          <div key={day.id} className={styles.day}>
            <h4 className={styles.date}>{capital(day.spoken)}</h4>
            <WindowList
              label={`${option.name}, ${day.spoken}`}
              windows={day.windows}
              value={isChosen ? (choice.windowId ?? null) : null}
              onChange={(id) => checkout.send({ type: 'shipping.chosen', choice: choiceOf(option, id) })}
            />
          </div>
        ))
      )}
    </Card>
  );
}
