import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useCheckedForm } from '#client/forms/checked-form.ts';
import { CodeAnswer } from '#domain/ops/answers.ts';
import type { proofMachine } from '#machines/ops/proof.machine.ts';
import { inputOf, useProblemAt } from './form-input.ts';
import styles from './money-item.module.css';
import { Panel } from './panel.tsx';
import { Refusal } from './refusal.tsx';

interface Props {
  /** what asks for it: `Mexer em dinheiro` */
  what: string;
  proof: ActorRefFrom<typeof proofMachine>;
  close: () => void;
}

/** The second factor once more, for what needs a fresh proof. */
export function ProofForm({ what, proof, close }: Props) {
  const problem = useSelector(proof, ({ context }) => context.problem);
  const isBusy = useSelector(proof, (state) => state.hasTag('busy'));
  const form = useCheckedForm({
    schema: CodeAnswer,
    initial: () => ({ code: '' }),
    problem: useProblemAt('code', problem),
    onSubmit: ({ code }) => proof.send({ type: 'proof.submitted', code }),
  });
  return (
    <Panel title="Confirme que é você">
      <p className={styles.more}>{what} pede os números do aplicativo. Valem por 5 minutos.</p>
      <form className={styles.form} {...form.props} noValidate>
        <TextInput
          label="Código do aplicativo"
          inputMode="numeric"
          autoComplete="one-time-code"
          {...inputOf(form.field('code'))}
          maxLength={6}
          autoFocus
        />
        <Refusal problem={form.refusal} />
        <Button type="submit" size="md" loading={isBusy}>
          Confirmar
        </Button>
      </form>
      <Button variant="subtle" onClick={close}>
        Fechar
      </Button>
    </Panel>
  );
}
