import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { Card } from '#components/layout/card.tsx';
import { DayPicker } from '#components/form/day-picker.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { WindowList } from '#components/place/window-list.tsx';
import type { QuoteOption } from '#contract/cart.ts';
import { useMemo, useState } from 'react';
import { choiceOf, dayToShow, daysOf, isPickup } from './shipping-words.ts';

const SHOWN = 5;

/** Day and hour of one way of receiving. */
export function When({ option }: { option: QuoteOption }) {
  const checkout = useFlow('checkout');
  const linkTo = useLinkTo();
  const windowId = useFlowState('checkout', (s) => s.context.draft.shippingMethod?.windowId);
  const days = useMemo(() => daysOf(option), [option]);
  const [picked, setPicked] = useState<string | null>(null);
  const day = days.find(({ id }) => id === picked) ?? dayToShow(days, windowId);
  if (!day) return null;
  // The day that is open is always among those shown.
  const first = Math.max(0, Math.min(days.indexOf(day) - SHOWN + 1, days.length - SHOWN));
  const shown = days.slice(first, first + SHOWN);
  return (
    <Card as="section">
      <DayPicker
        label={isPickup(option) ? 'Dia da retirada' : 'Dia da entrega'}
        title="Escolha o dia e a hora"
        month={day.month}
        days={shown}
        value={day.id}
        onChange={setPicked}
      />
      <WindowList
        label={`Horários de ${day.spoken}`}
        windows={day.windows}
        value={windowId ?? null}
        onChange={(id) => checkout.send({ type: 'shipping.chosen', choice: choiceOf(option, id) })}
      />
      {days.length > SHOWN ? (
        <TextLink link={linkTo('checkout.method')} arrow>
          Ver todos os dias e horários
        </TextLink>
      ) : null}
    </Card>
  );
}
