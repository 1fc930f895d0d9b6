import { useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useQuestions } from '#client/shop/questions.ts';
import { useBuyer } from '#client/shop/shipping.ts';
import { FinishedStep } from '#components/order/finished-step.tsx';
import { formatInstallment, installmentTable } from '#domain/money/installments.ts';
import { answersText } from './answers.ts';
import { useCheckoutMoney } from './checkout-money.ts';
import styles from './finished.module.css';
import { finishedShipping } from './shipping-words.ts';

interface Props {
  canChange: boolean;
}

/** The delivery, folded to what was chosen. */
export function FinishedShipping({ canChange }: Props) {
  const linkTo = useLinkTo();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const quote = useFlowState('checkout', (s) => s.context.quote ?? s.context.recalled);
  const draft = useFlowState('checkout', (s) => s.context.draft);
  const buyer = useBuyer();
  const { title, detail } = finishedShipping(quote, draft.shippingMethod, draft.location);
  const who = draft.recipient?.name ?? buyer?.name;
  return (
    <FinishedStep
      what="entrega"
      title={title}
      detail={
        <>
          {who ? <span className={styles.who}>{who} · </span> : null}
          {detail}
        </>
      }
      change={canChange ? { link: linkTo('checkout.shipping', { cartUuid }) } : undefined}
    />
  );
}

/** What the campaigns asked, folded to the answers. */
export function FinishedQuestions({ canChange }: Props) {
  const linkTo = useLinkTo();
  const questions = useQuestions();
  const cart = useFlowState('checkout', (s) => s.context.cartUuid);
  const extra = useFlowState('checkout', (s) => s.context.draft.extra);
  return (
    <FinishedStep
      what="perguntas"
      title="Perguntas da campanha"
      detail={answersText(questions, extra ?? {}) || 'Respondidas'}
      change={canChange ? { link: linkTo('checkout.extraInfo', {}, { cart }) } : undefined}
    />
  );
}

/** The way of paying, and in how many parts. */
export function FinishedPayment({ canChange }: Props) {
  const linkTo = useLinkTo();
  const { total } = useCheckoutMoney();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const method = useFlowState('checkout', (s) => s.context.draft.paymentMethod);
  const label = useFlowState(
    'checkout',
    (s) => s.context.methods.find(({ type }) => type === s.context.draft.paymentMethod?.type)?.label,
  );
  const parts = method?.installments
    ? installmentTable(total).find(({ n }) => n === method.installments)
    : undefined;
  return (
    <FinishedStep
      what="pagamento"
      title={label ?? 'Pix'}
      detail={parts ? formatInstallment(parts) : 'Você paga depois de finalizar'}
      change={canChange ? { link: linkTo('checkout.payment', { cartUuid }) } : undefined}
    />
  );
}
