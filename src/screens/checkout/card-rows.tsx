import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { cardExpiry, cardTitle } from '#client/shop/card-words.ts';
import { plansText } from '#client/shop/plan-words.ts';
import { Button } from '#components/form/button.tsx';
import { ChoiceRow } from '#components/form/choice-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { CardBrand } from '#components/order/card-brand.tsx';
import type { PaymentMethod, SavedCard } from '#contract/payment.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';

/** The cards of a buyer as ways to pay, the default one first, and another one. */
export function CardRows({ method }: { method: PaymentMethod & { cards: SavedCard[] } }) {
  const checkout = useFlow('checkout');
  const chosen = useFlowState('checkout', (s) => s.context.draft.paymentMethod);
  const isCard = chosen?.type === 'CREDIT_CARD';
  const choose = (cardId?: string) =>
    checkout.send({
      type: 'payment.chosen',
      paymentMethod: { type: 'CREDIT_CARD', ...(cardId === undefined ? {} : { cardId }) },
    });
  const plans = plansText(method);
  return (
    <>
      {method.cards.map((card) => (
        <ChoiceRow
          key={card.id}
          name="payment"
          value={card.id}
          checked={isCard && chosen.cardId === card.id}
          onChoose={choose}
          title={cardTitle(card)}
          detail={[cardExpiry(card), plans].filter(Boolean).join(' · ')}
          end={<CardBrand brand={card.brand} />}
        />
      ))}
      <ChoiceRow
        name="payment"
        value="other"
        checked={isCard && chosen.cardId === undefined}
        onChoose={() => choose()}
        title="Usar outro cartão"
        detail={[plans, 'você digita o cartão depois de finalizar'].filter(Boolean).join(' · ')}
        end={<IconPlus size={26} />}
      />
    </>
  );
}

/** Forgets a saved card, after one more question. */
export function ForgetCards({ cards }: { cards: readonly SavedCard[] }) {
  const checkout = useFlow('checkout');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        Remover um cartão guardado
      </Button>
      <Sheet open={isOpen} title="Remover qual cartão?" onClose={() => setOpen(false)}>
        <Stack gap={3}>
          <Text tone="soft">A loja e quem processa o pagamento esquecem o cartão que você tocar.</Text>
          {cards.map((card) => (
            <Button
              key={card.id}
              kind="danger"
              onClick={() => {
                setOpen(false);
                checkout.send({ type: 'card.removed', id: card.id });
              }}
            >
              {`Remover ${cardTitle(card)}`}
            </Button>
          ))}
          <Button kind="ghost" onClick={() => setOpen(false)}>
            Manter todos
          </Button>
        </Stack>
      </Sheet>
    </>
  );
}
