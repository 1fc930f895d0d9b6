import { useFlow, useFlowState } from '#app/flow-hooks.ts';
import { TextField } from '#components/text-field.tsx';
import { capitaliseName } from '#domain/name.ts';
import { useEffect, useState } from 'react';
import { SignUpStep } from './step.tsx';

export function SignUpNameScreen() {
  const signup = useFlow('signup');
  const isInvalid = useFlowState('signup', (s) => s.matches({ name: 'invalid' }));
  const [name, setName] = useState(() => signup.getSnapshot().context.name ?? '');
  useEffect(() => {
    if (isInvalid) document.getElementById('field-name')?.focus();
  }, [isInvalid]);
  return (
    <SignUpStep title="Como você se chama?" text="Use o nome que está no seu documento." action="Continuar" onSubmit={() => signup.send({ type: 'name.submitted', name })}>
      <TextField label="Nome completo" name="name" value={name} onChange={(text) => setName(capitaliseName(text))} autoComplete="name" autoCapitalize="words" maxLength={80} error={isInvalid ? 'Diga seu nome.' : undefined} required big autoFocus enterKeyHint="next" />
    </SignUpStep>
  );
}
