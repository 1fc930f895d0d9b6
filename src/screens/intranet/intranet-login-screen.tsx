import { AppScreen } from '#client/app-screen.tsx';
import { useForm } from '#client/forms/form.ts';
import { useRefusalReason, useRootState, useTenant } from '#client/hooks.ts';
import { useIntranetLogin } from '#client/person/intranet.ts';
import { useGo, useLinkTo } from '#client/links.ts';
import { useMedia } from '#client/media.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { problemTitle } from '#client/problem-title.ts';
import { useSso } from '#client/sso.ts';
import { SsoButtons, SsoNote } from '#client/sso-ways.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { SelectField } from '#components/form/select-field.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IdentificationAnswer } from '#domain/answers.ts';
import { afterText } from '#domain/spans.ts';
import type { FlowProblem } from '#machines/flow-problem.ts';
import { useEffect } from 'react';
import * as v from 'valibot';
import { DoorDialogs } from './door-dialogs.tsx';
import styles from './intranet-login-screen.module.css';

const Answers = v.object({ identification: IdentificationAnswer, store: v.string() });

/** The door of a company's store: who one is, or the company's own sign-in. */
export function IntranetLoginScreen() {
  const { partner, logo, legal } = useTenant();
  // That the store is closed is what the whole screen says.
  const reason = useRefusalReason();
  const media = useMedia();
  const sso = useSso();
  return (
    <AppScreen top="none" width="narrow" refusal={reason !== null && reason !== 'intranet.closed'}>
      <Stack gap={6} gutter>
        <div className={styles.brand}>
          <img src={media(logo.mark)} alt="" width={72} height={72} className={styles.mark} />
          <ScreenHeading size={36}>{partner}</ScreenHeading>
          <Text tone="soft">
            A loja de quem trabalha na {legal.company}. Produtos e preços aparecem depois que você entra.
          </Text>
        </div>
        <Identify />
        <SsoButtons {...sso} />
        <SsoNote {...sso} />
        <DoorDialogs />
      </Stack>
    </AppScreen>
  );
}

/** Why no code went out. It is the same for people whom the company knows and for anybody else. */
const unsentText = (problem: FlowProblem): string =>
  problem.code === 'TOO_MANY_CODES'
    ? `Um código foi pedido há pouco. Peça outro ${afterText(problem.retryAfter)}.`
    : problemTitle(problem);

function Identify() {
  const go = useGo();
  const linkTo = useLinkTo();
  const noAnswer = useNoAnswer();
  const stores = useRootState('marketplace', ({ context }) => context.marketplaces);
  const { asksStore = false } = useTenant();
  const { state, send } = useIntranetLogin(false);
  const { problem, sent } = state.context;
  const isSent = state.matches('typing');
  useEffect(() => {
    if (isSent) go('app.intranetConfirmation');
  }, [isSent, go]);
  const [first] = stores;
  const form = useForm({
    schema: Answers,
    initial: () => ({ identification: '', store: '' }),
    problem: state.matches('idle') ? problem : null,
    onSubmit: ({ identification, store }) =>
      send({
        type: 'code.requested',
        identification,
        marketplaceId: store || (stores.length === 1 ? (first?.id ?? null) : null),
      }),
  });
  return (
    <Stack gap={4} as="form" {...form.props}>
      {state.matches('idle') && sent && !problem ? (
        <RefusalNote
          tone="info"
          text={`Um código já está a caminho: ${sent.contact}.`}
          remedy={{ label: 'Digitar o código', link: linkTo('app.intranetConfirmation') }}
        />
      ) : null}
      {state.hasTag('offline') ? (
        <RefusalNote
          text={noAnswer.say(
            'Continue quando a conexão voltar.',
            'Não sabemos se o código saiu: espere um pouco ou tente de novo.',
          )}
        />
      ) : problem && !problem.fields?.length ? (
        <RefusalNote text={unsentText(problem)} />
      ) : null}
      <TextField
        label="Matrícula ou CPF"
        {...form.field('identification')}
        help="Enviamos um código de 6 números ao contato que a empresa tem no seu cadastro."
        autoComplete="username"
        autoCapitalize="characters"
        maxLength={40}
        enterKeyHint="send"
        big
        required
      />
      {asksStore || stores.length > 1 ? (
        <SelectField
          label="Loja"
          {...form.field('store')}
          placeholder="Qualquer uma"
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
        />
      ) : null}
      <SubmitButton busy={state.matches('sending') || isSent} busyText="Enviando código">
        Continuar
      </SubmitButton>
    </Stack>
  );
}
