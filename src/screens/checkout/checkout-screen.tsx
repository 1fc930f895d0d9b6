import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useLinkTo } from '#client/links.ts';
import { hubPauseText } from '#client/shop/campaign/pause-words.ts';
import { useShippingGap, useShippingMode } from '#client/shop/place/shipping.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { EmptyState } from '#components/feedback/empty-state.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Segmented } from '#components/form/segmented.tsx';
import { CardSkeleton, Waiting } from '#components/feedback/skeleton-screens.tsx';
import type { ShippingMode } from '#machines/checkout/needs.ts';
import { isAddressIncomplete } from '#domain/place/address.ts';
import { IconBike, IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { CheckoutFrame } from './checkout-frame.tsx';
import styles from './checkout-frame.module.css';
import { Delivery } from './shipping/delivery.tsx';
import { NoDays } from './shipping/no-days.tsx';
import { Pickup } from './shipping/pickup.tsx';
import { problemText } from './problem-words.ts';
import { useQuoteState } from './quote-state.ts';
import { GuestCard, RecipientCard } from './recipient.tsx';
import { shippingBlocker } from './shipping/shipping-blocker.ts';
import { optionsOf } from './shipping/shipping-words.ts';
import { StepAction } from './step-action.tsx';

/** Where, how, when and to whom: everything about the delivery on one screen. */
export function CheckoutScreen() {
  const checkout = useFlow('checkout');
  const linkTo = useLinkTo();
  const quote = useFlowState('checkout', (s) => s.context.quote);
  const location = useFlowState('checkout', (s) => s.context.draft.location);
  const problem = useFlowState('checkout', (s) => s.context.problem);
  const state = useQuoteState('shipping');
  const mode = useShippingMode();
  const gap = useShippingGap();
  const [isNaming, setNaming] = useState(false);
  const canPickUp = optionsOf(quote, 'pickup').length > 0;
  // The campaign asks for no address: its goods are fetched, and there is nothing to choose.
  const isFetched = quote?.ignoreShippingAddress ?? false;
  const setMode = (chosen: ShippingMode) => checkout.send({ type: 'mode.chosen', mode: chosen });

  const blocker = shippingBlocker(state, mode, gap);
  const remedies = {
    address: { label: location?.address ? 'Trocar endereço' : 'Informar', link: linkTo('address.location') },
    number: { label: 'Informar', link: linkTo('address.number') },
    recipient: { label: 'Informar', onClick: () => setNaming(true) },
  };
  const remedy = blocker?.remedy && remedies[blocker.remedy];
  return (
    <CheckoutFrame
      step="shipping"
      title="Como você quer receber?"
      busy={state === 'waiting'}
      action={
        <StepAction
          onClick={() => checkout.send({ type: 'shipping.submitted' })}
          reason={blocker?.reason ?? null}
          remedy={remedy}
        >
          Ir para pagamento
        </StepAction>
      }
    >
      {quote?.paused && state === 'ready' ? (
        <RefusalNote tone="warn" text={hubPauseText(quote.paused)} />
      ) : null}
      {problem && state === 'ready' ? <RefusalNote tone="warn" text={problemText(problem)} /> : null}
      {state === 'waiting' ? (
        <ShippingSkeleton />
      ) : state !== 'ready' ? (
        <NoDays isFailed={state === 'failed'} />
      ) : quote?.options.length === 0 && !isFetched && location?.address && !isAddressIncomplete(location) ? (
        <NoWay isPaused={quote.paused !== undefined} />
      ) : (
        <>
          <GuestCard />
          {isFetched ? null : (
            <Segmented<ShippingMode>
              label="Como receber"
              options={[
                { value: 'delivery', label: 'Entrega', icon: <IconBike size={24} /> },
                {
                  value: 'pickup',
                  label: 'Retirada',
                  icon: <IconBuildingStore size={24} />,
                  disabled: !canPickUp,
                },
              ]}
              value={mode}
              onChange={setMode}
            />
          )}
          {mode === 'delivery' ? (
            <Delivery canPickUp={canPickUp} onPickup={() => setMode('pickup')} />
          ) : (
            <Pickup />
          )}
          <RecipientCard isPickup={mode === 'pickup'} isOpen={isNaming} setOpen={setNaming} />
        </>
      )}
    </CheckoutFrame>
  );
}

/** Neither delivery nor pickup: another address is the only way, or waiting for the end of a pause. */
function NoWay({ isPaused }: { isPaused: boolean }) {
  const linkTo = useLinkTo();
  return (
    <Card as="section">
      <EmptyState
        drawing="place"
        title={isPaused ? 'Nada sai daqui agora' : 'Ainda não chegamos aí'}
        text={
          isPaused
            ? 'As entregas e retiradas para este endereço estão pausadas. Seu carrinho continua guardado.'
            : 'Nenhuma entrega ou retirada atende este endereço com os produtos do carrinho. Seu carrinho continua guardado.'
        }
        action={
          <Button kind="soft" link={linkTo('address.location')}>
            Usar outro endereço
          </Button>
        }
      />
    </Card>
  );
}

function ShippingSkeleton() {
  return (
    <Waiting text="Buscando dias e horários">
      <div className={styles.body}>
        <CardSkeleton height="52px" />
        <CardSkeleton height="68px" />
        <CardSkeleton height="372px" />
        <CardSkeleton height="60px" />
      </div>
    </Waiting>
  );
}
