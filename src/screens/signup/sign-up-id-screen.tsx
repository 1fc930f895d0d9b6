import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { usePersonalForm } from '#client/forms/personal-form.ts';
import { MaskedField } from '#components/form/masked-field.tsx';
import { isCpf, isRepeatedCpf } from '#domain/person/cpf.ts';
import { CpfAnswer } from '#domain/answers.ts';
import * as v from 'valibot';
import { DetailsStep } from './details-step.tsx';
import { SignUpStep } from './step.tsx';

const Identification = v.object({ identification: CpfAnswer });

/** The CPF, then what only this store asks of a person. */
export function SignUpIdScreen() {
  const isDetails = useFlowState('signup', (s) => s.matches({ identification: 'details' }));
  return isDetails ? <DetailsStep /> : <Cpf />;
}

function Cpf() {
  const signup = useFlow('signup');
  const { part } = usePersonalForm();
  const form = useForm({
    schema: Identification,
    initial: () => {
      const { typed, identification } = signup.getSnapshot().context;
      return { identification: typed.identification ?? identification ?? '' };
    },
    onChange: (typed) => signup.send({ type: 'answer.edited', typed }),
    onSubmit: ({ identification }) => signup.send({ type: 'identification.submitted', identification }),
  });
  const field = form.field('identification');
  const { help, ...cpf } = part('cpf');
  // The rule lets it through (specification §5); a slip of the finger is asked about, once, and never beside
  // a refusal.
  const isOdd = isCpf(field.value) && isRepeatedCpf(field.value);
  return (
    <SignUpStep
      title="Qual é o seu CPF?"
      text="Ele vai na nota fiscal dos seus pedidos e em mais nada."
      action="Continuar"
      form={form}
    >
      <MaskedField
        mask="cpf"
        {...cpf}
        {...field}
        help={isOdd ? 'Todos os números são iguais. Confira se é isso mesmo.' : help}
        required
        big
        autoFocus
        enterKeyHint="next"
      />
    </SignUpStep>
  );
}
