import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { SentEvent } from '#machines/book/telling.ts';
import { payloadIn } from '../recording.ts';
import styles from './event-form.module.css';

interface Props {
  /** names of events that the chart accepts where it is */
  accepted: readonly string[];
  onSend: (event: SentEvent['event']) => void;
}

/** Sends the chart an event that it accepts where it is, with what it carries. */
export function EventForm({ accepted, onSend }: Props) {
  const [name, setName] = useState('');
  const [fields, setFields] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const chosen = accepted.includes(name) ? name : (accepted[0] ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const payload = payloadIn(fields);
    setFault(payload ? null : 'Escreva os dados como JSON: {"campo": "valor"}.');
    if (payload) onSend({ ...payload, type: chosen });
  };
  if (accepted.length === 0) return null;
  return (
    <form className={styles.form} onSubmit={submit}>
      <NativeSelect
        label="Mandar um evento"
        data={[...accepted]}
        value={chosen}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label="Dados dele, em JSON (opcional)"
        placeholder='{"campo": "valor"}'
        value={fields}
        error={fault}
        onChange={({ currentTarget }) => setFields(currentTarget.value)}
      />
      <Button type="submit" size="sm">
        Mandar
      </Button>
    </form>
  );
}
