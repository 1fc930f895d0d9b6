import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { refusalText, useForm } from '#client/forms/form.ts';
import { useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ScreenLink } from '#client/screen-link.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { MaskedField } from '#components/form/masked-field.tsx';
import { PhoneField } from '#client/forms/phone-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { guestForm } from '#domain/person/guest.ts';
import { capitaliseName } from '#domain/person/name.ts';
import { nationalDigits } from '#domain/person/phone.ts';
import { useMemo } from 'react';

/** Who buys without an account: as little as an order needs. */
export function LeadScreen() {
  const checkout = useFlow('checkout');
  const { legal } = useTenant();
  const { version } = legal.privacy;
  const noAnswer = useNoAnswer();
  const isBusy = useFlowState('checkout', (s) => s.hasTag('busy'));
  const isOffline = useFlowState('checkout', (s) => s.hasTag('offline'));
  const isFailed = useFlowState('checkout', (s) => s.hasTag('failed'));
  const isRefused = useFlowState('checkout', (s) => s.hasTag('refused'));
  const problem = useFlowState('checkout', (s) => (s.hasTag('refused') ? s.context.problem : null));
  const form = useForm({
    schema: useMemo(() => guestForm(version), [version]),
    initial: () => {
      const { name, phone, cpf, accepted } = checkout.getSnapshot().context.who.typed;
      return { name, phone: nationalDigits(phone), cpf, accepted: accepted === version };
    },
    problem,
    onChange: ({ accepted, ...typed }) =>
      checkout.send({
        type: 'answer.edited',
        typed: { ...typed, ...(accepted === undefined ? {} : { accepted: accepted ? version : '' }) },
      }),
    onSubmit: (who) => checkout.send({ type: 'guest.submitted', guest: who }),
  });
  const name = form.field('name');
  const { value: isAccepted, ...accepted } = form.field('accepted');
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter as="form" {...form.props}>
        <Stack gap={2}>
          <ScreenHeading size={36}>Quem compra?</ScreenHeading>
          <Text tone="soft">Sem conta e sem senha: só o que este pedido precisa.</Text>
        </Stack>
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'O que você digitou está guardado; continuamos quando a conexão voltar.',
              'O que você digitou está guardado. Tente de novo.',
            )}
          />
        ) : null}
        {isFailed ? (
          <RefusalNote
            tone="bad"
            text="Não conseguimos guardar os seus dados. O que você digitou continua aqui."
            remedy={{ label: 'Tentar de novo', onClick: () => checkout.send({ type: 'load.retried' }) }}
          />
        ) : null}
        {isRefused && problem ? <RefusalNote tone="bad" text={refusalText(problem)} /> : null}
        <FormErrorSummary {...form.summary} />
        <TextField
          label="Nome completo"
          {...name}
          onChange={(text) => name.onChange(capitaliseName(text))}
          autoComplete="name"
          autoCapitalize="words"
          maxLength={80}
          required
          enterKeyHint="next"
        />
        <PhoneField
          label="Celular com DDD"
          {...form.field('phone')}
          help="Para avisar sobre o pedido. É por ele que você o encontra depois."
          required
          enterKeyHint="next"
        />
        <MaskedField
          mask="cpf"
          label="CPF"
          {...form.field('cpf')}
          help="Só se quiser o CPF na nota fiscal."
          optional
          enterKeyHint="done"
        />
        <Checkbox
          {...accepted}
          checked={isAccepted}
          label={
            <>
              Li e aceito a <ScreenLink to="app.privacy">política de privacidade</ScreenLink>
            </>
          }
        />
        <SubmitButton busy={isBusy} busyText="Só um instante">
          Continuar
        </SubmitButton>
      </Stack>
    </AppScreen>
  );
}
