import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Card } from '#components/layout/card.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { WindowList } from '#components/place/window-list.tsx';
import { inCents } from '#contract/money.ts';
import { formatHour, instantOf } from '#domain/dates.ts';
import { formatWindow } from '#domain/spans.ts';
import { capital, choiceOf, optionOf, priceText } from './shipping-words.ts';

const NEAREST = 2;
const at = (text: string): number => instantOf(text) ?? 0;

/**
 * The hours of the last order are not to be had: why, and the nearest ones that are. Nothing is chosen for
 * the person.
 */
export function NearestWindows() {
  const checkout = useFlow('checkout');
  const linkTo = useLinkTo();
  const choice = useFlowState('checkout', (s) => s.context.draft.shippingMethod);
  const quote = useFlowState('checkout', (s) => s.context.quote);
  const last = useFlowState('checkout', (s) => s.context.last?.window);
  const option = optionOf(quote, choice);
  if (!option) return null;
  const windows = (option.windows ?? [])
    .filter(({ left }) => left > 0)
    .toSorted((a, b) => at(a.start) - at(b.start))
    .slice(0, NEAREST);
  const why = choice?.windowId
    ? 'O horário que você escolheu não está mais livre.'
    : last
      ? `Das ${formatHour(at(last.start))} às ${formatHour(at(last.end))} não há vaga agora.`
      : 'Agora esta entrega tem dia e hora.';
  return (
    <Card as="section">
      <RefusalNote text={`${why} Escolha outro horário:`} />
      <WindowList
        label="Horários mais próximos"
        value={null}
        windows={windows.map(({ id, start, end, price = option.price }) => ({
          id,
          text: capital(formatWindow(at(start), at(end))),
          end: priceText(inCents(price)),
        }))}
        onChange={(id) => checkout.send({ type: 'shipping.chosen', choice: choiceOf(option, id) })}
      />
      <TextLink link={linkTo('checkout.method')} arrow>
        Ver todos os dias e horários
      </TextLink>
    </Card>
  );
}
