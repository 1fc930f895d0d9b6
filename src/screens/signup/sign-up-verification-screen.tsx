import { AppScreen } from '#client/app-screen.tsx';
import { useFlowState } from '#client/flow-hooks.ts';
import { ContactField } from '#client/forms/contact-field.tsx';
import { useForm } from '#client/forms/form.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { contactAnswers } from '#domain/answers.ts';
import { afterText } from '#domain/spans.ts';
import * as v from 'valibot';
import { SecondContact, type SecondView } from './second-contact.tsx';

const schemas = {
  phone: v.object({ contact: contactAnswers.phone }),
  email: v.object({ contact: contactAnswers.email }),
};

/** The contact that the sign-up did not begin with: proved at once, or told and left for later. */
export function SignUpVerificationScreen() {
  return <SecondContact title="Outro contato" screen={Asking} />;
}

function Asking({ state, send, postpone }: SecondView) {
  const { channel, problem } = state.context;
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const told = useFlowState('signup', (s) => s.context.second);
  const form = useForm<{ contact: string }, { contact: string }>({
    schema: schemas[channel],
    initial: () => ({ contact: told ?? '' }),
    draft: `signup.${channel}`,
    problem,
    onSubmit: ({ contact }) => send({ type: 'contact.submitted', value: contact }),
  });
  const { contact } = form.values;
  // What is told is told whole; what is not stays where it can be put right.
  const later = () =>
    contact.trim() === '' || v.is(schemas[channel], { contact }) ? postpone(contact) : form.submit();
  const field = form.field('contact');
  const isPhone = channel === 'phone';
  const isOffline = state.hasTag('offline');
  const isSoon = problem?.code === 'TOO_MANY_CODES';
  const isAbroad = problem?.code === 'COUNTRY';
  const error =
    field.error ?? (problem && !isOffline && !isSoon && !isAbroad ? problemTitle(problem) : undefined);
  return (
    <AppScreen width="narrow" cart={false}>
      <Stack gap={6} gutter as="form" {...form.props}>
        <Stack gap={2}>
          <ScreenHeading size={36}>
            {isPhone ? 'Qual é o seu celular?' : 'Qual é o seu e-mail?'}
          </ScreenHeading>
          <Text tone="soft">
            {isPhone
              ? 'Confirmado por um código, você também entra com ele. Se preferir, deixe para depois.'
              : 'Confirmado por um código, você também entra com ele se perder o celular. Se preferir, deixe para depois.'}
          </Text>
        </Stack>
        {isOffline ? (
          <RefusalNote
            text={noAnswer.say(
              'Envie de novo quando a conexão voltar, ou deixe para depois.',
              'Não sabemos se o código saiu: envie de novo ou deixe para depois.',
            )}
          />
        ) : null}
        {isSoon ? (
          <RefusalNote
            text={`Um código já saiu há pouco. Peça outro ${afterText(problem.retryAfter)}, ou deixe para depois.`}
            remedy={{ label: 'Digitar o código', link: linkTo('signup.activation', { channel }) }}
          />
        ) : null}
        {isAbroad ? (
          <RefusalNote
            text={`${problemTitle(problem)} O número pode ficar no cadastro sem confirmação.`}
            remedy={{ label: 'Seguir com este número', onClick: later }}
          />
        ) : null}
        <ContactField autoFocus channel={channel} {...field} error={error} required={false} />
        <Stack gap={3}>
          <SubmitButton busy={state.hasTag('busy') || state.matches('typing')} busyText="Enviando código">
            Confirmar agora
          </SubmitButton>
          <Button kind="quiet" onClick={later}>
            Depois
          </Button>
        </Stack>
      </Stack>
    </AppScreen>
  );
}
