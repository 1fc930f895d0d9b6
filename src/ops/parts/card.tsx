import { IconBuildingStore, IconClock, IconTruck } from '@tabler/icons-react';
import { memo } from 'react';
import type { OpsCard, OpsEvent } from '#contract/ops/orders.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type Movable, needsReason } from '#machines/ops/moves.machine.ts';
import { DeskLink, place, useDesk, useGo } from '../context.tsx';
import { count, eventButton, inOrder, shortCode, stateWords, windowText } from '../words.ts';
import styles from './card.module.css';

/** What people call it: the order's code, and of several parts the part's own. */
export const codeOf = ({ parts, code, orderCode }: OpsCard): string => (parts > 1 ? code : orderCode);
export const movableOf = (card: OpsCard): Movable => ({
  orderId: card.orderId,
  childId: card.childId,
  code: codeOf(card),
  state: card.state,
  version: card.version,
  allowedEvents: card.allowedEvents,
});

/** `2 Tomate italiano, 1 Ovos, mais 4` */
function linesText(lines: OpsCard['lines']): string {
  const shown = lines.slice(0, 2).map(({ name, quantity }) => `${quantity} ${name}`);
  return [...shown, ...(lines.length > 2 ? [`mais ${lines.length - 2}`] : [])].join(', ');
}

/** What may be done with a part now, as the chart says. */
export interface Leave {
  isChosen: boolean;
  /** what nobody here may move is not chosen either */
  isOffered: boolean;
  canChoose: boolean;
  canMove: boolean;
}
/** What the button of a part would do next, if anything. */
export const nextOf = ({ allowedEvents, type }: OpsCard): OpsEvent | undefined =>
  inOrder(allowedEvents, type)[0];

/** The usual next event; one that asks for a reason, or for the code, has its own screen. */
function NextButton({ card, isRinging, canMove }: { card: OpsCard; isRinging: boolean; canMove: boolean }) {
  const { moves } = useDesk();
  const go = useGo();
  const next = nextOf(card);
  if (!next) return null;
  const target = movableOf(card);
  const [text, act, isClosed] =
    next === 'order.delivered' && hasOrderTag(card.state, 'collectable')
      ? ['Entregar', () => go(place('handover')), false]
      : needsReason(next, [target])
        ? ['Responder', () => go(place('order', card.orderId)), false]
        : [
            isRinging ? 'Pegar pedido' : eventButton(next),
            () => moves.send({ type: 'move.requested', move: { type: next, targets: [target] } }),
            !canMove,
          ];
  return (
    <button type="button" className={styles.next} disabled={isClosed} onClick={act}>
      {text}
    </button>
  );
}

interface Props extends Leave {
  card: OpsCard;
  /** how long it has stood here */
  age: string;
  isRinging: boolean;
  isAttention: boolean;
}
/**
 * A part of an order on the board. There are a hundred of them, on slow machines: plain elements, each drawn again
 * only when something of its own changed.
 */
export const Card = memo(function Card({
  card,
  age,
  isRinging,
  isAttention,
  isChosen,
  isOffered,
  canChoose,
  canMove,
}: Props) {
  const { moves } = useDesk();
  const Way = card.type === 'PICKUP' ? IconBuildingStore : IconTruck;
  const items = card.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const code = shortCode(codeOf(card));
  return (
    <li className={styles.card} data-ringing={isRinging} data-chosen={isChosen}>
      <div className={styles.head}>
        {isOffered ? (
          <span className={styles.choice}>
            <input
              type="checkbox"
              aria-label={`Escolher ${code}`}
              checked={isChosen}
              disabled={!canChoose}
              onChange={() => moves.send({ type: 'order.chosen', order: movableOf(card) })}
            />
            {isChosen ? (
              <svg viewBox="0 0 10 7" aria-hidden>
                <path d="M4 4.586 1.707 2.293A1 1 0 1 0 .293 3.707l3 3a1 1 0 0 0 1.414 0l5-5A1 1 0 1 0 8.293.293z" />
              </svg>
            ) : null}
          </span>
        ) : null}
        <DeskLink to={place('order', card.orderId)} className={styles.code}>
          {code}
        </DeskLink>
        <span className={styles.age} data-late={card.isOverdue}>
          {card.isOverdue ? <IconClock size={16} aria-label="Atrasado," /> : null}
          {isRinging ? 'Tocando' : age}
        </span>
      </div>
      {isAttention ? <p className={styles.reason}>{stateWords(card.state)}</p> : null}
      <p className={styles.window}>
        <Way size={18} aria-hidden />
        {windowText(card.window) ?? (card.type === 'PICKUP' ? 'Retirada' : 'Entrega')}
      </p>
      <p className={styles.text}>
        {card.name} · {count(items, 'item', 'itens')}
        {card.parts > 1 ? ` · ${card.parts} partes` : ''}
      </p>
      <p className={styles.text}>{linesText(card.lines)}</p>
      <NextButton card={card} isRinging={isRinging} canMove={canMove} />
    </li>
  );
});
