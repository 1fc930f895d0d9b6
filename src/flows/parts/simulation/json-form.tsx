import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './simulation.module.css';

interface Props<T> {
  label: string;
  /** what stands there at first */
  begin: unknown;
  /** @returns null for what cannot be taken */
  read: (text: string) => { value: T } | null;
  action: string;
  onValue: (value: T) => void;
}

/** What is typed as JSON, and what is done with it. */
export function JsonForm<T>({ label, begin, read, action, onValue }: Props<T>) {
  const [text, setText] = useState(() => JSON.stringify(begin, null, 1) ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = read(text);
    setFault(found ? null : 'Isto não é o JSON que se espera: {"campo": "valor"}.');
    if (found) onValue(found.value);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Textarea
        label={label}
        rows={Math.min(10, Math.max(2, text.split('\n').length))}
        spellCheck={false}
        value={text}
        error={fault}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" size="sm">
        {action}
      </Button>
    </form>
  );
}
