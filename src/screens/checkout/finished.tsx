import { useCheckoutMoney, usePercentOff } from './checkout-money.ts';
import { useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { useQuestions } from '#client/shop/cart/questions.ts';
import { useBuyer } from '#client/shop/place/shipping.ts';
import { FinishedStep } from '#components/order/finished-step.tsx';
import { cardTitle } from '#client/shop/payment/card-words.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import { planDetail, planTitle } from '#client/shop/payment/plan-words.ts';
import { answersText } from './answers.ts';
import type { ReactNode } from 'react';
import styles from './finished.module.css';
import { useChosenCard, usePlans } from './plans.ts';
import { finishedShipping } from './shipping/shipping-words.ts';

interface Props {
  canChange: boolean;
  label?: string;
  icon?: ReactNode;
}

/** The delivery, folded to what was chosen. */
export function FinishedShipping({ canChange, ...look }: Props) {
  const linkTo = useLinkTo();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const quote = useFlowState('checkout', (s) => s.context.quote ?? s.context.recalled);
  const draft = useFlowState('checkout', (s) => s.context.draft);
  const buyer = useBuyer();
  const { title, detail } = finishedShipping(quote, draft.shippingMethod, draft.location);
  // Under a label, who receives it stands for itself, and the place says what it is while the hour is missing.
  const who = look.label ? undefined : (draft.recipient?.name ?? buyer?.name);
  const isSaid = title === look.label && detail !== '';
  return (
    <FinishedStep
      {...look}
      what="entrega"
      title={isSaid ? detail : title}
      detail={
        isSaid ? undefined : (
          <>
            {who ? <span className={styles.who}>{who} · </span> : null}
            {detail}
          </>
        )
      }
      change={canChange ? { link: linkTo('checkout.shipping', { cartUuid }) } : undefined}
    />
  );
}

/** What the campaigns asked, folded to the answers. */
export function FinishedQuestions({ canChange, ...look }: Props) {
  const linkTo = useLinkTo();
  const questions = useQuestions();
  const cart = useFlowState('checkout', (s) => s.context.cartUuid);
  const extra = useFlowState('checkout', (s) => s.context.draft.extra);
  return (
    <FinishedStep
      {...look}
      what="perguntas"
      title="Perguntas da campanha"
      detail={answersText(questions, extra ?? {}) || 'Respondidas'}
      change={canChange ? { link: linkTo('checkout.extraInfo', {}, { cart }) } : undefined}
    />
  );
}

/** The way of paying, and in how many parts. */
export function FinishedPayment({ canChange, ...look }: Props) {
  const linkTo = useLinkTo();
  const { byWallet, due } = useCheckoutMoney();
  const cartUuid = useFlowState('checkout', (s) => s.context.cartUuid);
  const { isCard, chosen } = usePlans();
  const card = useChosenCard();
  const isWallet = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.type === 'WALLET');
  const method = useFlowState('checkout', (s) =>
    s.context.methods.find(({ type }) => type === s.context.draft.paymentMethod?.type),
  );
  const percentOff = usePercentOff();
  const off = percentOff ? ` com ${formatPercentOff(percentOff)}` : '';
  const name = card
    ? cardTitle(card)
    : `${method?.label ?? (isCard ? 'Cartão de crédito' : isWallet ? 'Saldo da carteira' : 'Pix')}${off}`;
  return (
    <FinishedStep
      {...look}
      what="pagamento"
      title={byWallet > 0 && !isWallet ? `${name} e saldo da carteira` : name}
      detail={
        chosen
          ? `${planTitle(chosen)}. ${planDetail(chosen)}`
          : due === 0
            ? 'Não falta pagar nada'
            : 'Você paga depois de finalizar'
      }
      change={canChange ? { link: linkTo('checkout.payment', { cartUuid }) } : undefined}
    />
  );
}
