import { Button, TextInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import type { OpsEvent } from '#contract/ops/orders.ts';
import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import { moveAnswer } from '#domain/ops/answers.ts';
import { type MoveDetail, detailsOf } from '#domain/ops/move-details.ts';
import { tellsBuyer } from '#domain/order/shop-answers.ts';
import { type Movable, type Move, needsReason } from '#machines/ops/moves.machine.ts';
import { useMoves } from '../context.tsx';
import { eventButton } from '../words.ts';
import styles from './event-buttons.module.css';
import { FINAL } from './final.ts';
import { FieldsForm } from './fields-form.tsx';
import { inputOf } from './form-input.ts';

interface Props {
  targets: readonly Movable[];
  /** legal for all of them, the usual next one first */
  events: readonly OpsEvent[];
  /** the main button is filled: one of a view */
  isFilled?: boolean;
}
/** Offered, and never as what comes next. */
const endsOrder = (event: OpsEvent): boolean =>
  event === 'order.canceled' || event === 'cancellation.requested';
/** Goods that wait to be collected leave with their code; this is the other way. */
const wordsOf = (event: OpsEvent, targets: readonly Movable[]): string =>
  event === 'order.delivered' && needsReason(event, targets) ? 'Entregar sem código' : eventButton(event);

const detailWords: Readonly<Record<MoveDetail, { label: string; description: string }>> = {
  trackingCode: { label: 'Código de rastreio', description: 'Se a transportadora deu um.' },
  place: { label: 'Onde está', description: 'Cidade ou ponto, como a pessoa vai ler.' },
  invoiceUrl: { label: 'Endereço da nota fiscal (NF-e)', description: 'Começa com https://.' },
};
/** What was said, without what was left empty. */
const told = (details: Partial<Record<MoveDetail, string | undefined>>): DeliveryUpdate =>
  Object.fromEntries(Object.entries(details).filter(([, text]) => text !== undefined));

/** What an event asks for before it is sent: why, where it is an answer, and what is known of the goods. */
export function MoveForm({
  event,
  targets,
  send,
  onDone,
}: {
  event: OpsEvent;
  targets: readonly Movable[];
  send: (move: Move) => void;
  onDone: () => void;
}) {
  const isAnswer = needsReason(event, targets);
  const form = useCheckedForm({
    schema: moveAnswer(isAnswer),
    initial: () => ({ reason: '', trackingCode: '', place: '', invoiceUrl: '' }),
    onSubmit({ reason, ...details }) {
      send({ type: event, targets, ...(isAnswer ? { reason } : {}), news: told(details) });
      onDone();
    },
  });
  return (
    <FieldsForm className={styles.form} form={form}>
      {isAnswer ? (
        <Textarea
          label={`Motivo: ${wordsOf(event, targets).toLowerCase()}`}
          description={
            tellsBuyer(event)
              ? 'A pessoa lê isto no pedido. Fica no histórico com o seu nome.'
              : 'Fica no histórico com o seu nome.'
          }
          {...inputOf(form.field('reason'))}
          maxLength={200}
          autoFocus
          rows={2}
        />
      ) : null}
      {detailsOf(event, targets.length).map((name, at) => (
        <TextInput
          key={name}
          label={`${detailWords[name].label} (opcional)`}
          description={detailWords[name].description}
          {...inputOf(form.field(name))}
          inputMode={name === 'invoiceUrl' ? 'url' : 'text'}
          autoComplete="off"
          autoFocus={!isAnswer && at === 0}
        />
      ))}
      <div className={styles.row}>
        <Button
          type="submit"
          // Beside it stands the way that is meant: with the person's code.
          variant={event === 'order.delivered' && isAnswer ? 'light' : 'filled'}
          {...(event === 'order.canceled' ? FINAL : {})}
        >
          {wordsOf(event, targets)}
        </Button>
        <Button variant="default" onClick={onDone}>
          Voltar
        </Button>
      </div>
    </FieldsForm>
  );
}

/** What may be done with these orders now: legal events only, with what each asks for. */
export function EventButtons({ targets, events, isFilled = false }: Props) {
  const { send, can } = useMoves();
  const [asking, setAsking] = useState<OpsEvent | null>(null);
  if (asking && events.includes(asking))
    return (
      <MoveForm
        event={asking}
        targets={targets}
        send={(move) => send({ type: 'move.requested', move })}
        onDone={() => setAsking(null)}
      />
    );
  return (
    <div className={styles.row}>
      {events.map((event, at) => {
        const move = { type: event, targets };
        const isAnswer = needsReason(event, targets);
        const asks = isAnswer || detailsOf(event, targets.length).length > 0;
        return (
          <Button
            key={event}
            variant={at > 0 || endsOrder(event) ? 'default' : isFilled ? 'filled' : 'light'}
            disabled={!can({ type: 'move.requested', move: isAnswer ? { ...move, reason: '-' } : move })}
            onClick={() => (asks ? setAsking(event) : send({ type: 'move.requested', move }))}
          >
            {wordsOf(event, targets)}
          </Button>
        );
      })}
    </div>
  );
}
