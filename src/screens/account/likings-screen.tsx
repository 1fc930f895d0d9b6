import { AppScreen } from '#client/app-screen.tsx';
import { refusalText, useForm } from '#client/forms/form.ts';
import { useLinkTo } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type LikingsView, useLikings } from '#client/shop/account/likings.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { AskedQuestion } from '#components/form/asked-question.tsx';
import { Button } from '#components/form/button.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { ScreenHeading } from '#components/layout/screen-heading.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { TextLink } from '#components/layout/text-link.tsx';
import type { Account } from '#contract/people/account.ts';
import { QuestionAnswer } from '#domain/answers.ts';
import { type AskedLiking, answerText, isMissing, valuesOf } from '#domain/person/likings.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { useFocusOnNext } from './focus-on-next.ts';
import { AccountUnheard, useOwner } from './own-account.tsx';

const TITLE = 'Gostos';

/** The store's questions about taste, one at a time, and what was answered to them. */
export function LikingsScreen() {
  const owner = useOwner();
  if (!owner) return <AccountUnheard title={TITLE} />;
  return <Likings account={owner.account} />;
}

function Likings({ account }: { account: Account }) {
  const view = useLikings(account);
  const { state, send, asked } = view;
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  useFocusOnNext(state.hasTag('asking') ? (asked?.id ?? null) : `${state.value}`);
  if (state.hasTag('loading'))
    return (
      <AppScreen title={TITLE} cart={false} width="narrow" busy>
        <Stack gap={6} gutter>
          <ScreenHeading hidden>{TITLE}</ScreenHeading>
          <Waiting text="Buscando as perguntas">
            <RowsSkeleton count={5} />
          </Waiting>
        </Stack>
      </AppScreen>
    );
  if (state.hasTag('lost'))
    return (
      <AppScreen title={TITLE} cart={false} width="narrow">
        <ErrorState
          heading
          title={state.hasTag('offline') ? noAnswer.title : 'Não conseguimos buscar as perguntas'}
          text="As respostas que você já deu estão guardadas na sua conta."
          retry={{ onClick: () => send({ type: 'load.retried' }) }}
        />
      </AppScreen>
    );
  if (state.hasTag('empty'))
    return (
      <AppScreen title={TITLE} cart={false}>
        <EmptyState
          heading
          title="Nenhuma pergunta por aqui"
          text="Esta loja não pergunta nada sobre os seus gostos agora."
          action={<Button link={linkTo('app.newHome')}>Ver as campanhas</Button>}
        />
      </AppScreen>
    );
  return (
    <AppScreen title={TITLE} cart={false} width="narrow">
      {state.hasTag('asking') && asked ? (
        <Asking key={asked.id} {...view} asked={asked} />
      ) : (
        <Answers {...view} />
      )}
    </AppScreen>
  );
}

function Asking({ asked, state, send }: LikingsView & { asked: AskedLiking }) {
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { account, at, likings, problem } = state.context;
  const kept = valuesOf(account, asked.id);
  const canTakeBack = !asked.required && kept.length > 0;
  const schema = useMemo(
    () => v.object({ answer: QuestionAnswer({ ...asked, required: !canTakeBack }) }),
    [asked, canTakeBack],
  );
  const form = useForm<{ answer: readonly string[] }, { answer: string[] }>({
    schema,
    initial: () => ({ answer: kept }),
    draft: `liking-${asked.id}`,
    problem,
    onSubmit: ({ answer }) => send({ type: 'answer.submitted', values: answer }),
  });
  const isBusy = state.hasTag('busy');
  const isToldAtField = (problem?.fields ?? []).length > 0;
  return (
    <Stack gap={6} gutter as="form" {...form.props}>
      <Stack gap={2}>
        <Text size={15} tone="soft" numeric>
          {`Pergunta ${at + 1} de ${likings.length}`}
        </Text>
        <ScreenHeading>{asked.title}</ScreenHeading>
      </Stack>
      {state.hasTag('offline') ? (
        <RefusalNote
          text={noAnswer.say(
            'Guardamos a sua resposta quando a conexão voltar.',
            'A sua resposta continua aqui. Estamos tentando de novo.',
          )}
          remedy={{ label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) }}
        />
      ) : null}
      {!isBusy && problem && !isToldAtField ? (
        <RefusalNote
          tone="bad"
          text={refusalText(problem)}
          {...(state.can({ type: 'load.retried' })
            ? { remedy: { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) } }
            : {})}
        />
      ) : null}
      <AskedQuestion question={asked} field={form.field('answer')} titleHidden />
      <Stack gap={3}>
        <SubmitButton busy={isBusy} busyText="Guardando">
          Salvar
        </SubmitButton>
        <Button kind="quiet" disabled={isBusy} onClick={() => send({ type: 'question.skipped' })}>
          Pular
        </Button>
      </Stack>
      <Text size={15}>
        <TextLink link={linkTo('app.home')}>Agora não, ir para a loja</TextLink>
      </Text>
    </Stack>
  );
}

/** What was answered, each to be changed, and what is still needed. */
function Answers({ state, send }: LikingsView) {
  const linkTo = useLinkTo();
  const { account, likings } = state.context;
  const lacks = isMissing(likings, account.properties.likings ?? []);
  return (
    <Stack gap={6} gutter>
      <Stack gap={2}>
        <ScreenHeading>Suas respostas</ScreenHeading>
        <Text tone="soft">
          {account.tastes
            ? 'Elas ficam na sua conta e escolhem o que aparece em “Para você”. Toque em uma pergunta para mudar.'
            : 'Elas ficam na sua conta. Toque em uma pergunta para responder ou mudar.'}
        </Text>
      </Stack>
      {lacks ? <RefusalNote tone="info" text="A loja ainda gostaria de uma resposta sua." /> : null}
      <Card pad={false}>
        <RowList divided label="Suas respostas">
          {likings.map((one, at) => (
            <ListRow
              key={one.id}
              title={one.title}
              detail={answerText(one, valuesOf(account, one.id)) ?? 'Sem resposta'}
              onClick={() => send({ type: 'question.opened', at })}
            />
          ))}
        </RowList>
      </Card>
      <Button link={linkTo('app.home')}>Ir para a loja</Button>
    </Stack>
  );
}
