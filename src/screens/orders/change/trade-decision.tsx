import { useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import type { TradeView } from '#client/shop/order/trading.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { SummaryLines } from '#components/order/summary-lines.tsx';
import { Timeline } from '#components/order/timeline.tsx';
import { inCents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import { linesLeft, tradeAmount } from '#domain/order/trade.ts';
import { IconPackage, IconSend, IconWallet } from '@tabler/icons-react';
import { creditText, moneyText, nextSteps, reasonTitles } from './trade-words.ts';

const icons = [
  <IconSend key="sent" size={16} />,
  <IconPackage key="goods" size={16} />,
  <IconWallet key="money" size={16} />,
];

/** What one gets back, and what happens to goods and money, before anything is sent. */
export function TradeDecision({ state, send }: TradeView) {
  const { known, draft, isClient, offered } = state.context;
  const { payment } = useTenant();
  const noAnswer = useNoAnswer();
  if (!known || !draft.reason) return null;
  const { order, facts } = known;
  const { lines, wish, wanted, reason } = draft;
  const amount = tradeAmount(facts, lines);
  const isOpen = state.hasTag('deciding');
  const choose = (chosen: typeof wish, item: string | null = null) =>
    send({ type: 'wish.chosen', wish: chosen, wanted: item });
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>O que você prefere?</ScreenHeading>
      {state.hasTag('unsent') ? (
        <RefusalNote
          text={noAnswer.say(
            'O pedido está guardado aqui e vai assim que ela voltar.',
            'O pedido está guardado aqui; tentamos de novo em instantes.',
          )}
          {...(noAnswer.isOnline
            ? { remedy: { label: 'Tentar agora', onClick: () => send({ type: 'load.retried' }) } }
            : {})}
        />
      ) : null}
      <Card as="section">
        <ChoiceGroup legend="Como você quer resolver?" legendHidden>
          <ChoiceRow
            name="trade-wish"
            value="REFUND"
            title="O dinheiro de volta"
            detail={`${formatReais(amount)}. ${moneyText(order)}`}
            checked={wish === 'REFUND'}
            disabled={!isOpen && wish !== 'REFUND'}
            disabledText=""
            onChoose={() => choose('REFUND')}
          />
          {isClient && payment.methods.includes('WALLET') ? (
            <ChoiceRow
              name="trade-wish"
              value="EXCHANGE"
              title="Crédito na carteira"
              detail={creditText(amount)}
              checked={wish === 'EXCHANGE' && wanted === null}
              disabled={!isOpen && wish !== 'EXCHANGE'}
              disabledText=""
              onChoose={() => choose('EXCHANGE')}
            />
          ) : null}
          {isClient
            ? offered.map(({ id, name }) => (
                <ChoiceRow
                  key={id}
                  name="trade-wish"
                  value={id}
                  title={name}
                  detail="No lugar do que faltou. Se não der, o valor vira crédito."
                  checked={wanted === id}
                  disabled={!isOpen && wanted !== id}
                  disabledText=""
                  onChoose={() => choose('EXCHANGE', id)}
                />
              ))
            : null}
        </ChoiceGroup>
      </Card>
      <Card as="section" labelledBy="trade-sum">
        <Stack gap={3}>
          <Text as="h2" id="trade-sum" size={18} weight={600}>
            A conta
          </Text>
          <SummaryLines
            lines={sums(state.context)}
            total={{ label: 'Volta para você', amount }}
            note={`Motivo: ${reasonTitles[reason]}`}
          />
        </Stack>
      </Card>
      <Card as="section" labelledBy="trade-next">
        <Stack gap={3}>
          <Text as="h2" id="trade-next" size={18} weight={600}>
            O que acontece agora
          </Text>
          <Timeline
            label="O que acontece agora"
            items={nextSteps(order, reason, wish).map((step, at) => ({
              ...step,
              state: at === 0 ? 'now' : 'next',
              icon: icons[at],
            }))}
          />
        </Stack>
      </Card>
      {state.can({ type: 'trade.reopened' }) ? (
        <Button kind="ghost" onClick={() => send({ type: 'trade.reopened' })}>
          Mudar itens ou motivo
        </Button>
      ) : null}
      <ActionBar label="Volta para você" total={amount}>
        <SubmitButton busy={!isOpen} busyText="Enviando" onClick={() => send({ type: 'trade.confirmed' })}>
          Enviar pedido
        </SubmitButton>
      </ActionBar>
    </Stack>
  );
}

/** What was paid for the goods that go back, and the delivery where it comes back as well. */
function sums({ known, draft }: TradeView['state']['context']) {
  if (!known) return [];
  const { order, facts } = known;
  const isAll =
    linesLeft(facts).length === facts.lines.length &&
    facts.lines.every(
      ({ quantity, left }, line) =>
        left === quantity && draft.lines.find((one) => one.line === line)?.quantity === left,
    );
  const goods = draft.lines.map(({ line, quantity }) => ({
    label: `${order.items[line]?.item.name ?? 'Item'}, ${quantity} un`,
    amount: tradeAmount({ ...facts, shipping: 0 }, [{ line, quantity }]),
  }));
  return isAll && facts.shipping > 0
    ? [...goods, { label: 'Frete', amount: inCents(facts.shipping) }]
    : goods;
}
