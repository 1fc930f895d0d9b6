import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { planDetail, planTitle } from '#client/shop/payment/plan-words.ts';
import { Card } from '#components/layout/card.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { Fault } from './fault.tsx';
import { StepAction } from './step-action.tsx';
import { usePlans } from './plans.ts';

/** In how many parts. The chart passes this by where the way of paying has none. */
export function PaymentInstallmentScreen() {
  const checkout = useFlow('checkout');
  const { plans, chosen } = usePlans();
  const isReady = useFlowState('checkout', (s) => s.matches({ installment: 'ready' }));
  const isOffline = useFlowState('checkout', (s) => s.matches({ installment: 'offline' }));
  const isFailed = useFlowState('checkout', (s) => s.matches({ installment: 'failed' }));
  const noAnswer = useNoAnswer();
  const kept = { items: ['Seu carrinho', 'A entrega e o pagamento que você escolheu'] };
  const retry = { onClick: () => checkout.send({ type: 'load.retried' }) };
  const reason = isReady
    ? chosen
      ? null
      : 'Escolha em quantas vezes pagar.'
    : isOffline
      ? `${noAnswer.title}.`
      : isFailed
        ? 'Não há como parcelar agora.'
        : 'Buscando as parcelas.';
  return (
    <CheckoutFrame
      step="installment"
      title="Em quantas vezes?"
      busy={!isReady && !isOffline && !isFailed}
      action={
        <StepAction onClick={() => checkout.send({ type: 'installment.submitted' })} reason={reason}>
          Continuar
        </StepAction>
      }
    >
      {isReady ? (
        <Card as="section" pad={false}>
          <ChoiceGroup legend="Parcelas" legendHidden>
            {plans.map((plan) => (
              <ChoiceRow
                key={plan.n}
                name="installments"
                value={String(plan.n)}
                checked={plan === chosen}
                onChoose={() => checkout.send({ type: 'installment.chosen', installments: plan.n })}
                title={planTitle(plan)}
                detail={planDetail(plan)}
              />
            ))}
          </ChoiceGroup>
        </Card>
      ) : isOffline ? (
        <Fault
          title={noAnswer.title}
          text={noAnswer.when(
            'Nada foi cobrado. Continuamos assim que a conexão voltar.',
            'Nada foi cobrado. Já estamos tentando de novo.',
          )}
          kept={kept}
          retry={retry}
        />
      ) : isFailed ? (
        <Fault title="Não conseguimos ver as parcelas" text="Nada foi cobrado." kept={kept} retry={retry} />
      ) : (
        <Waiting text="Buscando as parcelas">
          <CardSkeleton height="72px" />
        </Waiting>
      )}
    </CheckoutFrame>
  );
}
