import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { Card } from '#components/layout/card.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { DEFAULT_TERMS, formatInstallment, installmentTable } from '#domain/money/installments.ts';
import { formatReais } from '#domain/money/money.ts';
import { CheckoutFrame } from './checkout-frame.tsx';
import { useCheckoutMoney } from './checkout-money.ts';
import { StepAction } from './step-action.tsx';

/** In how many parts. The chart passes this by where the way of paying has none. */
export function PaymentInstallmentScreen() {
  const checkout = useFlow('checkout');
  const { total } = useCheckoutMoney();
  const chosen = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.installments);
  const max = useFlowState(
    'checkout',
    (s) => s.context.methods.find(({ type }) => type === 'CREDIT_CARD')?.installments ?? 1,
  );
  return (
    <CheckoutFrame
      step="installment"
      title="Em quantas vezes?"
      action={
        <StepAction
          onClick={() => checkout.send({ type: 'installment.submitted' })}
          reason={chosen === undefined ? 'Escolha em quantas vezes pagar.' : null}
        >
          Continuar
        </StepAction>
      }
    >
      <Card as="section" pad={false}>
        <ChoiceGroup legend="Parcelas" legendHidden>
          {installmentTable(total, { ...DEFAULT_TERMS, max }).map((parts) => (
            <ChoiceRow
              key={parts.n}
              name="installments"
              value={String(parts.n)}
              checked={parts.n === chosen}
              onChoose={() => checkout.send({ type: 'installment.chosen', installments: parts.n })}
              title={formatInstallment(parts)}
              detail={`Total ${formatReais(parts.total)}`}
            />
          ))}
        </ChoiceGroup>
      </Card>
    </CheckoutFrame>
  );
}
