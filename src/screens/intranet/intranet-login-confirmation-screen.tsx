import { AppScreen } from '#client/app-screen.tsx';
import { codeError } from '#client/code-words.ts';
import { useForm } from '#client/forms/form.ts';
import { useAppState, useNow, useTenant } from '#client/hooks.ts';
import { type IntranetView, useIntranetLogin } from '#client/person/intranet.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Button } from '#components/form/button.tsx';
import { Checkbox } from '#components/form/checkbox.tsx';
import { CodeInput, missingText } from '#components/form/code-input.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import { CodeAnswer } from '#domain/answers.ts';
import { waitText } from '#domain/spans.ts';
import { useEffect, useEffectEvent } from 'react';
import * as v from 'valibot';
import { DoorDialogs } from './door-dialogs.tsx';

const HEADING = 'Digite o código que enviamos';
const Answers = v.object({
  privacy: v.pipe(
    v.boolean(),
    v.check((isAgreed) => isAgreed, 'Leia e aceite o aviso de privacidade.'),
  ),
  code: CodeAnswer,
});

/** The code that went to the company's contact, and the privacy text. Inside of the door: it has no path of its own. */
export function IntranetLoginConfirmationScreen() {
  const linkTo = useLinkTo();
  const view = useIntranetLogin(true);
  const { state, send } = view;
  const isIn = useAppState(({ context }) => context.session === 'client');
  const isOpening = state.matches('entering') || state.matches('done') || isIn;
  if (state.matches('recalling') || isOpening)
    return (
      <AppScreen width="narrow" cart={false} busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>{HEADING}</ScreenHeading>
          <Waiting text={isOpening ? 'Entrando' : 'Um instante'}>
            <CardSkeleton height="240px" />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  if (state.matches('idle'))
    return (
      <AppScreen width="narrow" cart={false}>
        <EmptyState
          heading
          drawing="search"
          title="Nenhum código está a caminho"
          text="Os códigos valem por 5 minutos e só na aba em que foram pedidos. Diga de novo quem você é."
          action={<Button link={linkTo('app.intranetLogin')}>Dizer quem eu sou</Button>}
        />
      </AppScreen>
    );
  if (state.matches('waiting') || state.matches('failed'))
    return (
      <AppScreen width="narrow" cart={false}>
        <ErrorState
          heading
          title="Seu código está certo, mas a loja não respondeu"
          text="Você não precisa de outro código. Tente de novo em instantes."
          kept={{ items: ['O seu acesso'] }}
          retry={{ onClick: () => send({ type: 'load.retried' }) }}
        />
      </AppScreen>
    );
  return <Typing {...view} />;
}

function Typing({ state, send }: IntranetView) {
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const now = useNow();
  const { version } = useTenant().legal.privacy;
  const { sent, problem, resendAt } = state.context;
  const isSpent = state.hasTag('refused');
  const isSending = state.matches('sending');
  const isUnsent = state.matches('unsent');
  const form = useForm({
    schema: Answers,
    initial: () => ({ privacy: false, code: '' }),
    onSubmit: ({ code }) => send({ type: 'code.submitted', code, privacyVersion: version }),
  });
  // A refused code makes room for the next one.
  const clear = useEffectEvent(() => form.begin({ code: '' }));
  useEffect(() => clear(), [problem]);
  const code = form.field('code');
  const privacy = form.field('privacy');
  return (
    <AppScreen width="narrow" cart={false} back={linkTo('app.intranetLogin')}>
      <Stack gap={6} gutter>
        <Stack gap={2}>
          <ScreenHeading size={36}>{HEADING}</ScreenHeading>
          <Text tone="soft">
            Se o que você digitou está no cadastro da empresa, o código chega em{' '}
            <Text as="span" weight={600} tone="ink">
              {sent?.contact}
            </Text>
            . Vale por 5 minutos.
          </Text>
          <TextLink link={linkTo('app.intranetLogin')}>Não é este o meu contato</TextLink>
        </Stack>
        {isUnsent || problem?.code === 'NETWORK' ? (
          <RefusalNote
            text={noAnswer.say('Tente de novo quando a conexão voltar.', 'Tente de novo.')}
            {...(isUnsent
              ? { remedy: { label: 'Enviar outro código', onClick: () => send({ type: 'code.resent' }) } }
              : {})}
          />
        ) : null}
        <Stack gap={6} as="form" {...form.props}>
          <Checkbox {...privacy} checked={privacy.value} label="Li e aceito o aviso de privacidade da loja" />
          <CodeInput
            label="Código de 6 números"
            {...code}
            onComplete={() => form.submit()}
            error={code.error ?? (isSending || problem?.code === 'NETWORK' ? null : codeError(problem))}
            disabled={isSending || isUnsent || isSpent || state.matches('checking')}
            autoFocus
          />
          {state.can({ type: 'code.resent' }) ? (
            <TextLink onClick={() => send({ type: 'code.resent' })}>Reenviar código</TextLink>
          ) : (
            <Text size={15} tone="soft" numeric>
              {isSending ? 'Enviando o código' : `Você pode pedir outro ${waitText(resendAt, now)}.`}
            </Text>
          )}
          <SubmitButton
            busy={state.matches('checking')}
            busyText="Conferindo"
            reason={isSpent ? 'Peça um novo código' : missingText(code.value)}
            reasonInside
          >
            Confirmar
          </SubmitButton>
        </Stack>
        <DoorDialogs />
      </Stack>
    </AppScreen>
  );
}
