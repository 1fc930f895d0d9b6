import { useTenant } from '#client/hooks.ts';
import type { Form } from '#contract/place.ts';
import { personalForm } from '#domain/person/personal-form.ts';
import { useMemo } from 'react';

interface PersonalForm {
  asked: Form;
  /** what the store says of a part of every person's form */
  part: (name: 'name' | 'cpf') => {
    label: string;
    help: string | undefined;
    placeholder: string | undefined;
  };
}

/** The form of a person as the store has it. */
export function usePersonalForm(): PersonalForm {
  const { personalForm: own } = useTenant();
  const asked = useMemo(() => personalForm(own), [own]);
  return {
    asked,
    part(name) {
      const { label = '', help, placeholder } = asked.fields.find((one) => one.name === name) ?? {};
      return { label, help, placeholder };
    },
  };
}
