import { AppScreen } from '#client/app-screen.tsx';
import { useCodeForm } from '#client/forms/code-form.ts';
import { codeError } from '#client/code-words.ts';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useNow } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Breakable } from '#components/layout/breakable.tsx';
import { CodeInput, missingText } from '#components/form/code-input.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { ListRow } from '#components/layout/list-row.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RingTimer } from '#components/order/ring-timer.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { waitText } from '#domain/spans.ts';
import { noteSignIn } from '#client/person/measured.ts';
import { useEffect } from 'react';
import { formatPhone } from '#domain/person/phone.ts';
import { IconCircleCheck, IconDeviceMobile, IconMail, IconSend } from '@tabler/icons-react';
import { LongWait } from './long-wait.tsx';

/** Typing the code. Whole, it submits itself. */
export function ActivationScreen() {
  const { channel, type } = useScreen('login.codeSent').params;
  const login = useFlow('login');
  const linkTo = useLinkTo();
  const isFailed = useFlowState('login', (s) => s.can({ type: 'activation.retried' }));
  const isBusy = useFlowState('login', (s) => s.hasTag('busy'));
  const noAnswer = useNoAnswer();
  const isOffline = useFlowState('login', (s) => s.hasTag('offline'));
  const isResending = useFlowState('login', (s) => s.matches({ codeSent: { resend: 'sending' } }));
  const mustRenew = useFlowState('login', (s) => s.hasTag('refused'));
  const problem = useFlowState('login', (s) => s.context.verificationError);
  const contact = useFlowState('login', (s) =>
    channel === 'phone' ? formatPhone(s.context.phone ?? '') : (s.context.email ?? ''),
  );
  const form = useCodeForm(channel === 'email' ? 'email' : 'phone', problem, (code) =>
    login.send({ type: 'code.submitted', code }),
  );
  const code = form.field('code');
  const sentAt = useFlowState('login', (s) => s.context.sentAt);
  useEffect(() => noteSignIn(channel === 'phone' ? 'SMS' : 'EMAIL', sentAt), [channel, sentAt]);

  if (isFailed)
    return (
      <AppScreen width="narrow" cart={false}>
        <ErrorState
          heading
          title="Seu código está certo, mas a loja não respondeu"
          text="Você não precisa de outro código. Tente de novo em instantes."
          kept={{ items: ['O seu acesso', 'O seu carrinho'] }}
          retry={{ onClick: () => login.send({ type: 'activation.retried' }) }}
        />
      </AppScreen>
    );
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter as="form" {...form.props}>
        <Stack gap={2}>
          <ScreenHeading size={36}>Digite o código que enviamos</ScreenHeading>
          <Text tone="soft">
            {channel === 'phone' ? 'SMS para ' : 'E-mail para '}
            <Text as="span" weight={600} tone="ink" nowrap={channel === 'phone'}>
              <Breakable>{contact}</Breakable>
            </Text>
          </Text>
          <TextLink link={linkTo('login.request', { type, channel })}>
            {channel === 'phone' ? 'Trocar número' : 'Trocar e-mail'}
          </TextLink>
        </Stack>
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'Digite o código de novo quando a conexão voltar.',
              'Digite o código de novo.',
            )}
          />
        ) : null}
        <CodeInput
          label="Código de 6 números"
          {...code}
          onComplete={() => form.submit()}
          error={code.error ?? (isOffline ? null : codeError(problem))}
          disabled={isBusy || mustRenew}
          autoFocus
        />
        <Resend channel={channel} />
        <ListRow
          flush
          icon={channel === 'phone' ? <IconMail size={24} /> : <IconDeviceMobile size={24} />}
          title={channel === 'phone' ? 'Receber por e-mail' : 'Receber por SMS'}
          link={linkTo('login.request', { type, channel: channel === 'phone' ? 'email' : 'phone' })}
        />
        <SubmitButton
          busy={isBusy}
          busyText="Conferindo"
          reason={mustRenew ? 'Peça um novo código' : missingText(code.value)}
          reasonInside
        >
          Confirmar
        </SubmitButton>
        <LongWait isWaiting={isBusy || isResending} />
      </Stack>
    </AppScreen>
  );
}

const PAUSE = 60_000;
/** A ring counts seconds, as the words beside it do; a longer wait has minutes or an hour. */
const LONGEST_RING = 2 * PAUSE;
/** px */
const RING = 48;

/** When another code may be asked for, and asking for it; once the code was right, what comes now. */
function Resend({ channel }: { channel: string }) {
  const login = useFlow('login');
  const now = useNow();
  const resendAt = useFlowState('login', (s) => s.context.resendAt);
  const canResend = useFlowState('login', (s) => s.can({ type: 'code.resent' }));
  const isSending = useFlowState('login', (s) => s.matches({ codeSent: { resend: 'sending' } }));
  // Also in the moment before the next screen.
  const isRight = useFlowState('login', (s) => s.matches('verified') || s.matches('activated'));
  if (canResend)
    return (
      <Row gap={3}>
        <TextLink onClick={() => login.send({ type: 'code.resent' })}>Reenviar código</TextLink>
      </Row>
    );
  const until = resendAt ?? now;
  // What the time that is left is good for, only while it is waited for.
  const isWaiting = !isRight && !isSending && until > now;
  return (
    <Row gap={3}>
      {isWaiting && until - now < LONGEST_RING ? (
        <RingTimer until={until} now={now} total={PAUSE} size={RING} label="Para reenviar" />
      ) : null}
      {/* As wide as the ring: the words beside it stay where they are. */}
      {isRight ? <IconCircleCheck size={RING} stroke={1.5} aria-hidden="true" /> : null}
      {isSending ? <IconSend size={RING} stroke={1.5} aria-hidden="true" /> : null}
      <Stack gap={1}>
        <Text weight={600} numeric>
          {isRight
            ? 'Código certo'
            : isSending
              ? 'Enviando outro código'
              : `Reenviar ${waitText(until, now)}`}
        </Text>
        <Text size={15} tone="soft">
          {isRight
            ? 'Abrindo a sua conta'
            : `${channel === 'email' ? 'Confira também o lixo eletrônico. ' : ''}O código vale por 5 minutos`}
        </Text>
      </Stack>
    </Row>
  );
}
