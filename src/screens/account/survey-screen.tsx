import { AppScreen } from '#client/app-screen.tsx';
import { refusalText, useForm } from '#client/forms/form.ts';
import { useRoot, useRootState } from '#client/hooks.ts';
import { useLinkTo, useScreen } from '#client/links.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Unreachable } from '#client/shop/place/unreachable.tsx';
import { useCampaign } from '#client/shop/campaign/campaigns.ts';
import { type SurveyView, useSurvey } from '#client/shop/account/survey.ts';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { ErrorState } from '#components/feedback/error-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { RowsSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { AskedQuestion } from '#components/form/asked-question.tsx';
import { Button } from '#components/form/button.tsx';
import type { LinkTarget } from '#components/form/link.ts';
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
import { type AskedSurvey, type SurveyAbout, isOfOrder } from '#domain/person/survey.ts';
import { useMemo } from 'react';
import * as v from 'valibot';
import { useFocusOnNext } from './focus-on-next.ts';
import { AccountUnheard, useOwner } from './own-account.tsx';

const TITLE = 'Pesquisa';
const shortCode = (code: string) => formatOrderCode(code).slice(0, 9);

/** What the store asks after a delivery or about a campaign, once for each. */
export function SurveyScreen() {
  const owner = useOwner();
  const { order = null, campaign } = useScreen('app.survey').search;
  if (!owner) return <AccountUnheard title={TITLE} />;
  return campaign ? (
    <OfCampaign key={campaign} account={owner.account} campaign={campaign} />
  ) : (
    <Asked key={order} account={owner.account} order={order} />
  );
}

function OfCampaign({ account, campaign }: { account: Account; campaign: string }) {
  const known = useCampaign(campaign);
  const areKnown = useRootState('campaigns', ({ context }) => context.isKnown);
  const problem = useRootState('campaigns', (state) =>
    state.hasTag('offline') ? 'offline' : state.hasTag('failed') ? 'failed' : null,
  );
  const campaigns = useRoot('campaigns');
  if (known) return <Asked account={account} order={null} known={known.campaign} />;
  return (
    <AppScreen title={TITLE} cart={false} width="narrow" busy={!areKnown && !problem}>
      {areKnown ? (
        <Nothing />
      ) : problem ? (
        <Unreachable
          what="a campanha"
          problem={problem}
          onRetry={() => campaigns.send({ type: 'load.retried' })}
        />
      ) : (
        <Looking />
      )}
    </AppScreen>
  );
}

const Looking = () => (
  <Stack gap={6} gutter>
    <ScreenHeading hidden>{TITLE}</ScreenHeading>
    <Waiting text="Buscando as perguntas">
      <RowsSkeleton count={5} />
    </Waiting>
  </Stack>
);
function Nothing() {
  const linkTo = useLinkTo();
  return (
    <EmptyState
      heading
      title="Nada para responder"
      text="A loja pergunta depois de uma entrega, ou sobre uma campanha. Havendo perguntas, elas aparecem lá."
      action={<Button link={linkTo('app.accountDashboard')}>Ver meus pedidos</Button>}
    />
  );
}

/** Where one goes back to from what was asked about. */
function useWayBack(about: SurveyAbout | null): { text: string; link: LinkTarget } {
  const linkTo = useLinkTo();
  if (!about) return { text: 'Ver meus pedidos', link: linkTo('app.accountDashboard') };
  return isOfOrder(about)
    ? { text: 'Voltar ao pedido', link: linkTo('app.ordersDetails', { orderCode: about.code }) }
    : { text: 'Voltar à campanha', link: linkTo('app.campaign', { campaignId: about.slug }) };
}

interface AskedProps {
  account: Account;
  order: string | null;
  known?: SurveyAbout;
}
function Asked({ account, order, known }: AskedProps) {
  const view = useSurvey(account, order, known);
  useFocusOnNext(view.state.hasTag('asking') ? 'asking' : `${view.state.value}`);
  return (
    <AppScreen title={TITLE} cart={false} width="narrow" busy={view.state.hasTag('loading')}>
      <Standing {...view} />
    </AppScreen>
  );
}

/** How it stands: asked for, answered, or why there is nothing to answer. */
function Standing({ state, send, subjects }: SurveyView) {
  const noAnswer = useNoAnswer();
  const { survey, about, known } = state.context;
  const back = useWayBack(about ?? known);
  if (state.hasTag('loading')) return <Looking />;
  if (state.hasTag('lost'))
    return (
      <ErrorState
        heading
        title={state.hasTag('offline') ? noAnswer.title : 'Não conseguimos buscar as perguntas'}
        text="Nada do que você respondeu antes se perdeu."
        retry={{ onClick: () => send({ type: 'load.retried' }) }}
      />
    );
  if (state.matches('none')) return <Nothing />;
  if (state.matches('answered'))
    return (
      <EmptyState
        heading
        title="Você já respondeu"
        text="Cada pedido e cada campanha são respondidos uma vez. A loja já tem o que você disse."
        action={<Button link={back.link}>{back.text}</Button>}
      />
    );
  if (state.matches('thanked'))
    return (
      <EmptyState
        heading
        title="Obrigado por responder!"
        text={survey?.reward ? `Por responder: ${survey.reward}` : 'A loja lê o que você disse.'}
        action={<Button link={back.link}>{back.text}</Button>}
      />
    );
  if (survey && about) return <Asking state={state} send={send} survey={survey} about={about} />;
  return (
    <Stack gap={4} gutter>
      <ScreenHeading>De qual pedido?</ScreenHeading>
      <Card pad={false}>
        <RowList divided label="Pedidos entregues">
          {subjects.filter(isOfOrder).map((order) => (
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
}: Omit<SurveyView, 'subjects'> & { survey: AskedSurvey; about: SurveyAbout }) {
  const noAnswer = useNoAnswer();
  const back = useWayBack(about);
  const { problem } = state.context;
  const schema = useMemo(
    () => v.object(Object.fromEntries(survey.questions.map((one) => [one.id, QuestionAnswer(one)]))),
    [survey],
  );
  const form = useForm<Record<string, readonly string[]>, Record<string, string[]>>({
    schema,
    initial: () => Object.fromEntries(survey.questions.map(({ id }) => [id, []])),
    draft: `survey-${survey.id}-${isOfOrder(about) ? about.code : about.id}`,
    problem,
    onSubmit: (answers) => send({ type: 'survey.submitted', answers }),
  });
  const isBusy = state.hasTag('busy');
  const retry = { label: 'Tentar de novo', onClick: () => send({ type: 'load.retried' }) };
  return (
    <Stack gap={6} gutter as="form" {...form.props}>
      <Stack gap={2}>
        <Text size={15} tone="soft">
          {isOfOrder(about) ? `Pedido ${shortCode(about.code)}` : about.name}
        </Text>
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
        <TextLink link={back.link}>{`Agora não, ${back.text.toLowerCase()}`}</TextLink>
      </Text>
    </Stack>
  );
}
