import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { TextField } from '#components/form/text-field.tsx';
import { answerError } from '#domain/form-errors.ts';
import { capitaliseName } from '#domain/person/name.ts';
import { useState } from 'react';
import { SignUpStep } from './step.tsx';

export function SignUpNameScreen() {
  const signup = useFlow('signup');
  const isInvalid = useFlowState('signup', (s) => s.matches({ name: 'invalid' }));
  const [name, setName] = useState(() => {
    const { typed, name: given } = signup.getSnapshot().context;
    return typed.name ?? given ?? '';
  });
  const change = (text: string) => {
    const capital = capitaliseName(text);
    setName(capital);
    signup.send({ type: 'answer.edited', typed: { name: capital } });
  };
  return (
    <SignUpStep
      title="Como você se chama?"
      text="Use o nome que está no seu documento."
      action="Continuar"
      onSubmit={() => signup.send({ type: 'name.submitted', name })}
    >
      <TextField
        label="Nome completo"
        name="name"
        value={name}
        onChange={change}
        autoComplete="name"
        autoCapitalize="words"
        error={isInvalid ? answerError('name', name) : undefined}
        required
        big
        autoFocus
        enterKeyHint="next"
      />
    </SignUpStep>
  );
}
