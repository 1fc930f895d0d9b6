import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { proofMachine } from '#machines/ops/proof.machine.ts';
import { problemText } from '../words.ts';
import styles from './money-item.module.css';
import { Panel } from './panel.tsx';

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
  const [code, setCode] = useState('');
  const [isUnfit, setUnfit] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const asked = { type: 'proof.submitted', code: code.trim() } as const;
    setUnfit(!isBusy && !proof.getSnapshot().can(asked));
    proof.send(asked);
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
          error={isUnfit ? 'São 6 números.' : problem ? problemText(problem) : undefined}
          maxLength={6}
          autoFocus
        />
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
