import { helpLink } from '#client/help-link.ts';
import { useRoot, useRootState, useTenant } from '#client/hooks.ts';
import { Button } from '#components/form/button.tsx';
import { Card } from '#components/layout/card.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { ListRow, RowList } from '#components/layout/list-row.tsx';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Order } from '#contract/order.ts';
import { formatOrderCode } from '#domain/order/order-code.ts';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useState } from 'react';
import { cancellationOf, refundText } from './cancel-words.ts';

const why = ['Mudei de ideia', 'Comprei errado', 'Vai demorar demais', 'Encontrei em outro lugar'];
const words = {
  cancel: { action: 'Cancelar pedido', title: 'Cancelar este pedido?', busy: 'Cancelando' },
  request: { action: 'Pedir cancelamento', title: 'Pedir o cancelamento?', busy: 'Pedindo' },
};

/**
 * What can be done when the order is not wanted any more, in whatever state it is: cancel, ask for it, or
 * read why not; and the shop's help with the order's code.
 */
export function CancelOrder({ order }: { order: Order }) {
  const { help } = useTenant();
  const cancellation = cancellationOf(order);
  return (
    <Stack gap={3}>
      {cancellation.way === 'none' ? (
        <Text tone="soft">{cancellation.why}</Text>
      ) : (
        <Cancel order={order} way={cancellation.way} />
      )}
      <Card pad={false}>
        <RowList label="Ajuda com este pedido">
          <ListRow
            icon={<IconBrandWhatsapp size={24} />}
            title={help.label}
            detail={help.hours}
            link={helpLink(help, `Pedido ${formatOrderCode(order.code)}`)}
          />
        </RowList>
      </Card>
    </Stack>
  );
}

function Cancel({ order, way }: { order: Order; way: 'cancel' | 'request' }) {
  const orders = useRoot('orders');
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const isBusy = useRootState('orders', (s) => s.hasTag('cancel.busy'));
  const isDone = useRootState('orders', (s) => s.hasTag('cancel.done'));
  const isRefused = useRootState('orders', (s) => s.hasTag('cancel.refused'));
  const isLost = useRootState('orders', (s) => s.hasTag('cancel.failed') || s.hasTag('cancel.offline'));
  const { action, title, busy } = words[way];
  const close = () => {
    setOpen(false);
    orders.send({ type: 'cancel.dismissed' });
  };
  if (isDone) return <RefusalNote tone="info" text="A loja recebeu. O pedido se atualiza em instantes." />;
  return (
    <>
      <Button kind="ghost" onClick={() => setOpen(true)}>
        {action}
      </Button>
      <Sheet
        open={isOpen}
        title={title}
        onClose={close}
        foot={
          <Stack gap={2}>
            {isRefused ? (
              <RefusalNote tone="bad" text="A loja não aceitou: o pedido mudou nesse meio-tempo." />
            ) : null}
            {isLost ? (
              <RefusalNote text="A loja não respondeu. O pedido continua como estava; tente de novo." />
            ) : null}
            <SubmitButton
              kind="danger"
              busy={isBusy}
              busyText={busy}
              reason={reason ? null : 'Conte o motivo para continuar.'}
              onClick={() => orders.send({ type: 'cancel.requested', id: order.id, reason })}
            >
              {action}
            </SubmitButton>
            <Button kind="ghost" onClick={close}>
              Manter pedido
            </Button>
          </Stack>
        }
      >
        <Stack gap={4}>
          <Text tone="soft">{refundText(order, way)}</Text>
          <ChoiceGroup legend="Por que você quer cancelar?">
            {why.map((text) => (
              <ChoiceRow
                key={text}
                name="reason"
                value={text}
                title={text}
                checked={reason === text}
                onChoose={setReason}
              />
            ))}
          </ChoiceGroup>
        </Stack>
      </Sheet>
    </>
  );
}
