import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { MaskedField } from '#components/form/masked-field.tsx';
import { isCpf, isRepeatedCpf } from '#domain/person/cpf.ts';
import { answerError } from '#domain/form-errors.ts';
import { useState } from 'react';
import { SignUpStep } from './step.tsx';

export function SignUpIdScreen() {
  const signup = useFlow('signup');
  const isInvalid = useFlowState('signup', (s) => s.matches({ identification: 'invalid' }));
  const [cpf, setCpf] = useState(() => {
    const { typed, identification } = signup.getSnapshot().context;
    return typed.identification ?? identification ?? '';
  });
  const change = (digits: string) => {
    setCpf(digits);
    signup.send({ type: 'answer.edited', typed: { identification: digits } });
  };
  // The rule lets it through (specification §5); a slip of the finger is asked about, once, and never beside
  // a refusal.
  const isOdd = isCpf(cpf) && isRepeatedCpf(cpf);
  return (
    <SignUpStep
      title="Qual é o seu CPF?"
      text="Ele vai na nota fiscal dos seus pedidos e em mais nada."
      action="Continuar"
      onSubmit={() => signup.send({ type: 'identification.submitted', identification: cpf })}
    >
      <MaskedField
        mask="cpf"
        label="CPF"
        name="identification"
        value={cpf}
        onChange={change}
        error={isInvalid ? answerError('cpf', cpf) : undefined}
        help={isOdd ? 'Todos os números são iguais. Confira se é isso mesmo.' : undefined}
        required
        big
        autoFocus
        enterKeyHint="next"
      />
    </SignUpStep>
  );
}
