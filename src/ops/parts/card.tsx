import { Button, Checkbox } from '@mantine/core';
import { IconBuildingStore, IconClock, IconTruck } from '@tabler/icons-react';
import type { OpsCard } from '#contract/ops/orders.ts';
import { hasOrderTag } from '#domain/order/order-states.ts';
import { type Movable, idOf, needsReason } from '#machines/ops/moves.machine.ts';
import { DeskLink, place, useGo, useMoves } from '../context.tsx';
import { ageText, count, eventButton, inOrder, shortCode, stateWords, windowText } from '../words.ts';
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

/** The usual next event; one that asks for a reason, or for the code, has its own screen. */
function NextButton({ card, isRinging }: { card: OpsCard; isRinging: boolean }) {
  const { send, can } = useMoves();
  const go = useGo();
  const [next] = inOrder(card.allowedEvents, card.type);
  if (!next) return null;
  const target = movableOf(card);
  const variant = isRinging ? 'filled' : 'light';
  if (next === 'order.delivered' && hasOrderTag(card.state, 'collectable'))
    return (
      <Button fullWidth px="xs" variant={variant} onClick={() => go(place('handover'))}>
        Entregar
      </Button>
    );
  if (needsReason(next, [target]))
    return (
      <Button fullWidth px="xs" variant={variant} onClick={() => go(place('order', card.orderId))}>
        Responder
      </Button>
    );
  const asked = { type: 'move.requested', move: { type: next, targets: [target] } } as const;
  return (
    <Button fullWidth px="xs" variant={variant} disabled={!can(asked)} onClick={() => send(asked)}>
      {isRinging ? 'Pegar pedido' : eventButton(next)}
    </Button>
  );
}

interface Props {
  card: OpsCard;
  now: string;
  isRinging: boolean;
  isAttention: boolean;
}
/** A part of an order on the board. */
export function Card({ card, now, isRinging, isAttention }: Props) {
  const { chosen, send, can } = useMoves();
  const target = movableOf(card);
  const isChosen = chosen.some((one) => idOf(one) === idOf(target));
  const Way = card.type === 'PICKUP' ? IconBuildingStore : IconTruck;
  const items = card.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <li className={styles.card} data-ringing={isRinging} data-chosen={isChosen}>
      <div className={styles.head}>
        <Checkbox
          aria-label={`Escolher ${shortCode(codeOf(card))}`}
          checked={isChosen}
          disabled={!isChosen && !can({ type: 'order.chosen', order: target })}
          onChange={() => send({ type: 'order.chosen', order: target })}
          size="sm"
        />
        <DeskLink to={place('order', card.orderId)} className={styles.code}>
          {shortCode(codeOf(card))}
        </DeskLink>
        <span className={styles.age} data-late={card.isOverdue}>
          {card.isOverdue ? <IconClock size={16} aria-label="Atrasado," /> : null}
          {isRinging ? 'Tocando' : ageText(card.since, now)}
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
      <NextButton card={card} isRinging={isRinging} />
    </li>
  );
}
