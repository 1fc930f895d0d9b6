import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { problemText } from '../words.ts';
import styles from './money-item.module.css';
import { Panel } from './panel.tsx';

interface Props {
  /** what asks for it: `Mexer em dinheiro` */
  what: string;
  problem: FlowProblem | null;
  isBusy: boolean;
  submit: (code: string) => void;
  close: () => void;
}

/** The second factor once more, for what needs a fresh proof. */
export function ProofForm({ what, problem, isBusy, submit, close }: Props) {
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit(code.trim());
  };
  return (
    <Panel title="Confirme que é você">
      <p className={styles.more}>{what} pede os números do aplicativo. Valem por 5 minutos.</p>
      <form className={styles.form} onSubmit={send} noValidate>
        <TextInput
          label="Código do aplicativo"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
          error={problem ? problemText(problem) : undefined}
          maxLength={6}
          autoFocus
        />
        <Button type="submit" size="md" loading={isBusy}>
          Confirmar
        </Button>
      </form>
      <Button variant="subtle" disabled={isBusy} onClick={close}>
        Fechar
      </Button>
    </Panel>
  );
}
