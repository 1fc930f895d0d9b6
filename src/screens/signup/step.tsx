import { AppScreen } from '#client/app-screen.tsx';
import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import type { FormParts } from '#client/forms/form.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  text: string;
  action: string;
  /** why the action is off, beside it */
  reason?: string | null;
  form: FormParts;
  children: ReactNode;
}

/** One question of the sign-up. */
export function SignUpStep({ title, text, action, reason, form, children }: Props) {
  const signup = useFlow('signup');
  const isBusy = useFlowState('signup', (s) => s.hasTag('busy'));
  const noAnswer = useNoAnswer();
  const isOffline = useFlowState('signup', (s) => s.hasTag('offline'));
  const canRetry = useFlowState('signup', (s) => s.can({ type: 'load.retried' }));
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter as="form" {...form.props}>
        <Stack gap={2}>
          <ScreenHeading size={36}>{title}</ScreenHeading>
          <Text tone="soft">{text}</Text>
        </Stack>
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'O que você digitou está guardado; continuamos quando a conexão voltar.',
              'O que você digitou está guardado. Tente de novo.',
            )}
            {...(canRetry
              ? { remedy: { label: 'Tentar de novo', onClick: () => signup.send({ type: 'load.retried' }) } }
              : {})}
          />
        ) : null}
        <FormErrorSummary {...form.summary} />
        {children}
        <SubmitButton busy={isBusy} busyText="Só um instante" {...(reason ? { reason } : {})}>
          {action}
        </SubmitButton>
      </Stack>
    </AppScreen>
  );
}
