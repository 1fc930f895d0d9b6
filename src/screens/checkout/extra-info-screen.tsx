import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { refusalText, useForm } from '#client/forms/form.ts';
import { PhotoQuestion } from '#client/forms/photo-question.tsx';
import { useNoAnswer } from '#client/no-answer.ts';
import { useQuestions } from '#client/shop/cart/questions.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { Question } from '#components/form/question.tsx';
import { FormErrorSummary } from '#components/form/form-error-summary.tsx';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { askedGroups } from '#domain/form-errors.ts';
import { useMemo, useState } from 'react';
import { answersOf, answersSchema, valuesOf } from './answers.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { Fault } from './fault.tsx';
import { useQuoteState } from './quote-state.ts';
import { StepAction } from './step-action.tsx';

const TITLE = 'Só mais uma coisa';

/** What the campaigns of the cart ask before the payment. */
export function ExtraInfoScreen() {
  const state = useQuoteState('extraInfo');
  if (state === 'ready') return <Questions />;
  return (
    <CheckoutFrame step="extraInfo" title={TITLE} busy={state === 'waiting'}>
      {state === 'waiting' ? (
        <Waiting text="Buscando as perguntas">
          <CardSkeleton height="236px" />
        </Waiting>
      ) : (
        <NoQuestions isFailed={state === 'failed'} />
      )}
    </CheckoutFrame>
  );
}

/** They did not come: why, what is kept, and the way to ask again. */
function NoQuestions({ isFailed }: { isFailed: boolean }) {
  const checkout = useFlow('checkout');
  const noAnswer = useNoAnswer();
  return (
    <Fault
      title={isFailed ? 'Não conseguimos ver as perguntas da campanha' : noAnswer.title}
      text={
        isFailed
          ? 'O que você já preencheu está guardado.'
          : noAnswer.when(
              'Assim que a conexão voltar, as perguntas aparecem aqui.',
              'Já estamos tentando de novo; as perguntas aparecem aqui.',
            )
      }
      kept={{ items: ['Seu carrinho', 'A entrega que você escolheu'] }}
      retry={{ onClick: () => checkout.send({ type: 'load.retried' }) }}
    />
  );
}

function Questions() {
  const checkout = useFlow('checkout');
  const questions = useQuestions();
  const problem = useFlowState('checkout', (s) => s.context.problem);
  const form = useForm({
    schema: useMemo(() => answersSchema(questions), [questions]),
    initial: () => valuesOf(questions, checkout.getSnapshot().context.draft.extra ?? {}),
    problem,
    onChange: (typed) =>
      checkout.send({ type: 'answers.changed', answers: answersOf({ ...form.values, ...typed }) }),
    onSubmit: () => {
      // What was never touched is an answer too: a box that stays empty.
      checkout.send({ type: 'answers.changed', answers: answersOf(form.values) });
      checkout.send({ type: 'extra.submitted' });
    },
  });
  const [only, second] = questions;
  const [pending, setPending] = useState<readonly string[]>([]);
  return (
    <CheckoutFrame
      step="extraInfo"
      title={second ? TITLE : (only?.form.title ?? TITLE)}
      action={
        <StepAction
          onClick={() => form.submit()}
          reason={pending.length === 0 ? null : 'Espere a foto chegar, ou remova-a.'}
        >
          {second ? 'Salvar' : (only?.form.submit.text ?? 'Salvar')}
        </StepAction>
      }
    >
      <Stack gap={4} as="form" {...form.props}>
        {problem ? <RefusalNote tone="bad" text={refusalText(problem)} /> : null}
        <FormErrorSummary {...form.summary} />
        {questions.map(({ campaignId, campaignName, form: asked }) => (
          <Card key={campaignId} as="section">
            <Stack gap={4}>
              <Stack gap={1}>
                <Text size={13} tone="quiet">
                  {campaignName}
                </Text>
                {second && asked.title ? (
                  <Text as="h3" size={18} weight={600}>
                    {asked.title}
                  </Text>
                ) : null}
                {asked.subtitle ? <Text tone="soft">{asked.subtitle}</Text> : null}
                {asked.top ? <Text tone="soft">{asked.top}</Text> : null}
              </Stack>
              {askedGroups(asked, form.values).map(({ title, fields }) => (
                <Stack key={title ?? ''} gap={4}>
                  {title ? <Text weight={600}>{title}</Text> : null}
                  {fields.map((question) => {
                    const { value, ...field } = form.field(question.name);
                    return question.type === 'file' ? (
                      <PhotoQuestion
                        key={question.name}
                        question={question}
                        field={{ ...field, value: String(value) }}
                        onPending={(isPending) =>
                          setPending((names) => [
                            ...names.filter((name) => name !== question.name),
                            ...(isPending ? [question.name] : []),
                          ])
                        }
                      />
                    ) : (
                      <Question key={question.name} question={question} field={{ ...field, value }} />
                    );
                  })}
                </Stack>
              ))}
              {asked.bottom ? (
                <Text size={15} tone="soft">
                  {asked.bottom}
                </Text>
              ) : null}
            </Stack>
          </Card>
        ))}
      </Stack>
    </CheckoutFrame>
  );
}
