import { useRoot, useRootState } from '#app/hooks.ts';
import { Button } from '#components/button.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/choice-row.tsx';
import { RefusalNote } from '#components/refusal-note.tsx';
import { Sheet } from '#components/sheet.tsx';
import { Stack } from '#components/stack.tsx';
import { SubmitButton } from '#components/submit-button.tsx';
import { Text } from '#components/text.tsx';
import type { Order } from '#contract/order.ts';
import { useState } from 'react';

const why = ['Mudei de ideia', 'Comprei errado', 'Vai demorar demais', 'Encontrei em outro lugar'];

/** Canceling, while the order's chart allows it: the refund is said before anything is confirmed. */
export function CancelOrder({ order }: { order: Order }) {
  const orders = useRoot('orders');
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const isBusy = useRootState('orders', (s) => s.hasTag('cancel.busy'));
  const isRefused = useRootState('orders', (s) => s.hasTag('cancel.refused'));
  const isLost = useRootState('orders', (s) => s.hasTag('cancel.failed') || s.hasTag('cancel.offline'));
  if (!order.allowedEvents.includes('order.canceled') || order.state === 'DELIVERY_FAILED') return null;
  const isPaid = order.state === 'PAID';
  const close = () => {
    setOpen(false);
    orders.send({ type: 'cancel.dismissed' });
  };
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>Cancelar pedido</Button>
      <Sheet
        open={isOpen}
        title="Cancelar este pedido?"
        onClose={close}
        foot={
          <Stack gap={2}>
            <SubmitButton kind="danger" busy={isBusy} busyText="Cancelando" reason={reason ? null : 'Conte o motivo para continuar.'} onClick={() => orders.send({ type: 'cancel.requested', id: order.id, reason })}>Cancelar pedido</SubmitButton>
            <Button kind="ghost" onClick={close}>Manter pedido</Button>
          </Stack>
        }
      >
        <Stack gap={4}>
          <Text tone="soft">{isPaid ? 'O valor volta para a conta de onde saiu o Pix em até 1 dia útil.' : 'Nada foi cobrado. Os produtos voltam para a prateleira.'}</Text>
          {isRefused ? <RefusalNote tone="bad" text="Este pedido não pode mais ser cancelado por aqui." /> : null}
          {isLost ? <RefusalNote text="A loja não respondeu. O pedido continua como estava; tente de novo." /> : null}
          <ChoiceGroup legend="Por que você quer cancelar?" >
            {why.map((text) => <ChoiceRow key={text} name="reason" value={text} title={text} checked={reason === text} onChoose={setReason} />)}
          </ChoiceGroup>
        </Stack>
      </Sheet>
    </>
  );
}
