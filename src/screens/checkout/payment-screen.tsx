import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useTenant } from '#client/hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Card } from '#components/layout/card.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import { detailText, plansText } from '#client/shop/payment/plan-words.ts';
import type { PaymentMethod, SavedCard } from '#contract/payment/payment.ts';
import { formatPercentOff } from '#domain/money/discount.ts';
import { IconCreditCard, IconGift, IconQrcode, IconShieldCheck, IconWallet } from '@tabler/icons-react';
import { CardRows, SavedCards } from './card-rows.tsx';
import { CheckoutFrame } from './checkout-frame.tsx';
import { Fault } from './fault.tsx';
import { problemText } from './problem-words.ts';
import { StepAction } from './step-action.tsx';
import { WalletUse } from './wallet-use.tsx';

const icons = {
  PIX: <IconQrcode size={26} />,
  CREDIT_CARD: <IconCreditCard size={26} />,
  WALLET: <IconWallet size={26} />,
  FREE: <IconGift size={26} />,
};
const details = {
  PIX: 'Aprovado na hora',
  CREDIT_CARD: 'você digita o cartão depois de finalizar',
  WALLET: 'Com o saldo da sua carteira',
  FREE: 'Sem valor a pagar',
};

const detailOf = (method: PaymentMethod): string =>
  detailText(
    plansText(method),
    details[method.type],
    method.discountPercent ? formatPercentOff(method.discountPercent) : null,
  );

/** Heights of the first way to pay, of each further one, and of what stands beside them, px. */
const ROW = 72;
const MORE = 84;
const WALLET = 92;
const SAVED = 48;

const hasCards = (method: PaymentMethod): method is PaymentMethod & { cards: SavedCard[] } =>
  method.cards !== undefined;

/**
 * The place of what is to come: as much as was there before, else what the store takes of everybody. Whether
 * somebody has cards or a balance is known once the server has said it.
 */
function WaysWaiting() {
  const ofStore = useTenant().payment.methods.filter(
    (type) => type === 'PIX' || type === 'CREDIT_CARD',
  ).length;
  const methods = useFlowState('checkout', (s) => s.context.methods);
  const hasWallet = useFlowState(
    'checkout',
    ({ context: { wallet, draft } }) =>
      (wallet?.wallets?.length ?? 0) > 0 || (draft.wallets?.length ?? 0) > 0,
  );
  const hasCard = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.cardId !== undefined);
  const cards = methods.find(hasCards)?.cards.length ?? (hasCard && methods.length === 0 ? 1 : 0);
  const rows = (methods.length || ofStore) + cards;
  return (
    <Waiting text="Buscando as formas de pagamento">
      <Stack gap={3}>
        {hasWallet ? <CardSkeleton height={`${WALLET}px`} /> : null}
        <CardSkeleton height={`${ROW + MORE * (rows - 1)}px`} />
        {cards > 0 ? <CardSkeleton height={`${SAVED}px`} /> : null}
      </Stack>
    </Waiting>
  );
}

/** How to pay. Only what works is shown: the shop says which. */
export function PaymentScreen() {
  const checkout = useFlow('checkout');
  const methods = useFlowState('checkout', (s) => s.context.methods);
  const chosen = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.type);
  const problem = useFlowState('checkout', (s) => s.context.problem);
  const isReady = useFlowState('checkout', (s) => s.matches({ payment: 'ready' }));
  const isUpdating = useFlowState('checkout', (s) => s.matches({ payment: 'updating' }));
  const isEmpty = useFlowState('checkout', (s) => s.matches({ payment: 'empty' }));
  const isOffline = useFlowState('checkout', (s) => s.matches({ payment: 'offline' }));
  const isFailed = useFlowState('checkout', (s) => s.matches({ payment: 'failed' }));
  const noAnswer = useNoAnswer();
  const cards = methods.find(hasCards)?.cards;
  const cardId = useFlowState('checkout', (s) => s.context.draft.paymentMethod?.cardId);
  const isOffered =
    methods.some(({ type }) => type === chosen) &&
    (cardId === undefined || cards?.some(({ id }) => id === cardId) === true);
  const retry = { onClick: () => checkout.send({ type: 'load.retried' }) };
  const kept = { items: ['Seu carrinho', 'O dia, a hora e o endereço'] };
  const reason = isReady
    ? isOffered
      ? null
      : methods.length === 0
        ? 'Nada aqui paga só o que falta. Use outro valor da carteira.'
        : 'Escolha como pagar.'
    : isOffline
      ? `${noAnswer.title}.`
      : isEmpty || isFailed
        ? 'Não há como pagar agora.'
        : isUpdating
          ? 'Refazendo o que falta pagar.'
          : 'Buscando as formas de pagamento.';
  return (
    <CheckoutFrame
      step="payment"
      title="Como você quer pagar?"
      busy={!isReady && !isUpdating && !isEmpty && !isOffline && !isFailed}
      action={
        <StepAction
          onClick={() => checkout.send({ type: 'payment.submitted' })}
          reason={reason}
          note={
            <>
              <IconShieldCheck size={22} aria-hidden="true" />
              Cobrança só quando você confirmar
            </>
          }
        >
          Continuar
        </StepAction>
      }
    >
      {problem && isReady ? <RefusalNote text={problemText(problem)} /> : null}
      {isReady || isUpdating ? <WalletUse /> : null}
      {(isReady || isUpdating) && methods.length > 0 ? (
        <Card as="section" pad={false}>
          <ChoiceGroup legend="Forma de pagamento" legendHidden>
            {methods.map((method) =>
              hasCards(method) ? (
                <CardRows key={method.type} method={method} />
              ) : (
                <ChoiceRow
                  key={method.type}
                  name="payment"
                  value={method.type}
                  checked={method.type === chosen}
                  onChoose={() =>
                    checkout.send({ type: 'payment.chosen', paymentMethod: { type: method.type } })
                  }
                  title={method.label}
                  detail={detailOf(method)}
                  end={icons[method.type]}
                />
              ),
            )}
          </ChoiceGroup>
        </Card>
      ) : isReady || isUpdating ? null : isEmpty ? (
        <Fault
          icon={<IconWallet size={28} />}
          title="Nenhuma forma de pagamento agora"
          text="Nada foi cobrado. Costuma voltar em poucos minutos."
          kept={kept}
          retry={retry}
        />
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
        <Fault
          title="Não conseguimos ver as formas de pagamento"
          text="Nada foi cobrado."
          kept={kept}
          retry={retry}
        />
      ) : (
        <WaysWaiting />
      )}
      {isReady && cards ? <SavedCards cards={cards} /> : null}
    </CheckoutFrame>
  );
}
