import { Button } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { OpsCard } from '#contract/ops/orders.ts';
import type { Board } from '#machines/ops/board.ts';
import { filtered } from '../board-filter.ts';
import { useBoard, useDesk, usePlace } from '../context.tsx';
import { Card } from '../parts/card.tsx';
import { ChosenBar } from '../parts/chosen-bar.tsx';
import { Filters } from '../parts/filters.tsx';
import { Note } from '../parts/note.tsx';
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

function ColumnOf({ column, cards, now }: { column: Column; cards: readonly OpsCard[]; now: string }) {
  const { shift } = useDesk();
  const ringing = useSelector(shift, ({ context }) => context.ringing);
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
            now={now}
            isRinging={ringing.includes(card.childId)}
            isAttention={column.id === 'attention'}
          />
        ))}
      </ul>
      {cards.length === 0 ? (
        <p className={styles.empty}>
          {column.cards.length > 0 ? 'Os filtros escondem todos daqui.' : 'Nenhum pedido aqui agora.'}
        </p>
      ) : null}
      {more > 0 ? <p className={styles.empty}>Mais {more} na tabela.</p> : null}
    </section>
  );
}

function Columns({ board }: { board: Board }) {
  const { search } = usePlace();
  return (
    <div className={styles.columns} role="region" aria-label="Quadro de pedidos">
      {board.columns.map((column) => (
        <ColumnOf key={column.id} column={column} cards={filtered(column.cards, search)} now={board.now} />
      ))}
    </div>
  );
}

export { IconLayoutKanban as RailIcon };

/** Pedidos: what is under way, as a board or as a table. */
export function BoardScreen() {
  const { desk, shift } = useDesk();
  const board = useBoard();
  const isTable = useSelector(desk, (state) => state.hasTag('table'));
  const table = useSelector(desk, ({ children }) => children.table);
  const hidden = useSelector(table, (state) => state?.context.table?.hidden);
  const isBusy = useSelector(shift, (state) => state.hasTag('busy'));
  if (!board)
    return isBusy ? (
      <p role="status" className={styles.empty}>
        Lendo os pedidos…
      </p>
    ) : (
      <Note
        tone="bad"
        title="Os pedidos não vieram."
        action={<Button onClick={() => shift.send({ type: 'load.retried' })}>Tentar agora</Button>}
      >
        O balcão tenta de novo sozinho.
      </Note>
    );
  return (
    <>
      <Filters board={board} hidden={hidden} />
      <ChosenBar />
      {isTable && table ? <OrderTable table={table} now={board.now} /> : <Columns board={board} />}
    </>
  );
}
