import { AppScreen } from '#client/app-screen.tsx';
import { ContactField } from '#client/forms/contact-field.tsx';
import { useForm } from '#client/forms/form.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { useContactChange } from '#client/shop/account/contact.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Breakable } from '#components/layout/breakable.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { contactAnswers } from '#domain/answers.ts';
import { formatPhone } from '#domain/person/phone.ts';
import { afterText } from '#domain/spans.ts';
import type { Owner } from '#machines/account/contact.machine.ts';
import type { Channel } from '#machines/login/code.ts';
import * as v from 'valibot';
import { ContactProof } from './contact-proof.tsx';
import { AccountUnheard, useOwner } from './own-account.tsx';

const schemas = {
  phone: v.object({ contact: contactAnswers.phone }),
  email: v.object({ contact: contactAnswers.email }),
};

/** The phone or the e-mail that is to be signed in with from now on. */
export function UpdateVerificationScreen() {
  const { channel } = useScreen('app.updateVerification').params;
  const owner = useOwner();
  const own = channel === 'email' ? 'email' : 'phone';
  return owner ? <Asking key={own} owner={owner} channel={own} /> : <AccountUnheard title="Trocar contato" />;
}

function Asking({ owner, channel }: { owner: Owner; channel: Channel }) {
  const { state, send } = useContactChange(owner, { channel, isTyping: false });
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { problem } = state.context;
  const form = useForm<{ contact: string }, { contact: string }>({
    schema: schemas[channel],
    initial: () => ({ contact: '' }),
    draft: `update.${channel}`,
    problem,
    onSubmit: ({ contact }) => send({ type: 'contact.submitted', value: contact }),
  });
  if (state.matches('proving'))
    return (
      <AppScreen width="narrow" cart={false}>
        <ContactProof state={state} />
      </AppScreen>
    );
  const isPhone = channel === 'phone';
  const current = isPhone ? formatPhone(owner.user.phone ?? '') : (owner.user.email ?? '');
  const field = form.field('contact');
  const isOffline = state.hasTag('offline');
  const isAbroad = problem?.code === 'COUNTRY';
  const error =
    field.error ??
    (problem && !isOffline && !isSoon(problem.code) && !isAbroad ? problemTitle(problem) : undefined);
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter as="form" {...form.props}>
        <Stack gap={2}>
          <ScreenHeading size={36}>
            {isPhone ? 'Qual é o seu novo celular?' : 'Com que e-mail você quer entrar?'}
          </ScreenHeading>
          <Text tone="soft">
            {current ? (
              <>
                Hoje você entra com{' '}
                <Text as="span" weight={600} tone="ink" nowrap={isPhone}>
                  <Breakable>{current}</Breakable>
                </Text>
                .{' '}
              </>
            ) : null}
            Enviamos um código de 6 números {isPhone ? 'por SMS para o novo celular' : 'para o novo e-mail'}.
            Depois da troca avisamos o contato de antes, e os seus outros aparelhos saem da conta.
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
        {problem && isSoon(problem.code) ? (
          <RefusalNote
            text={`Foram muitos códigos seguidos. Tente de novo ${afterText(problem.retryAfter)}.`}
          />
        ) : null}
        {isAbroad ? (
          <RefusalNote
            text={problemTitle(problem)}
            remedy={{ label: 'Usar um e-mail', link: linkTo('app.updateVerification', { channel: 'email' }) }}
          />
        ) : null}
        <ContactField autoFocus channel={channel} {...field} error={error} />
        <SubmitButton busy={state.hasTag('busy') || state.matches('typing')} busyText="Enviando código">
          Enviar código
        </SubmitButton>
      </Stack>
    </AppScreen>
  );
}

const isSoon = (code: string): boolean => code === 'TOO_MANY_CODES';
