import type { TradeView } from '#client/shop/order/trading.ts';
import { tintOf } from '#components/campaign/tint.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { Stepper } from '#components/form/stepper.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { ActionBar } from '#components/layout/action-bar.tsx';
import { Card } from '#components/layout/card.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { Thumb } from '#components/product/thumb.tsx';
import { inCents } from '#contract/money.ts';
import type { Order } from '#contract/order/order.ts';
import { formatReais } from '#domain/money/money.ts';
import { TRADE_REASONS, needsPhoto, tradeAmount } from '#domain/order/trade.ts';
import type { TradeFacts } from '#machines/orders/trade-draft.ts';
import { ReturnPhotos } from './return-photos.tsx';
import { lackTexts, reasonTerm, reasonTitles } from './trade-words.ts';
import styles from './trade.module.css';

/** What happened, with what, and what it looks like. */
export function TradeDescription({ state, lack, send }: TradeView) {
  const { known, draft, problem } = state.context;
  if (!known) return null;
  const { reason, lines, text } = draft;
  return (
    <Stack gap={3} gutter>
      <ScreenHeading>O que aconteceu?</ScreenHeading>
      {problem ? (
        <RefusalNote
          tone="bad"
          text="A loja não aceitou o pedido como estava. Confira os itens e mande as fotos de novo."
        />
      ) : null}
      <Card as="section" labelledBy="trade-items">
        <Stack gap={3}>
          <Text as="h2" id="trade-items" size={18} weight={600}>
            Itens
          </Text>
          {known.order.items.map((line, at) => (
            <Line
              // What was bought keeps its order.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              line={line}
              left={known.facts.lines[at]?.left ?? 0}
              quantity={lines.find((one) => one.line === at)?.quantity ?? 0}
              onChange={(quantity) => send({ type: 'line.changed', line: at, quantity })}
              name={`line-${at}`}
            />
          ))}
        </Stack>
      </Card>
      <Card as="section">
        <ChoiceGroup legend="Motivo">
          {TRADE_REASONS.map((one) => (
            <Reason
              key={one}
              known={known}
              reason={one}
              lines={lines.map(({ line }) => line)}
              checked={reason === one}
              onChoose={() => send({ type: 'reason.chosen', reason: one })}
            />
          ))}
        </ChoiceGroup>
      </Card>
      {reason && needsPhoto(reason) ? (
        <ReturnPhotos
          order={known.order.id}
          ids={draft.photos}
          onChange={(ids, isPending) => send({ type: 'photos.changed', ids, isPending })}
        />
      ) : null}
      <Card as="section">
        <TextField
          name="trade-text"
          label="Conte mais"
          optional
          multiline
          maxLength={150}
          value={text}
          onChange={(typed) => send({ type: 'text.changed', text: typed })}
        />
      </Card>
      <ActionBar label="Volta para você" total={tradeAmount(known.facts, lines)}>
        <SubmitButton reason={lack && lackTexts[lack]} onClick={() => send({ type: 'trade.described' })}>
          Continuar
        </SubmitButton>
      </ActionBar>
    </Stack>
  );
}

interface LineProps {
  line: Order['items'][number];
  /** What of it did not go back yet. */
  left: number;
  quantity: number;
  name: string;
  onChange: (quantity: number) => void;
}

function Line({ line: { item, total, quantity: bought }, left, quantity, name, onChange }: LineProps) {
  return (
    <div className={quantity > 0 ? styles.chosen : styles.line}>
      <Checkbox
        name={name}
        checked={quantity > 0}
        disabled={left === 0}
        onChange={(isOn) => onChange(isOn ? left : 0)}
        label={
          <span className={styles.words}>
            <Thumb src={item.image ?? null} tint={tintOf(item.tint ?? item.name)} size={48} />
            <span className={styles.name}>
              {item.name}
              <Text as="span" size={15} tone="soft">
                {left === 0 ? 'Já voltou ou foi cancelado' : `${bought} × ${item.unit ?? 'un'}`}
              </Text>
            </span>
            <Text as="span" weight={600} numeric nowrap>
              {formatReais(inCents(total))}
            </Text>
          </span>
        }
      />
      {quantity > 0 && left > 1 ? (
        <Row between align="center">
          <Text size={15} tone="soft">
            Quantos? {quantity} de {left}
          </Text>
          <Stepper
            kind="chosen"
            alwaysOpen
            min={1}
            max={left}
            maxReason={`Você comprou ${left}`}
            quantity={quantity}
            name={item.name}
            onChange={onChange}
          />
        </Row>
      ) : null}
    </div>
  );
}

interface ReasonProps {
  known: TradeFacts;
  reason: (typeof TRADE_REASONS)[number];
  lines: readonly number[];
  checked: boolean;
  onChoose: () => void;
}

function Reason({ known, reason, lines, checked, onChoose }: ReasonProps) {
  const { isOpen, text } = reasonTerm(known, reason, lines);
  return (
    <ChoiceRow
      name="trade-reason"
      value={reason}
      title={reasonTitles[reason]}
      detail={text}
      checked={checked}
      disabled={!isOpen}
      disabledText="Prazo acabou"
      onChoose={onChoose}
    />
  );
}
