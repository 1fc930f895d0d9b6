import { AppScreen } from '#client/app-screen.tsx';
import { refusalText, useForm } from '#client/forms/form.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { type SurveyView, useSurvey } from '#client/shop/account/survey.ts';
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
import { formatDay } from '#domain/dates.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import type { AskedSurvey, SurveyOrder } from '#domain/person/survey.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { useFocusOnNext } from './focus-on-next.ts';
import { AccountUnheard, useOwner } from './own-account.tsx';

const TITLE = 'Pesquisa';
const shortCode = (code: string) => formatOrderCode(code).slice(0, 9);

/** What the store asks after a delivery, once for each order. */
export function SurveyScreen() {
  const owner = useOwner();
  const { order = null } = useScreen('app.survey').search;
  if (!owner) return <AccountUnheard title={TITLE} />;
  return <OfOrder key={order} account={owner.account} order={order} />;
}

function OfOrder({ account, order }: { account: Account; order: string | null }) {
  const view = useSurvey(account, order);
  useFocusOnNext(view.state.hasTag('asking') ? 'asking' : `${view.state.value}`);
  return (
    <AppScreen title={TITLE} cart={false} width="narrow" busy={view.state.hasTag('loading')}>
      <Standing {...view} />
    </AppScreen>
  );
}

/** How it stands: asked for, answered, or why there is nothing to answer. */
function Standing({ state, send, orders }: SurveyView) {
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { survey, about } = state.context;
  const back = <Button link={linkTo('app.accountDashboard')}>Ver meus pedidos</Button>;
  if (state.hasTag('loading'))
    return (
      <Stack gap={6} gutter>
        <ScreenHeading hidden>{TITLE}</ScreenHeading>
        <Waiting text="Buscando as perguntas">
          <RowsSkeleton count={5} />
        </Waiting>
      </Stack>
    );
  if (state.hasTag('lost'))
    return (
      <ErrorState
        heading
        title={state.hasTag('offline') ? noAnswer.title : 'Não conseguimos buscar as perguntas'}
        text="Nada do que você respondeu antes se perdeu."
        retry={{ onClick: () => send({ type: 'load.retried' }) }}
      />
    );
  if (state.matches('none'))
    return (
      <EmptyState
        heading
        title="Nada para responder"
        text="A loja pergunta depois de uma entrega. Quando um pedido seu chegar, as perguntas aparecem nele."
        action={back}
      />
    );
  if (state.matches('answered'))
    return (
      <EmptyState
        heading
        title="Você já respondeu"
        text="Cada pedido é respondido uma vez. A loja já tem o que você disse."
        action={back}
      />
    );
  if (state.matches('thanked'))
    return (
      <EmptyState
        heading
        title="Obrigado por responder!"
        text={survey?.reward ? `Por responder: ${survey.reward}` : 'A loja lê o que você disse.'}
        action={
          about ? (
            <Button link={linkTo('app.ordersDetails', { orderCode: about.code })}>Voltar ao pedido</Button>
          ) : (
            back
          )
        }
      />
    );
  if (survey && about) return <Asking state={state} send={send} survey={survey} about={about} />;
  return (
    <Stack gap={4} gutter>
      <ScreenHeading>De qual pedido?</ScreenHeading>
      <Card pad={false}>
        <RowList divided label="Pedidos entregues">
          {orders.map((order) => (
            <ListRow
              key={order.id}
              title={`Pedido ${shortCode(order.code)}`}
              detail={`Feito em ${formatDay(Date.parse(order.creationDate))}`}
              onClick={() => send({ type: 'order.chosen', order })}
            />
          ))}
        </RowList>
      </Card>
    </Stack>
  );
}

function Asking({
  state,
  send,
  survey,
  about,
}: Omit<SurveyView, 'orders'> & { survey: AskedSurvey; about: SurveyOrder }) {
  const noAnswer = useNoAnswer();
  const linkTo = useLinkTo();
  const { problem } = state.context;
  const schema = useMemo(
    () => v.object(Object.fromEntries(survey.questions.map((one) => [one.id, QuestionAnswer(one)]))),
    [survey],
  );
  const form = useForm<Record<string, readonly string[]>, Record<string, string[]>>({
    schema,
    initial: () => Object.fromEntries(survey.questions.map(({ id }) => [id, []])),
    draft: `survey-${survey.id}-${about.code}`,
    problem,
    onSubmit: (answers) => send({ type: 'survey.submitted', answers }),
  });
  const isBusy = state.hasTag('busy');
  const retry = { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) };
  return (
    <Stack gap={6} gutter as="form" {...form.props}>
      <Stack gap={2}>
        <Text size={15} tone="soft">{`Pedido ${shortCode(about.code)}`}</Text>
        <ScreenHeading>{survey.title}</ScreenHeading>
        {survey.reward ? <Text tone="soft">{`Por responder: ${survey.reward}`}</Text> : null}
      </Stack>
      {state.hasTag('offline') ? (
        <RefusalNote
          text={noAnswer.say(
            'Guardamos as suas respostas quando a conexão voltar.',
            'As suas respostas continuam aqui. Estamos tentando de novo.',
          )}
          remedy={retry}
        />
      ) : null}
      {state.matches('blank') ? (
        <RefusalNote text="Nada foi respondido ainda. Responda ao menos uma pergunta, ou deixe para depois." />
      ) : null}
      {!isBusy && problem ? (
        <RefusalNote
          tone="bad"
          text={refusalText(problem)}
          {...(state.can({ type: 'load.retried' }) ? { remedy: retry } : {})}
        />
      ) : null}
      {survey.questions.map((question) => (
        <AskedQuestion key={question.id} question={question} field={form.field(question.id)} />
      ))}
      <SubmitButton busy={isBusy} busyText="Enviando">
        Enviar
      </SubmitButton>
      <Text size={15}>
        <TextLink link={linkTo('app.ordersDetails', { orderCode: about.code })}>
          Agora não, voltar ao pedido
        </TextLink>
      </Text>
    </Stack>
  );
}
