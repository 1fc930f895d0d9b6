import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { daysText } from '#client/shop/cart/quote-words.ts';
import type { ReschedulingView } from '#client/shop/order/rescheduling.ts';
import { dayToShow, daysOf } from '#client/shop/place/window-days.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { DayPicker } from '#components/form/day-picker.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import { AddressCard } from '#components/place/address-card.tsx';
import { WindowList } from '#components/place/window-list.tsx';
import type { QuoteOption } from '#contract/cart.ts';
import type { Order } from '#contract/order/order.ts';
import { isFetched } from '#domain/order/order-states.ts';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { agreedText, leftText, problemText, subjectText } from './reschedule-words.ts';

/** Days that stand beside each other on a phone. */
const SHOWN = 5;
/** Fewer free places than this are said. */
const FEW = 5;
const leftIn = ({ left }: { left: number }): string | undefined =>
  left > FEW ? undefined : left === 1 ? 'Resta 1 vaga' : `Restam ${left} vagas`;

/** What is agreed, what else there is, and the one button. */
export function WindowChoice({
  order,
  option,
  state,
  send,
}: ReschedulingView & { order: Order; option: QuoteOption }) {
  const isFailed = order.allowedEvents.includes('delivery.rescheduled');
  const hasWindows = Boolean(option.windows?.length);
  const noun = isFetched(order) ? 'retirada' : 'entrega';
  const agreed = agreedText(order);
  const isSaving = state.hasTag('saving');
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>{isFailed ? 'Combinar nova entrega' : `Mudar o horário da ${noun}`}</ScreenHeading>
      <Told state={state} send={send} />
      {isFailed ? (
        <RefusalNote text="Não conseguimos entregar. O pedido está com a loja e sai de novo no dia que você escolher." />
      ) : null}
      <AddressCard
        icon={<IconCalendarTime size={24} />}
        title={agreed ? `Combinado: ${agreed}` : subjectText(order)}
        detail={
          agreed
            ? `${subjectText(order)}. Esse horário é seu até você confirmar outro, sem custo.`
            : 'Sem custo para você.'
        }
      />
      {hasWindows ? (
        <Windows option={option} noun={noun} chosen={state.context.windowId} send={send} />
      ) : (
        <Card as="section">
          <Stack gap={2}>
            <Text as="h2" size={18} weight={600}>
              {option.name}
            </Text>
            <Text tone="soft">
              Depois de pedir, a nova entrega chega: {daysText(option.days).toLowerCase()}.
            </Text>
          </Stack>
        </Card>
      )}
      <ActionBar
        reason={
          <Text size={15} tone="soft">
            {leftText(order)}
          </Text>
        }
        answer={state.hasTag('refused') ? 'Escolha um dia e um horário para confirmar.' : ''}
      >
        <Button
          busy={isSaving || state.hasTag('busy')}
          onClick={() => send({ type: 'reschedule.submitted' })}
        >
          {hasWindows ? 'Confirmar novo horário' : 'Pedir nova entrega'}
        </Button>
      </ActionBar>
    </Stack>
  );
}

/** What became of the last try, and the way on. */
function Told({ state, send }: ReschedulingView) {
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const { problem } = state.context;
  if (state.matches('unheard'))
    return (
      <RefusalNote
        text={noAnswer.say(
          'Confirmamos a mudança assim que a conexão voltar.',
          'Já estamos perguntando de novo; a mudança é feita uma vez só.',
        )}
        {...(noAnswer.isOnline
          ? { remedy: { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) } }
          : {})}
      />
    );
  if (!problem || !state.hasTag('choosing')) return null;
  return (
    <RefusalNote
      text={problemText(problem)}
      {...(problem.code === 'UNAUTHENTICATED'
        ? { remedy: { label: 'Entrar', link: linkTo('login.options') } }
        : {})}
    />
  );
}

function Windows({
  option,
  noun,
  chosen,
  send,
}: Pick<ReschedulingView, 'send'> & { option: QuoteOption; noun: string; chosen: string | null }) {
  const days = useMemo(() => daysOf(option, leftIn), [option]);
  const [picked, setPicked] = useState<string | null>(null);
  const [turned, setTurned] = useState<number | null>(null);
  const day = days.find(({ id }) => id === picked) ?? dayToShow(days, chosen ?? undefined);
  if (!day) return null;
  const page = turned ?? Math.floor(days.indexOf(day) / SHOWN);
  const last = Math.floor((days.length - 1) / SHOWN);
  return (
    <Card as="section">
      <DayPicker
        label={`Dia da ${noun}`}
        title="Escolha o dia e a hora"
        month={day.month}
        days={days.slice(page * SHOWN, (page + 1) * SHOWN)}
        value={day.id}
        onChange={setPicked}
      />
      <WindowList
        label={`Horários de ${day.spoken}`}
        windows={day.windows}
        value={chosen}
        onChange={(windowId) => send({ type: 'window.chosen', windowId })}
      />
      {last > 0 ? (
        <Row between>
          {page > 0 ? <TextLink onClick={() => setTurned(page - 1)}>Dias antes</TextLink> : <span />}
          {page < last ? <TextLink onClick={() => setTurned(page + 1)}>Mais dias</TextLink> : null}
        </Row>
      ) : null}
    </Card>
  );
}
