import { Button, Checkbox } from '@mantine/core';
import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { OpsCard } from '#contract/ops/orders.ts';
import { mayMove } from '#domain/ops/roles.ts';
import { idOf } from '#machines/ops/moves.machine.ts';
import type { tableMachine } from '#machines/ops/table.machine.ts';
import { DeskLink, place, useGo, useMe, useMoves, usePlace } from '../context.tsx';
import { ageText, count, reais, shortCode, stateWords, windowText } from '../words.ts';
import { codeOf, movableOf } from './card.tsx';
import { Cell, DataTable, TableRow } from './data-table.tsx';
import { Loading } from './loading.tsx';
import { Note } from './note.tsx';
import styles from './order-table.module.css';

function Row({ card, now, isOffered }: { card: OpsCard; now: string; isOffered: boolean }) {
  const { chosen, send, can } = useMoves();
  const order = movableOf(card);
  const isChosen = chosen.some((one) => idOf(one) === idOf(order));
  return (
    <TableRow>
      {isOffered ? (
        <Cell>
          {isChosen || order.allowedEvents.length > 0 ? (
            <Checkbox
              aria-label={`Escolher ${shortCode(codeOf(card))}`}
              checked={isChosen}
              disabled={!isChosen && !can({ type: 'order.chosen', order })}
              onChange={() => send({ type: 'order.chosen', order })}
            />
          ) : null}
        </Cell>
      ) : null}
      <Cell>
        <DeskLink to={place('order', card.orderId)} className={styles.code}>
          {shortCode(codeOf(card))}
        </DeskLink>
      </Cell>
      <Cell name="Situação">{stateWords(card.state)}</Cell>
      <Cell name="Pessoa">{card.name}</Cell>
      <Cell name="Janela ou lugar">{windowText(card.window) ?? card.place ?? ''}</Cell>
      <Cell name="Ponto">{card.hub?.name ?? card.campaign.name}</Cell>
      <Cell name="Desde">{ageText(card.since, now)}</Cell>
      <Cell name="Valor" className={styles.amount}>
        {reais(card.total)}
      </Cell>
    </TableRow>
  );
}

/** The same orders in rows, by page. */
export function OrderTable({ table, now }: { table: ActorRefFrom<typeof tableMachine>; now: string }) {
  const isOffered = mayMove(useMe().role);
  const { context, isBusy, isFailed } = useSelector(
    table,
    (state) => ({
      context: state.context,
      isBusy: state.hasTag('busy'),
      isFailed: state.context.problem !== null,
    }),
    (a, b) => a.context === b.context && a.isBusy === b.isBusy && a.isFailed === b.isFailed,
  );
  const { search } = usePlace();
  const go = useGo();
  const { table: read } = context;
  const again = (
    <Button loading={isBusy} onClick={() => table.send({ type: 'load.retried' })}>
      Tentar agora
    </Button>
  );
  if (!read)
    return isFailed ? (
      <Note tone="bad" title="A tabela não veio." action={again}>
        Mude os filtros ou tente de novo.
      </Note>
    ) : (
      <Loading text="Lendo a tabela…" />
    );
  const stale = isFailed ? (
    <Note tone="bad" title="A tabela pode estar velha." action={again}>
      A última leitura falhou.
    </Note>
  ) : null;
  const page = read.page;
  const rest = Object.fromEntries(Object.entries(search).filter(([name]) => name === 'view'));
  if (read.content.length === 0)
    return (
      <section className={styles.table} aria-label="Tabela de pedidos" aria-busy={isBusy}>
        {stale}
        <p>{read.hidden > 0 ? 'Nenhum pedido com estes filtros.' : 'Nenhum pedido nesta página.'}</p>
        <Button variant="default" w="fit-content" onClick={() => go(place('board', null, rest))}>
          Ver todos os pedidos
        </Button>
      </section>
    );
  const turn = (to: number) => go(place('board', null, { ...search, page: String(to) }));
  return (
    <section className={styles.table} aria-label="Tabela de pedidos" aria-busy={isBusy}>
      {stale}
      <DataTable
        isWide
        heads={[
          ...(isOffered
            ? [
                <span key="choose" className="hidden-text">
                  Escolher
                </span>,
              ]
            : []),
          'Pedido',
          'Situação',
          'Pessoa',
          'Janela ou lugar',
          'Ponto',
          'Desde',
          <span key="amount" className={styles.amountHead}>
            Valor
          </span>,
        ]}
      >
        {read.content.map((card) => (
          <Row key={card.childId} card={card} now={now} isOffered={isOffered} />
        ))}
      </DataTable>
      <div className={styles.pages}>
        <p>{count(read.totalElements, 'parte de pedido', 'partes de pedidos')}</p>
        {read.totalPages > 1 ? (
          <>
            <Button variant="default" disabled={page === 0} onClick={() => turn(page - 1)}>
              Anterior
            </Button>
            <Button variant="default" disabled={page + 1 >= read.totalPages} onClick={() => turn(page + 1)}>
              Próxima
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}
