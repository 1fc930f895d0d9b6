import { useFlow } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { TextField } from '#components/form/text-field.tsx';
import { usePersonalForm } from '#client/forms/personal-form.ts';
import { capitaliseName } from '#domain/person/name.ts';
import { nameAnswer } from '#domain/person/personal-form.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { SignUpStep } from './step.tsx';

export function SignUpNameScreen() {
  const signup = useFlow('signup');
  const { asked, part } = usePersonalForm();
  const form = useForm({
    schema: useMemo(() => v.object({ name: nameAnswer(asked.fields) }), [asked]),
    initial: () => {
      const { typed, name: given } = signup.getSnapshot().context;
      return { name: typed.name ?? given ?? '' };
    },
    onChange: (typed) => signup.send({ type: 'answer.edited', typed }),
    onSubmit: ({ name }) => signup.send({ type: 'name.submitted', name }),
  });
  const field = form.field('name');
  return (
    <SignUpStep
      title="Como você se chama?"
      text="Use o nome que está no seu documento."
      action="Continuar"
      form={form}
    >
      <TextField
        {...part('name')}
        {...field}
        onChange={(text) => field.onChange(capitaliseName(text))}
        autoComplete="name"
        autoCapitalize="words"
        required
        big
        autoFocus
        enterKeyHint="next"
      />
    </SignUpStep>
  );
}
