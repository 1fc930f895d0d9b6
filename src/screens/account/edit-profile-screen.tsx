import { AppScreen } from '#client/app-screen.tsx';
import { refusalText, useForm } from '#client/forms/form.ts';
import { usePersonalForm } from '#client/forms/personal-form.ts';
import { useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { useProfile } from '#client/shop/account/profile.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { AskedFields } from '#components/form/asked-fields.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Account } from '#contract/people/account.ts';
import { capitaliseName } from '#domain/person/name.ts';
import { isPersonalPart } from '#domain/person/personal-form.ts';
import { formatPhone } from '#domain/person/phone.ts';
import { profileAnswer, profileOf, typedFields } from '#domain/person/profile.ts';
import { useMemo, useState } from 'react';
import * as v from 'valibot';
import { AccountUnheard, DataHeading, useOwner } from './own-account.tsx';
import { Contested } from './contested.tsx';

/** The form of a person's own data. Contacts that were proved are not typed here. */
export function EditProfileScreen() {
  const owner = useOwner();
  if (!owner) return <AccountUnheard title="Editar dados pessoais" />;
  return <Editing account={owner.account} provedEmail={owner.user.email} />;
}

function Editing({ account, provedEmail }: { account: Account; provedEmail: string | undefined }) {
  const { asked } = usePersonalForm();
  // As it was when the form was opened: what changes elsewhere meanwhile is told when it is saved.
  const [fields] = useState(() => typedFields(asked.fields, account, provedEmail !== undefined));
  const view = useProfile({ account, fields });
  const { state, send } = view;
  // What the store says of its form is about what it added to it.
  const { personalForm: own } = useTenant();
  const usual = fields.filter(({ name }) => isPersonalPart(name));
  const added = fields.filter(({ name }) => !isPersonalPart(name));
  const schema = useMemo(() => profileAnswer(fields), [fields]);
  const { typed, problem } = state.context;
  const [opened] = useState(typed);
  const form = useForm<Record<string, unknown>, unknown>({
    schema,
    initial: () => ({ ...profileOf(account, fields) }),
    // Before anything was sent the draft of this tab is newer.
    kept: typed === opened ? null : typed,
    draft: 'profile',
    problem,
    onSubmit: () => send({ type: 'profile.submitted', profile: form.values }),
  });
  const noAnswer = useNoAnswer();
  // What is wrong with one field is said at it.
  const isToldAtField = (problem?.fields ?? []).some(({ field }) =>
    fields.some(({ name }) => name === field.split('.').at(-1)),
  );
  const words = {
    ...form,
    // Words of a name get their capitals as they are typed (specification §5).
    field: <K extends string>(name: K) => {
      const { onChange, ...field } = form.field(name);
      return {
        ...field,
        onChange: (value: unknown) =>
          onChange(name === 'name' && typeof value === 'string' ? capitaliseName(value) : value),
      };
    },
  };
  return (
    <AppScreen title="Editar dados pessoais" cart={false} width="narrow">
      <Stack gap={6} gutter as="form" {...form.props}>
        <DataHeading {...(added.length > 0 ? {} : asked)} />
        {state.hasTag('offline') ? (
          <RefusalNote
            text={noAnswer.say(
              'O que você digitou está guardado; salvamos quando a conexão voltar.',
              'O que você digitou está guardado. Estamos tentando de novo.',
            )}
          />
        ) : null}
        {state.hasTag('editable') && problem && !isToldAtField ? (
          <RefusalNote
            tone="bad"
            text={refusalText(problem)}
            {...(state.can({ type: 'load.retried' })
              ? { remedy: { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) } }
              : {})}
          />
        ) : null}
        {state.matches('contested') ? <Contested {...view} /> : null}
        <FormErrorSummary {...form.summary} />
        {asked.top ? <Text tone="soft">{asked.top}</Text> : null}
        <AskedFields form={words} asked={{ ...asked, fields: usual }} />
        {added.length > 0 ? (
          <Stack as="section" gap={4}>
            {own?.title ? (
              <Stack gap={1}>
                <Text weight={600}>{own.title}</Text>
                {own.subtitle ? <Text tone="soft">{own.subtitle}</Text> : null}
              </Stack>
            ) : null}
            <AskedFields form={words} asked={{ ...asked, fields: added }} />
          </Stack>
        ) : null}
        <Contacts phone={account.phone} email={provedEmail} />
        {asked.bottom ? (
          <Text size={15} tone="soft">
            {asked.bottom}
          </Text>
        ) : null}
        <SubmitButton busy={state.hasTag('busy')} busyText="Salvando">
          {v.is(schema, form.values) ? asked.submit.text : asked.submit.waitingText}
        </SubmitButton>
      </Stack>
    </AppScreen>
  );
}

/** What one signs in with is read here, and not typed. */
function Contacts({ phone, email }: { phone: string | undefined; email: string | undefined }) {
  const known = [phone ? `celular ${formatPhone(phone)}` : null, email ? `e-mail ${email}` : null].filter(
    (one) => one !== null,
  );
  return known.length > 0 ? (
    <Text size={15} tone="soft">
      Você entra com: {known.join(' e ')}.
    </Text>
  ) : null;
}
