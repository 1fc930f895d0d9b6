import { Button, TextInput, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OpsEvent } from '#contract/ops/orders.ts';
import type { DeliveryUpdate } from '#contract/order/delivery-update.ts';
import { type MoveDetail, detailProblems, detailsOf } from '#domain/ops/move-details.ts';
import { tellsBuyer } from '#domain/order/shop-answers.ts';
import { type Movable, type Move, needsReason } from '#machines/ops/moves.machine.ts';
import { useMoves } from '../context.tsx';
import { eventButton } from '../words.ts';
import styles from './event-buttons.module.css';

interface Props {
  targets: readonly Movable[];
  /** legal for all of them, the usual next one first */
  events: readonly OpsEvent[];
  /** the main button is filled: one of a view */
  isFilled?: boolean;
}
/** Goods that wait to be collected leave with their code; this is the other way. */
const wordsOf = (event: OpsEvent, targets: readonly Movable[]): string =>
  event === 'order.delivered' && needsReason(event, targets) ? 'Entregar sem código' : eventButton(event);

const detailWords: Readonly<Record<MoveDetail, { label: string; description: string }>> = {
  trackingCode: { label: 'Código de rastreio', description: 'Se a transportadora deu um.' },
  place: { label: 'Onde está', description: 'Cidade ou ponto, como a pessoa vai ler.' },
  invoiceUrl: { label: 'Endereço da nota fiscal (NF-e)', description: 'Começa com https://.' },
};
type Details = Partial<Record<MoveDetail, string>>;
/** What was typed, without what was left empty. */
const told = (typed: Details): DeliveryUpdate =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, text]) => (text.trim() ? [[name, text.trim()]] : [])),
  );

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
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState<Details>({});
  const [isChecked, setChecked] = useState(false);
  const isLacking = isAnswer && !reason.trim();
  const problems = detailProblems(told(typed));
  const submit = (form: FormEvent) => {
    form.preventDefault();
    setChecked(true);
    if (isLacking || Object.keys(problems).length > 0) return;
    send({ type: event, targets, ...(isAnswer ? { reason: reason.trim() } : {}), news: told(typed) });
    onDone();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isAnswer ? (
        <Textarea
          label={`Motivo: ${wordsOf(event, targets).toLowerCase()}`}
          description={
            tellsBuyer(event)
              ? 'A pessoa lê isto no pedido. Fica no histórico com o seu nome.'
              : 'Fica no histórico com o seu nome.'
          }
          value={reason}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
            setChecked(false);
          }}
          maxLength={200}
          autoFocus
          rows={2}
          error={isChecked && isLacking ? 'Escreva o motivo.' : undefined}
        />
      ) : null}
      {detailsOf(event, targets.length).map((name, at) => (
        <TextInput
          key={name}
          label={`${detailWords[name].label} (opcional)`}
          description={detailWords[name].description}
          value={typed[name] ?? ''}
          onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
          inputMode={name === 'invoiceUrl' ? 'url' : 'text'}
          autoComplete="off"
          autoFocus={!isAnswer && at === 0}
          error={isChecked ? problems[name] : undefined}
        />
      ))}
      <div className={styles.row}>
        <Button type="submit">{wordsOf(event, targets)}</Button>
        <Button variant="default" onClick={onDone}>
          Voltar
        </Button>
      </div>
    </form>
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
            variant={at > 0 ? 'default' : isFilled ? 'filled' : 'light'}
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
