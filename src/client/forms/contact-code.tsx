import { codeError } from '#client/code-words.ts';
import { useNow } from '#client/hooks.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CodeInput, missingText } from '#components/form/code-input.tsx';
import type { Pressable } from '#components/form/link.ts';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';
import { waitText } from '#domain/spans.ts';
import type { ContactEvent, contactMachine } from '#machines/account/contact.machine.ts';
import type { ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useCodeForm } from './code-form.ts';

interface Props {
  state: SnapshotFrom<typeof contactMachine>;
  send: (event: ContactEvent) => void;
  /** to where another contact is told */
  again: Pressable['link'];
  /** while nobody knows whether the code was taken */
  unheard: string;
  autoFocus: true;
  /** another way on, below */
  children?: ReactNode;
}

/** The six numbers that went to a contact, which is to be signed in with. Whole, they submit themselves. */
export function ContactCode({ state, send, again, unheard, autoFocus, children }: Props) {
  const { channel, problem, value, resendAt } = state.context;
  const now = useNow();
  const form = useCodeForm(channel, problem, (code) => send({ type: 'code.submitted', code }));
  const code = form.field('code');
  const isBusy = state.hasTag('busy');
  const isSpent = state.hasTag('refused');
  return (
    <Stack gap={6} gutter as="form" {...form.props}>
      <Stack gap={2}>
        <ScreenHeading size={36}>Digite o código que enviamos</ScreenHeading>
        <Text tone="soft">
          {channel === 'phone' ? 'SMS para ' : 'E-mail para '}
          <Text as="span" weight={600} tone="ink" nowrap={channel === 'phone'}>
            <Breakable>{channel === 'phone' ? formatPhone(value) : value}</Breakable>
          </Text>
        </Text>
        <TextLink link={again}>Usar outro</TextLink>
      </Stack>
      {state.hasTag('offline') ? <RefusalNote text={unheard} /> : null}
      <CodeInput
        label="Código de 6 números"
        {...code}
        onComplete={() => form.submit()}
        error={code.error ?? (isBusy ? null : codeError(problem))}
        disabled={isBusy || isSpent}
        autoFocus={autoFocus}
      />
      {state.can({ type: 'code.resent' }) ? (
        <TextLink onClick={() => send({ type: 'code.resent' })}>Reenviar código</TextLink>
      ) : (
        <Text size={15} tone="soft" numeric>
          {state.matches('sending')
            ? 'Enviando o código'
            : `Você pode pedir outro ${waitText(resendAt, now)}.`}
        </Text>
      )}
      <SubmitButton
        busy={isBusy}
        busyText="Conferindo"
        reason={isSpent ? 'Peça um novo código' : missingText(code.value)}
        reasonInside
      >
        Confirmar
      </SubmitButton>
      {children}
    </Stack>
  );
}
