import { AppScreen } from '#client/app-screen.tsx';
import { useCodeForm } from '#client/forms/code-form.ts';
import { codeError } from '#client/code-words.ts';
import { useNow } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { useContactChange } from '#client/shop/account/contact.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { CodeInput, missingText } from '#components/form/code-input.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { Text } from '#components/layout/text.tsx';
import { formatPhone } from '#domain/person/phone.ts';
import { waitText } from '#domain/spans.ts';
import type { Owner } from '#machines/account/contact.machine.ts';
import type { Channel } from '#machines/login/code.ts';
import { ContactProof } from './contact-proof.tsx';
import { AccountUnheard, useOwner } from './own-account.tsx';

/** Typing the code that went to a new contact. Whole, it submits itself. */
export function UpdateActivationScreen() {
  const { channel } = useScreen('app.updateActivation').params;
  const owner = useOwner();
  const own = channel === 'email' ? 'email' : 'phone';
  return owner ? (
    <Typing key={own} owner={owner} channel={own} />
  ) : (
    <AccountUnheard title="Digite o código" />
  );
}

function Typing({ owner, channel }: { owner: Owner; channel: Channel }) {
  const { state, send } = useContactChange(owner, { channel, isTyping: true });
  const linkTo = useLinkTo();
  const now = useNow();
  const noAnswer = useNoAnswer();
  const { problem, value, resendAt } = state.context;
  const form = useCodeForm(channel, problem, (code) => send({ type: 'code.submitted', code }));
  const code = form.field('code');
  const again = linkTo('app.updateVerification', { channel });
  if (state.matches('proving'))
    return (
      <AppScreen width="narrow" cart={false}>
        <ContactProof state={state} />
      </AppScreen>
    );
  if (state.matches('recalling') || state.matches('changed'))
    return (
      <AppScreen width="narrow" cart={false} busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>Digite o código que enviamos</ScreenHeading>
          <Waiting text="Um instante">
            <CardSkeleton height="240px" />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  if (state.matches('asking') || state.matches('unsent'))
    return (
      <AppScreen width="narrow" cart={false}>
        <EmptyState
          heading
          drawing="search"
          title={problem ? 'A troca não foi feita' : 'Nenhum código está a caminho'}
          text={
            problem && problem.code !== 'NETWORK'
              ? problemTitle(problem)
              : 'Os códigos valem por 5 minutos e só na aba em que foram pedidos. O seu contato continua o mesmo.'
          }
          action={<Button link={again}>{problem ? 'Usar outro contato' : 'Pedir um código'}</Button>}
        />
      </AppScreen>
    );
  const isSpent = state.hasTag('refused');
  const isOffline = state.hasTag('offline');
  return (
    <AppScreen width="narrow" cart={false}>
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
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'Ainda não sabemos se o contato mudou: perguntamos quando a conexão voltar.',
              'Ainda não sabemos se o contato mudou: já estamos perguntando.',
            )}
          />
        ) : null}
        <CodeInput
          label="Código de 6 números"
          {...code}
          onComplete={() => form.submit()}
          error={code.error ?? (state.hasTag('busy') ? null : codeError(problem))}
          disabled={state.hasTag('busy') || isSpent}
          autoFocus
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
          busy={state.hasTag('busy')}
          busyText="Conferindo"
          reason={isSpent ? 'Peça um novo código' : missingText(code.value)}
          reasonInside
        >
          Confirmar
        </SubmitButton>
      </Stack>
    </AppScreen>
  );
}
