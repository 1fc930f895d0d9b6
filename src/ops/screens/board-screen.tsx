import { IconLayoutKanban } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import type { OpsCard } from '#contract/ops/orders.ts';
import { mayMove } from '#domain/ops/roles.ts';
import type { Board } from '#machines/ops/board.ts';
import { type Movable, type MovesEvent, idOf } from '#machines/ops/moves.machine.ts';
import { filtered } from '../board-filter.ts';
import { DeskLink, place, useBoard, useDesk, useMe, useMoves, usePlace } from '../context.tsx';
import { Card, type Leave, movableOf, nextOf } from '../parts/card.tsx';
import { ChosenBar } from '../parts/chosen-bar.tsx';
import { Filters } from '../parts/filters.tsx';
import { Loading } from '../parts/loading.tsx';
import { OrderTable } from '../parts/order-table.tsx';
import { ageText, columnWords, count } from '../words.ts';
import styles from './board.module.css';

type Column = Board['columns'][number];
/** One fact of a column: what its people should know first. */
function factOf({ id, cards }: Column, now: string): ReactNode {
  const late = cards.filter(({ isOverdue }) => isOverdue).length;
  if (late > 0) return count(late, 'atrasado', 'atrasados');
  const [oldest] = cards;
  if (!oldest) return id === 'attention' ? 'nada agora' : '';
  return (
    <>
      <span className="hidden-text">mais antigo</span> {ageText(oldest.since, now)}
    </>
  );
}

interface ColumnProps {
  column: Column;
  cards: readonly OpsCard[];
  now: string;
  ringing: readonly string[];
  leaveOf: (card: OpsCard) => Leave;
}
function ColumnOf({ column, cards, now, ringing, leaveOf }: ColumnProps) {
  const { search } = usePlace();
  const { total: parts, cards: shown } = column;
  const more = parts - shown.length;
  return (
    <section className={styles.column} data-column={column.id} aria-labelledby={`column-${column.id}`}>
      <header className={styles.columnHead}>
        <h2 id={`column-${column.id}`}>
          {columnWords[column.id]} <span>{column.total}</span>
        </h2>
        <p>{factOf(column, now)}</p>
      </header>
      <ul className={styles.cards}>
        {cards.map((card) => (
          <Card
            key={card.childId}
            card={card}
            age={ageText(card.since, now)}
            isRinging={ringing.includes(card.childId)}
            isAttention={column.id === 'attention'}
            {...leaveOf(card)}
          />
        ))}
      </ul>
      {cards.length === 0 ? (
        <p className={styles.empty}>
          {column.cards.length === 0
            ? 'Nenhum pedido aqui agora.'
            : more > 0
              ? 'Os filtros escondem os primeiros daqui.'
              : 'Os filtros escondem todos daqui.'}
        </p>
      ) : null}
      {more > 0 ? (
        <DeskLink
          to={place('board', null, { ...search, view: 'table', column: column.id })}
          className={styles.more}
        >
          Ver mais {more} na tabela
        </DeskLink>
      ) : null}
    </section>
  );
}

/** What the chart lets be done with a part, asked once for all that stand alike. */
function leaveBy(can: (event: MovesEvent) => boolean, chosen: readonly Movable[], isOffered: boolean) {
  const answers = new Map<string, boolean>();
  const isAllowed = (question: string, event: MovesEvent) => {
    const answer = answers.get(question) ?? can(event);
    answers.set(question, answer);
    return answer;
  };
  const ids = new Set(chosen.map(idOf));
  return (card: OpsCard): Leave => {
    const [order, next] = [movableOf(card), nextOf(card)];
    const isChosen = ids.has(card.childId);
    return {
      isChosen,
      isOffered,
      canChoose: isChosen || isAllowed('choice', { type: 'order.chosen', order }),
      canMove:
        next !== undefined &&
        isAllowed(`${next} ${card.state}`, {
          type: 'move.requested',
          move: { type: next, targets: [order] },
        }),
    };
  };
}

function Columns({ board }: { board: Board }) {
  const { search } = usePlace();
  const { shift } = useDesk();
  const ringing = useSelector(shift, ({ context }) => context.ringing);
  const { state, chosen } = useMoves();
  const isOffered = mayMove(useMe().role);
  const leaveOf = useMemo(
    () => leaveBy((event) => state.can(event), chosen, isOffered),
    [state, chosen, isOffered],
  );
  return (
    <div
      className={styles.columns}
      role="region"
      aria-label="Quadro de pedidos"
      // It is scrolled by keyboard also where a filter leaves nothing in it to stop at.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {board.columns.map((column) => (
        <ColumnOf
          key={column.id}
          column={column}
          cards={filtered(column.cards, search)}
          now={board.now}
          ringing={ringing}
          leaveOf={leaveOf}
        />
      ))}
    </div>
  );
}

export { IconLayoutKanban as RailIcon };

/** Before the board was read for the first time; the banner above says what is wrong, and tries again. */
function Unread() {
  const { shift } = useDesk();
  const isLost = useSelector(shift, ({ context }) => context.failures > 0);
  return isLost ? (
    <p>Os pedidos aparecem aqui quando o servidor responder.</p>
  ) : (
    <Loading text="Lendo os pedidos…" />
  );
}

/** Pedidos: what is under way, as a board or as a table. */
export function BoardScreen() {
  const { desk } = useDesk();
  const board = useBoard();
  const isTable = useSelector(desk, (state) => state.hasTag('table'));
  const table = useSelector(desk, ({ children }) => children.table);
  const hidden = useSelector(table, (state) => state?.context.table?.hidden);
  if (!board) return <Unread />;
  return (
    <>
      <Filters board={board} hidden={hidden} />
      <ChosenBar />
      {isTable && table ? <OrderTable table={table} now={board.now} /> : <Columns board={board} />}
    </>
  );
}
