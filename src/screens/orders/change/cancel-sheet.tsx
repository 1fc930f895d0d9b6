import { useDialog } from '#client/dialogs/dialog.ts';
import { bundled, wordedBy } from '#client/dialogs/words.ts';
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
  cancel: { action: 'Cancelar pedido', busy: 'Cancelando', ...bundled.cancelOrder },
  request: {
    action: 'Pedir cancelamento',
    busy: 'Pedindo',
    title: 'Pedir o cancelamento?',
    text: '',
    buttons: { 'cancel.requested': 'Pedir cancelamento', 'cancel.dismissed': 'Manter pedido' },
  },
  part: {
    action: 'Cancelar esta parte',
    busy: 'Cancelando',
    title: 'Cancelar esta parte?',
    text: '',
    buttons: { 'cancel.requested': 'Cancelar esta parte', 'cancel.dismissed': 'Manter' },
  },
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
  // The whole order, called off at once, is what a store's words speak of.
  const kind = isPart && way === 'cancel' ? 'part' : way;
  const question = useDialog(kind === 'cancel' ? 'cancelOrder' : null);
  const { action, busy } = words[kind];
  const { title, text, buttons } = wordedBy(question.own, words[kind]);
  // What was chosen and typed outlives the sheet and a reload, in this tab.
  const draft = openDraft<{ picked: string; text: string }>(client, `cancel:${order.code}`);
  const open = () => {
    setReason({ ...none, ...draft.read({ ...none }) });
    question.open();
  };
  const change = (more: Partial<CancelReason>) => {
    const next = { ...reason, ...more };
    setReason(next);
    draft.keep(next);
  };
  const close = () => {
    question.close();
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
        open={question.isOpen}
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
              {buttons['cancel.requested']}
            </SubmitButton>
            <Button kind="ghost" onClick={close}>
              {buttons['cancel.dismissed']}
            </Button>
          </Stack>
        }
      >
        <Stack gap={4}>
          {text ? <Text>{text}</Text> : null}
          <Text tone="soft">{refund}</Text>
          {way === 'request' ? (
            <Text tone="soft">Pedindo agora, a resposta vem até {formatMoment(now + ANSWER_WITHIN)}.</Text>
          ) : null}
          <ChoiceGroup legend="Por que você quer cancelar?">
            {reasons.map((why) => (
              <ChoiceRow
                key={why}
                name={`reason-${order.code}`}
                value={why}
                title={why}
                checked={reason.picked === why}
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
              onChange={(more) => change({ text: more })}
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
