import { useNow, useRoot, useRootState, useTenant } from '#client/hooks.ts';
import { openDraft } from '#client/forms/draft.ts';
import { useNoAnswer } from '#client/no-answer.ts';
import { RefusalNote } from '#components/feedback/refusal-note.tsx';
import { Button } from '#components/form/button.tsx';
import { ChoiceGroup, ChoiceRow } from '#components/form/choice-row.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { Sheet } from '#components/layout/sheet.tsx';
import { Stack } from '#components/layout/stack.tsx';
import { Text } from '#components/layout/text.tsx';
import type { Order } from '#contract/order/order.ts';
import { formatMoment } from '#domain/dates.ts';
import { ANSWER_WITHIN } from '#domain/order/order-change.ts';
import { useEffect, useRef, useState } from 'react';
import { type CancelReason, OTHER, lackOf, reasons, whyText } from './cancel-words.ts';

const words = {
  cancel: {
    action: 'Cancelar pedido',
    title: 'Cancelar este pedido?',
    busy: 'Cancelando',
    keep: 'Manter pedido',
  },
  request: {
    action: 'Pedir cancelamento',
    title: 'Pedir o cancelamento?',
    busy: 'Pedindo',
    keep: 'Manter pedido',
  },
  part: { action: 'Cancelar esta parte', title: 'Cancelar esta parte?', busy: 'Cancelando', keep: 'Manter' },
};
/** Letters of the buyer's own: with the reason before them within what the server takes. */
const MOST = 150;
const none: CancelReason = { picked: '', text: '' };

interface Props {
  order: Order;
  way: 'cancel' | 'request';
  /** what becomes of the money, said before anything is confirmed */
  refund: string;
  isPart?: boolean;
}

/** Calling an order off, or one part of it: why, where the money goes, and what came of it. */
export function Cancel({ order, way, refund, isPart = false }: Props) {
  const orders = useRoot('orders');
  const { client } = useTenant();
  const now = useNow(60_000);
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState(none);
  const about = useRootState('orders', (s) =>
    s.context.canceling?.id !== order.id
      ? null
      : s.hasTag('cancel.done')
        ? 'done'
        : s.hasTag('cancel.refused')
          ? 'refused'
          : s.hasTag('cancel.busy')
            ? 'busy'
            : 'lost',
  );
  const { action, title, busy, keep } = words[isPart && way === 'cancel' ? 'part' : way];
  // What was chosen and typed outlives the sheet and a reload, in this tab.
  const draft = openDraft<{ picked: string; text: string }>(client, `cancel:${order.code}`);
  const open = () => {
    setReason({ ...none, ...draft.read({ ...none }) });
    setOpen(true);
  };
  const change = (more: Partial<CancelReason>) => {
    const next = { ...reason, ...more };
    setReason(next);
    draft.keep(next);
  };
  const close = () => {
    setOpen(false);
    orders.send({ type: 'cancel.dismissed' });
  };
  const field = useRef<HTMLDivElement>(null);
  const isOther = reason.picked === OTHER;
  useEffect(() => {
    if (isOther) field.current?.scrollIntoView({ block: 'nearest' });
  }, [isOther]);
  if (about === 'done')
    return <RefusalNote tone="info" text="A loja recebeu. O pedido se atualiza em instantes." />;
  return (
    <>
      <Button kind="ghost" onClick={open}>
        {action}
      </Button>
      <Sheet
        open={isOpen}
        title={title}
        onClose={close}
        foot={
          <Stack gap={2}>
            <Answered about={about} way={way} />
            <SubmitButton
              kind="danger"
              busy={about === 'busy'}
              busyText={busy}
              reason={lackOf(reason)}
              onClick={() => orders.send({ type: 'cancel.requested', id: order.id, reason: whyText(reason) })}
            >
              {action}
            </SubmitButton>
            <Button kind="ghost" onClick={close}>
              {keep}
            </Button>
          </Stack>
        }
      >
        <Stack gap={4}>
          <Text tone="soft">{refund}</Text>
          {way === 'request' ? (
            <Text tone="soft">Pedindo agora, a resposta vem até {formatMoment(now + ANSWER_WITHIN)}.</Text>
          ) : null}
          <ChoiceGroup legend="Por que você quer cancelar?">
            {reasons.map((text) => (
              <ChoiceRow
                key={text}
                name={`reason-${order.code}`}
                value={text}
                title={text}
                checked={reason.picked === text}
                onChoose={(picked) => change({ picked })}
              />
            ))}
          </ChoiceGroup>
          <div ref={field}>
            <TextField
              name={`why-${order.code}`}
              label={isOther ? 'Conte o motivo' : 'Quer contar mais? (opcional)'}
              multiline
              maxLength={MOST}
              value={reason.text}
              onChange={(text) => change({ text })}
            />
          </div>
        </Stack>
      </Sheet>
    </>
  );
}

/** What came of the last try, while the sheet is open. */
function Answered({ about, way }: Pick<Props, 'way'> & { about: 'refused' | 'lost' | 'busy' | null }) {
  const noAnswer = useNoAnswer();
  if (about === 'refused')
    return (
      <RefusalNote
        tone="bad"
        text={
          way === 'request'
            ? 'A loja começou a separar o pedido nesse meio-tempo. Agora dá para pedir o cancelamento a ela.'
            : 'A loja não aceitou: o pedido mudou nesse meio-tempo.'
        }
      />
    );
  if (about === 'lost')
    return (
      <RefusalNote
        text={noAnswer.say(
          'O cancelamento segue assim que a conexão voltar; o motivo fica guardado.',
          'Tente de novo; o motivo fica guardado.',
        )}
      />
    );
  return null;
}
