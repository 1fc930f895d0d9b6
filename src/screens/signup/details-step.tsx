import { useFlow } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { usePersonalForm } from '#client/forms/personal-form.ts';
import { AskedFields } from '#components/form/asked-fields.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import { useLinkTo } from '#client/links.ts';
import { formatCpf } from '#domain/person/cpf.ts';
import { addedForm, attrsAnswer } from '#domain/person/personal-form.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { SignUpStep } from './step.tsx';

/** What only this store asks of a person, in its words. */
export function DetailsStep() {
  const signup = useFlow('signup');
  const linkTo = useLinkTo();
  const { asked } = usePersonalForm();
  const added = useMemo(() => addedForm(asked), [asked]);
  const schema = useMemo(() => attrsAnswer(asked.fields), [asked]);
  const { identification } = signup.getSnapshot().context;
  const form = useForm<Record<string, unknown>, unknown>({
    schema,
    initial: () => ({
      ...Object.fromEntries(added.fields.map(({ name }) => [name, undefined])),
      ...signup.getSnapshot().context.attrs,
    }),
    onChange: (patch) => signup.send({ type: 'details.changed', patch }),
    onSubmit: () => signup.send({ type: 'details.submitted' }),
  });
  return (
    <SignUpStep
      title={asked.title ?? ''}
      text={asked.subtitle ?? ''}
      action={v.is(schema, form.values) ? asked.submit.text : asked.submit.waitingText}
      form={form}
    >
      {asked.top ? <Text tone="soft">{asked.top}</Text> : null}
      <AskedFields form={form} asked={added} />
      {asked.bottom ? (
        <Text size={15} tone="soft">
          {asked.bottom}
        </Text>
      ) : null}
      <Text size={15} tone="soft">
        CPF {formatCpf(identification ?? '')}{' '}
        <TextLink link={linkTo('signup.identification')} label="Corrigir o CPF">
          Corrigir
        </TextLink>
      </Text>
    </SignUpStep>
  );
}
