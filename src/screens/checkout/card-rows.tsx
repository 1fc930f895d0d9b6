import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { cardExpiry, cardTitle } from '#client/shop/payment/card-words.ts';
import { detailText, plansText } from '#client/shop/payment/plan-words.ts';
import { Button } from '#components/form/button.tsx';
import { ChoiceRow } from '#components/form/choice-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Row, Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { CardBrand } from '#components/order/card-brand.tsx';
import type { PaymentMethod, SavedCard } from '#contract/payment/payment.ts';
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
          detail={detailText(cardExpiry(card), plans)}
          end={<CardBrand brand={card.brand} />}
        />
      ))}
      <ChoiceRow
        name="payment"
        value="other"
        checked={isCard && chosen.cardId === undefined}
        onChoose={() => choose()}
        title="Usar outro cartão"
        detail={detailText(plans, 'você digita o cartão depois de finalizar')}
        end={<IconPlus size={26} />}
      />
    </>
  );
}

/** The saved cards of a buyer: which of them is offered first, and which is to be forgotten. */
export function SavedCards({ cards }: { cards: readonly SavedCard[] }) {
  const checkout = useFlow('checkout');
  const [isOpen, setOpen] = useState(false);
  const change = (id: string, what: 'removed' | 'preferred') => {
    setOpen(false);
    checkout.send({ type: 'card.changed', id, change: what });
  };
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        Meus cartões guardados
      </Button>
      <Sheet open={isOpen} title="Meus cartões guardados" onClose={() => setOpen(false)}>
        <Stack gap={4}>
          <Text tone="soft">Ao remover, a loja e quem processa o pagamento esquecem o cartão.</Text>
          {cards.map((card) => (
            <Stack key={card.id} gap={2}>
              <Row gap={3}>
                <CardBrand brand={card.brand} />
                <Stack gap={1}>
                  <Text weight={600}>{cardTitle(card)}</Text>
                  <Text size={15} tone="soft">
                    {card.default ? `${cardExpiry(card)} · aparece primeiro` : cardExpiry(card)}
                  </Text>
                </Stack>
              </Row>
              {card.default ? null : (
                <Button
                  kind="soft"
                  label={`Mostrar primeiro ${cardTitle(card)}`}
                  onClick={() => change(card.id, 'preferred')}
                >
                  Mostrar primeiro
                </Button>
              )}
              <Button
                kind="danger"
                label={`Remover ${cardTitle(card)}`}
                onClick={() => change(card.id, 'removed')}
              >
                Remover
              </Button>
            </Stack>
          ))}
        </Stack>
      </Sheet>
    </>
  );
}
