import { useFlow, useFlowState } from '#client/flow-hooks.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { Card } from '#components/layout/card.tsx';
import { Button } from '#components/form/button.tsx';
import { LiveText } from '#components/layout/live-text.tsx';
import { PhoneOnly } from '#components/layout/viewport.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import { IconCloudOff, IconReceipt } from '@tabler/icons-react';
import { CheckoutFrame } from './checkout-frame.tsx';
import { useCheckoutMoney } from './checkout-money.ts';
import { Fault } from './fault.tsx';
import { OrderSummary } from './order-summary.tsx';
import { usePlans } from './plans.ts';
import styles from './placing.module.css';

const kept = {
  items: ['O seu pedido, como você confirmou', 'A entrega e o pagamento que você escolheu'],
};

/**
 * The order is on its way. Whatever the network does, it is the same order: nothing is charged or ordered
 * twice.
 */
export function Placing() {
  const checkout = useFlow('checkout');
  const isWaiting = useFlowState(
    'checkout',
    (s) => s.matches({ placing: 'waiting' }) || s.matches({ adopting: 'waiting' }),
  );
  const noAnswer = useNoAnswer();
  const isSending = useFlowState(
    'checkout',
    (s) => s.matches('placing') && !s.matches({ placing: 'failed' }),
  );
  // Also while a try is under way that cannot arrive: begun anew without a network, it waits for who is here.
  const isQueued = isSending && !noAnswer.isOnline;
  const isUnknown = useFlowState('checkout', (s) => s.matches({ placing: 'failed' }));
  const isLost = useFlowState('checkout', (s) => s.matches({ adopting: 'failed' }));
  const isFinding = useFlowState('checkout', (s) => s.matches('adopting'));
  const { isCard } = usePlans();
  const { due } = useCheckoutMoney();
  const retry = () => checkout.send({ type: 'load.retried' });
  return (
    <CheckoutFrame
      step="confirmation"
      title={
        isQueued ? 'Pedido na fila' : isWaiting || isUnknown || isLost ? 'Quase lá' : 'Fazendo o seu pedido'
      }
      busy={!isQueued && !isWaiting && !isUnknown && !isLost}
    >
      {isQueued ? (
        <Fault
          icon={<IconCloudOff size={28} />}
          title="Ele sai quando a internet voltar"
          text="Você está sem internet. Assim que ela voltar, este mesmo pedido sai sozinho, e nada é cobrado duas vezes. Se a reserva acabar antes, conferimos os valores e perguntamos se ainda está certo. Deixe esta tela aberta."
          kept={kept}
        />
      ) : isWaiting ? (
        <Fault
          icon={<IconCloudOff size={28} />}
          title={noAnswer.when('A conexão caiu no meio do caminho', 'A loja ainda não respondeu')}
          text={
            isFinding
              ? 'Nada se perdeu: vemos assim que der se este pedido já existe. Nada sai de novo sem você confirmar.'
              : 'Nada se perdeu e nada é cobrado duas vezes: tentamos de novo sozinhos, com o mesmo pedido. Pode deixar esta tela aberta.'
          }
          kept={kept}
          retry={{ label: 'Tentar agora', onClick: retry }}
        />
      ) : isUnknown ? (
        <Fault
          title="A loja não confirmou o pedido"
          text="Nada foi cobrado. Tente de novo: é o mesmo pedido, nunca um segundo."
          kept={kept}
          retry={{ onClick: retry }}
          ways={
            <Button kind="ghost" onClick={() => checkout.send({ type: 'order.abandoned' })}>
              Conferir se ele já existe
            </Button>
          }
        />
      ) : isLost ? (
        <Fault
          title="Não conseguimos conferir o pedido"
          text="Nada foi cobrado. Vamos olhar de novo se ele já existe."
          kept={kept}
          retry={{ onClick: retry }}
        />
      ) : (
        <Card as="section">
          <div className={styles.placing}>
            <span className={styles.icon} aria-hidden="true">
              <IconReceipt size={28} />
            </span>
            <Stack gap={1}>
              <Text weight={600} size={18}>
                {isFinding ? 'Procurando o seu pedido' : 'Estamos fazendo o seu pedido'}
              </Text>
              <Text tone="soft">
                Leva poucos segundos.
                {due === 0
                  ? null
                  : isCard
                    ? ' Em seguida você paga com o cartão.'
                    : ' Em seguida aparece o código para pagar.'}
              </Text>
            </Stack>
          </div>
        </Card>
      )}
      <LiveText>
        {isQueued
          ? 'Pedido na fila: sai quando a internet voltar'
          : isFinding
            ? 'Procurando o seu pedido'
            : isWaiting
              ? `${noAnswer.title}: tentando de novo com o mesmo pedido`
              : 'Fazendo o seu pedido'}
      </LiveText>
      <PhoneOnly>
        <OrderSummary />
      </PhoneOnly>
    </CheckoutFrame>
  );
}
