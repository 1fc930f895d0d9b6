import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useTenant } from '#client/hooks.ts';
import { cardTitle } from '#client/shop/payment/card-words.ts';
import { planDetail, planTitle } from '#client/shop/payment/plan-words.ts';
import { Button } from '#components/form/button.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { inCents } from '#contract/money.ts';
import { formatReais } from '#domain/money/money.ts';
import { IconCreditCard } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

/** Whose parcels are asked for: those of a kept card, or of one whose number is typed. */
interface Dividing {
  cardId?: string;
}

/**
 * Every way to pay the same order that the server names, after a refusal or a Pix that lapsed: the cards that the
 * buyer keeps, another one, and Pix.
 * @param isBusy one of them was chosen
 */
export function WaysAgain({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const card = useFlow('card');
  const triesLeft = useFlowState('card', (s) => s.context.charge?.triesLeft ?? 0);
  const method = useFlowState('card', (s) => s.context.method);
  const again = useFlowState('card', (s) => s.context.charge?.again);
  const isLapsedPix = useFlowState('card', (s) => s.context.charge?.lapsed === 'PIX');
  const chosenCard = useFlowState('card', (s) => s.context.cardId);
  const { payment } = useTenant();
  const [dividing, setDividing] = useState<Dividing | null>(null);
  const choose = (by: 'PIX' | 'CREDIT_CARD', more: Dividing & { installments?: number } = {}) => {
    setDividing(null);
    card.send({ type: 'payment.chosen', method: by, ...more });
  };
  const wayOf = (by: 'PIX' | 'CREDIT_CARD') => again?.find(({ type }) => type === by);
  const { plans = [], cards = [] } = wayOf('CREDIT_CARD') ?? {};
  const pix = wayOf('PIX');
  return (
    <>
      <Stack gap={3} gutter>
        {cards.map((one, index) => (
          <Button
            key={one.id}
            kind={index === 0 ? 'primary' : 'soft'}
            icon={<IconCreditCard size={22} />}
            busy={isBusy && chosenCard === one.id}
            disabled={isBusy}
            onClick={() =>
              plans.length > 1 ? setDividing({ cardId: one.id }) : choose('CREDIT_CARD', { cardId: one.id })
            }
          >
            {cardTitle(one)}
          </Button>
        ))}
        {(again ? wayOf('CREDIT_CARD') : triesLeft > 0) ? (
          <Button
            kind={cards.length > 0 ? 'soft' : 'primary'}
            busy={isBusy && method === 'CREDIT_CARD' && chosenCard === null}
            disabled={isBusy}
            onClick={() => (isLapsedPix && plans.length > 1 ? setDividing({}) : choose('CREDIT_CARD'))}
          >
            {isLapsedPix
              ? cards.length > 0
                ? 'Usar outro cartão'
                : 'Pagar com cartão'
              : 'Tentar outro cartão'}
          </Button>
        ) : null}
        {plans.length > 1 && !isLapsedPix ? (
          <Button kind="soft" disabled={isBusy} onClick={() => setDividing({})}>
            Outro cartão, em outras parcelas
          </Button>
        ) : null}
        {(again ? pix : payment.methods.includes('PIX')) ? (
          <Button
            kind="soft"
            busy={isBusy && method === 'PIX'}
            disabled={isBusy}
            onClick={() => choose('PIX')}
          >
            {pix ? `Pagar com Pix · ${formatReais(inCents(pix.amount))}` : 'Pagar com Pix'}
          </Button>
        ) : null}
        {children}
      </Stack>
      <Sheet open={dividing !== null} title="Em quantas vezes?" onClose={() => setDividing(null)}>
        <RowList divided label="Parcelas">
          {plans.map((plan) => (
            <ListRow
              key={plan.n}
              height={72}
              title={planTitle(plan)}
              detail={planDetail(plan)}
              onClick={() => choose('CREDIT_CARD', { ...dividing, installments: plan.n })}
            />
          ))}
        </RowList>
      </Sheet>
    </>
  );
}
