import { problemTitle } from '#client/problem-title.ts';
import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useForm } from '#client/forms/form.ts';
import { useNow } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { ListRow } from '#components/layout/list-row.tsx';
import { PhoneField } from '#client/forms/phone-field.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { contactAnswers } from '#domain/answers.ts';
import { waitText } from '#domain/spans.ts';
import { nationalDigits } from '#domain/person/phone.ts';
import { IconDeviceMobile, IconMail } from '@tabler/icons-react';
import * as v from 'valibot';
import { LongWait } from './long-wait.tsx';

const isPhone = (channel: string) => channel === 'phone';
const schemas = {
  phone: v.object({ contact: contactAnswers.phone }),
  email: v.object({ contact: contactAnswers.email }),
};

/** Where the code should go: one field. */
export function VerificationScreen() {
  const { channel, type } = useScreen('login.request').params;
  const login = useFlow('login');
  const linkTo = useLinkTo();
  const isBusy = useFlowState('login', (s) => s.hasTag('busy'));
  const noAnswer = useNoAnswer();
  const isOffline = useFlowState('login', (s) => s.hasTag('offline'));
  const problem = useFlowState('login', (s) => s.context.verificationError);
  const own = isPhone(channel) ? 'phone' : 'email';
  const keep = (contact: string) => login.send({ type: 'contact.changed', channel: own, value: contact });
  const form = useForm({
    schema: schemas[own],
    initial: () => {
      const { phone, email } = login.getSnapshot().context;
      return { contact: own === 'phone' ? nationalDigits(phone ?? '') : (email ?? '') };
    },
    draft: `login.${own}`,
    problem,
    // What the server said was about the contact before.
    onChange: ({ contact = '' }) => problem && keep(contact),
    onSubmit: () => {
      keep(form.values.contact);
      login.send({ type: 'code.requested' });
    },
  });
  const field = form.field('contact');
  const other = isPhone(channel) ? 'email' : 'phone';
  const isEarly = useFlowState('login', (s) => s.can({ type: 'code.received' }));
  const resendAt = useFlowState('login', (s) => s.context.resendAt);
  const now = useNow();
  const isAbroad = problem?.code === 'COUNTRY';
  const error =
    field.error ?? (isOffline || isEarly || isAbroad || !problem ? undefined : problemTitle(problem));
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter as="form" {...form.props}>
        <Stack gap={2}>
          <ScreenHeading size={36}>
            {isPhone(channel) ? 'Qual é o seu celular?' : 'Qual é o seu e-mail?'}
          </ScreenHeading>
          <Text tone="soft">
            {isPhone(channel)
              ? 'Vamos enviar um código de 6 números por SMS.'
              : 'Vamos enviar um código de 6 números para o seu e-mail.'}
          </Text>
        </Stack>
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'Envie de novo quando a conexão voltar.',
              'Não sabemos se o código saiu: espere um pouco ou envie de novo.',
            )}
          />
        ) : null}
        {isAbroad ? (
          <RefusalNote
            text={problemTitle(problem)}
            remedy={{ label: 'Entrar com e-mail', link: linkTo('login.request', { type, channel: 'email' }) }}
          />
        ) : null}
        {isPhone(channel) ? (
          <PhoneField
            label="Celular com DDD"
            {...field}
            error={error}
            required
            big
            autoFocus
            enterKeyHint="send"
          />
        ) : (
          <TextField
            label="E-mail"
            {...field}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            placeholder="nome@exemplo.com.br"
            error={error}
            required
            big
            autoFocus
            enterKeyHint="send"
          />
        )}
        {isEarly ? (
          <RefusalNote
            text="Enviamos um código há pouco para este contato."
            remedy={{ label: 'Digitar o código', onClick: () => login.send({ type: 'code.received' }) }}
          />
        ) : null}
        <SubmitButton
          busy={isBusy}
          busyText="Enviando código"
          reason={isEarly && resendAt > now ? `Você pode pedir outro ${waitText(resendAt, now)}.` : null}
        >
          Enviar código
        </SubmitButton>
        <ListRow
          flush
          icon={isPhone(channel) ? <IconMail size={24} /> : <IconDeviceMobile size={24} />}
          title={isPhone(channel) ? 'Receber por e-mail' : 'Receber por SMS'}
          link={linkTo('login.request', { type, channel: other })}
        />
        <LongWait isWaiting={isBusy} />
      </Stack>
    </AppScreen>
  );
}
