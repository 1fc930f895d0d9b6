import { useForm } from '#client/forms/form.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { useLinkTo } from '#client/links.ts';
import { MaskedField } from '#components/form/masked-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { PostalCodeAnswer } from '#domain/answers.ts';
import * as v from 'valibot';

const Code = v.object({ postalCode: PostalCodeAnswer });

interface Props {
  isBusy: boolean;
  /** Why the code that was sent led nowhere. */
  problem: 'unknown' | 'silent' | null;
  onEdit: () => void;
  onSubmit: (postalCode: string) => void;
}

/** Asks where the person is, in its place. */
export function FreightForm({ isBusy, problem, onEdit, onSubmit }: Props) {
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const form = useForm({
    schema: Code,
    initial: () => ({ postalCode: '' }),
    onChange: onEdit,
    onSubmit: ({ postalCode }) => onSubmit(postalCode),
  });
  const { error, ...field } = form.field('postalCode');
  const said =
    problem === 'unknown'
      ? 'Não encontramos esse CEP. Confira os números.'
      : problem === 'silent'
        ? noAnswer.say('Tente de novo quando ela voltar.', 'Tente de novo.')
        : null;
  return (
    <Stack gap={3} as="form" {...form.props}>
      <MaskedField
        mask="cep"
        label="Seu CEP"
        {...field}
        error={error ?? said}
        help={
          problem === 'unknown' ? (
            <TextLink link={linkTo('address.location')}>Informar o endereço</TextLink>
          ) : undefined
        }
        required
        enterKeyHint="go"
      />
      <SubmitButton kind="soft" busy={isBusy} busyText="Calculando">
        Calcular frete e prazo
      </SubmitButton>
      {/* What is wrong takes its place. */}
      {(error ?? said) ? null : (
        <Text size={13} tone="quiet">
          O valor e o primeiro horário, antes do pedido.
        </Text>
      )}
    </Stack>
  );
}
