import { Button, Table } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { OpsOrder } from '#contract/ops/orders.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import type { Movable } from '#machines/ops/moves.machine.ts';
import { DeskLink, place, useDesk } from '../context.tsx';
import { Chip } from '../parts/chip.tsx';
import { EventButtons } from '../parts/event-buttons.tsx';
import { Loading } from '../parts/loading.tsx';
import { Note } from '../parts/note.tsx';
import { GoodsNews, OrderHistory, OrderMoney, newestOf } from '../parts/order-panels.tsx';
import { OrderPerson } from '../parts/order-person.tsx';
import { Panel } from '../parts/panel.tsx';
import { ReturnPanel } from '../parts/return-panel.tsx';
import {
  inOrder,
  missingWords,
  momentOf,
  problemText,
  reais,
  shortCode,
  stateWords,
  typeWords,
  windowText,
} from '../words.ts';
import styles from './order.module.css';

type Part = OpsOrder['parts'][number];
const toneOf = (state: OpsOrder['state']) =>
  hasOrderTag(state, 'troubled') || hasOrderTag(state, 'awaitingAnswer')
    ? 'bad'
    : hasOrderTag(state, 'over')
      ? 'quiet'
      : hasOrderTag(state, 'delivered') || hasOrderTag(state, 'collectable')
        ? 'ok'
        : 'info';

function PartPanel({ order, part, at }: { order: OpsOrder; part: Part; at: number }) {
  const events = inOrder(part.allowedEvents, order.type);
  const target: Movable = {
    orderId: order.id,
    childId: part.childId,
    code: order.parts.length > 1 ? part.code : order.code,
    state: part.state,
    version: order.version,
    allowedEvents: part.allowedEvents,
  };
  const isOver = hasOrderTag(part.state, 'over') || hasOrderTag(part.state, 'delivered');
  const canHandOver =
    hasOrderTag(part.state, 'collectable') && part.allowedEvents.includes('order.delivered');
  return (
    <Panel
      title={
        <>
          {order.parts.length > 1 ? `Parte ${at + 1} · ` : ''}
          {typeWords[order.type]}
          <Chip tone={toneOf(part.state)}>{stateWords(part.state)}</Chip>
        </>
      }
      fact={[windowText(order.window), part.hub?.name ?? part.campaign.name].filter(Boolean).join(' · ')}
    >
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Qtd.</Table.Th>
            <Table.Th>Item</Table.Th>
            <Table.Th className={styles.amount}>Valor</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {part.lines.map((line, index) => (
            <Table.Tr key={`${line.itemId}-${index}`}>
              <Table.Td>{line.quantity}</Table.Td>
              <Table.Td>
                {line.name}
                {line.choices.length > 0 ? (
                  <span className={styles.more}>{line.choices.join(', ')}</span>
                ) : null}
                {line.ifMissing ? (
                  <span className={styles.more}>Se faltar: {missingWords[line.ifMissing]}</span>
                ) : null}
              </Table.Td>
              <Table.Td className={styles.amount}>{reais(line.total)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <GoodsNews {...newestOf(order, part.childId)} />
      {canHandOver ? (
        <DeskLink to={place('handover')} className={styles.main}>
          Entregar com o código da pessoa
        </DeskLink>
      ) : null}
      {events.length > 0 ? (
        <EventButtons targets={[target]} events={events} isFilled={at === 0 && !canHandOver} />
      ) : (
        <p className={styles.more}>
          {isOver ? 'Nada mais a fazer aqui.' : 'Nada a fazer aqui agora com o seu papel.'}
        </p>
      )}
    </Panel>
  );
}

function WholeOrder({ order }: { order: OpsOrder }) {
  const events = inOrder(order.allowedEvents, order.type);
  if (order.parts.length < 2 || events.length === 0) return null;
  const target: Movable = {
    orderId: order.id,
    childId: null,
    code: order.code,
    state: order.state,
    version: order.version,
    allowedEvents: order.allowedEvents,
  };
  return (
    <Panel title="O pedido inteiro" fact={`${order.parts.length} partes de uma vez`}>
      <EventButtons targets={[target]} events={events} />
    </Panel>
  );
}

/** Pedido: its parts with what may be done, its money, its person and its history. */
export function OrderScreen() {
  const { desk, shift } = useDesk();
  const actor = useSelector(desk, ({ children }) => children.order);
  const state = useSelector(actor, (snapshot) => snapshot);
  const order = state?.context.order;
  const ids = order?.parts.map(({ childId }) => childId).join(',');
  useEffect(() => {
    // Whoever reads an order has heard it.
    if (ids) shift.send({ type: 'ring.answered', ids: ids.split(',') });
  }, [shift, ids]);
  if (!actor || !state) return null;
  const { problem } = state.context;
  const isBusy = state.hasTag('busy');
  const again = (
    <Button loading={isBusy} onClick={() => actor.send({ type: 'load.retried' })}>
      Tentar agora
    </Button>
  );
  if (!order) {
    if (state.hasTag('unknown'))
      return (
        <Note
          tone="warn"
          title="Este pedido não existe aqui."
          action={
            <DeskLink to={place('board')} className={styles.main}>
              Ver os pedidos
            </DeskLink>
          }
        >
          O endereço pode estar errado, ou o pedido é de outro ponto.
        </Note>
      );
    return isBusy && !problem ? (
      <Loading text="Lendo o pedido…" />
    ) : (
      <Note tone="bad" title="O pedido não veio." action={again}>
        {problem ? problemText(problem) : null}
      </Note>
    );
  }
  return (
    <>
      {state.hasTag('offline') || state.hasTag('failed') || (isBusy && problem) ? (
        <Note tone="bad" title="O pedido pode ter mudado." action={again}>
          {problem ? problemText(problem) : null}
        </Note>
      ) : null}
      <p className={styles.about}>
        <DeskLink to={place('board')}>Pedidos</DeskLink> · {shortCode(order.code)} · {stateWords(order.state)}{' '}
        · feito {momentOf(order.createdAt)}
        {order.reason ? ` · motivo: ${order.reason}` : ''}
      </p>
      <div className={styles.layout}>
        <div className={styles.side}>
          <ReturnPanel
            order={order}
            pictures={state.context.pictures}
            isWithoutPictures={state.hasTag('withoutPictures')}
            onRetry={() => actor.send({ type: 'load.retried' })}
          />
          {order.parts.map((part, at) => (
            <PartPanel key={part.childId} order={order} part={part} at={at} />
          ))}
          <WholeOrder order={order} />
          <OrderHistory order={order} />
        </div>
        <div className={styles.side}>
          <OrderMoney order={order} />
          <OrderPerson order={order} />
        </div>
      </div>
    </>
  );
}
