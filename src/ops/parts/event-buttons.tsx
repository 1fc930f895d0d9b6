import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { OpsEvent } from '#contract/ops/orders.ts';
import { type Movable, needsReason } from '#machines/ops/moves.machine.ts';
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

function ReasonForm({
  event,
  targets,
  onDone,
}: {
  event: OpsEvent;
  targets: readonly Movable[];
  onDone: () => void;
}) {
  const { send } = useMoves();
  const [reason, setReason] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const submit = (form: FormEvent) => {
    form.preventDefault();
    if (!reason.trim()) return setEmpty(true);
    send({ type: 'move.asked', move: { type: event, targets, reason: reason.trim() } });
    onDone();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <Textarea
        label={`Motivo: ${wordsOf(event, targets).toLowerCase()}`}
        description="Fica no histórico com o seu nome."
        value={reason}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          setEmpty(false);
        }}
        maxLength={200}
        autoFocus
        rows={2}
        error={isEmpty ? 'Escreva o motivo.' : undefined}
      />
      <div className={styles.row}>
        <Button type="submit">{wordsOf(event, targets)}</Button>
        <Button variant="default" onClick={onDone}>
          Voltar
        </Button>
      </div>
    </form>
  );
}

/** What may be done with these orders now: legal events only, and a reason where one is asked for. */
export function EventButtons({ targets, events, isFilled = false }: Props) {
  const { send, can } = useMoves();
  const [asking, setAsking] = useState<OpsEvent | null>(null);
  if (asking && events.includes(asking))
    return <ReasonForm event={asking} targets={targets} onDone={() => setAsking(null)} />;
  return (
    <div className={styles.row}>
      {events.map((event, at) => {
        const move = { type: event, targets };
        const asks = needsReason(event, targets);
        return (
          <Button
            key={event}
            variant={at > 0 ? 'default' : isFilled ? 'filled' : 'light'}
            disabled={!can({ type: 'move.asked', move: asks ? { ...move, reason: '-' } : move })}
            onClick={() => (asks ? setAsking(event) : send({ type: 'move.asked', move }))}
          >
            {wordsOf(event, targets)}
          </Button>
        );
      })}
    </div>
  );
}
