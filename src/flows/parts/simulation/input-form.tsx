import { valueIn } from '../../recording.ts';
import { JsonForm } from './json-form.tsx';
import styles from './simulation.module.css';

interface Props {
  input: unknown;
  /** the chart needs it to be looked at */
  isOpen: boolean;
  onRestart: (input: unknown) => void;
}

/** What the chart begins with, to change. */
export function InputForm({ input, isOpen, onRestart }: Props) {
  return (
    <details open={isOpen || undefined}>
      <summary>Entrada do gráfico</summary>
      <p className={styles.quiet}>O que o gráfico recebe ao começar. Mudar recomeça a execução.</p>
      <JsonForm
        label="Entrada, em JSON"
        begin={input}
        read={valueIn}
        action="Recomeçar com esta entrada"
        onValue={onRestart}
      />
    </details>
  );
}
