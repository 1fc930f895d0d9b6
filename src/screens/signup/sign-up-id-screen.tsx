import { useFlow, useFlowState } from '#app/flow-hooks.ts';
import { MaskedField } from '#components/masked-field.tsx';
import { isRepeatedCpf } from '#domain/cpf.ts';
import { useEffect, useState } from 'react';
import { SignUpStep } from './step.tsx';

export function SignUpIdScreen() {
  const signup = useFlow('signup');
  const isInvalid = useFlowState('signup', (s) => s.matches({ identification: 'invalid' }));
  const [cpf, setCpf] = useState(() => signup.getSnapshot().context.identification ?? '');
  useEffect(() => {
    if (isInvalid) document.getElementById('field-identification')?.focus();
  }, [isInvalid]);
  return (
    <SignUpStep title="Qual é o seu CPF?" text="Ele vai na nota fiscal dos seus pedidos e em mais nada." action="Continuar" onSubmit={() => signup.send({ type: 'identification.submitted', identification: cpf })}>
      <MaskedField
        mask="cpf" label="CPF" name="identification" value={cpf} onChange={setCpf} required big autoFocus enterKeyHint="next"
        error={isInvalid ? 'Confira o CPF: algum número não bate.' : undefined} help={isRepeatedCpf(cpf) ? 'Todos os números são iguais. Confira se é isso mesmo.' : undefined}
      />
    </SignUpStep>
  );
}
