import { Button } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useSelector } from '@xstate/react';
import type { MoneyItem } from '#machines/ops/money.machine.ts';
import { useBoard, useDesk } from '../context.tsx';
import { Loading } from '../parts/loading.tsx';
import { MoneyDaysPanel } from '../parts/money-days.tsx';
import { MoneyItemPanel } from '../parts/money-item.tsx';
import { Approvals, Charges, Disputes, Refunds, Strays } from '../parts/money-queue.tsx';
import { Note } from '../parts/note.tsx';
import { Opened } from '../parts/opened.tsx';
import { count, problemText } from '../words.ts';
import styles from './money.module.css';

const doneWords: Readonly<Record<MoneyItem['kind'], string>> = {
  charge: 'Registrado. O pedido e a pessoa já sabem.',
  refund: 'Registrado. O pedido e a pessoa já sabem.',
  stray: 'Registrado. Este dinheiro tem destino.',
  dispute: 'Registrado, com o seu nome.',
  transfer: 'Contestação registrada. O prazo corre desde a abertura.',
  approval: 'Decidido, com o seu nome.',
};

export { IconCash as RailIcon };

/** Dinheiro: what waits for a person, and one item open beside it. */
export function MoneyScreen() {
  const { money: actor } = useDesk();
  const board = useBoard();
  const state = useSelector(actor, (snapshot) => snapshot);
  const { money, days, item, settled, isAsked, problem } = state.context;
  const isBusy = state.hasTag('busy');
  const again = (
    <Button loading={isBusy} onClick={() => actor.send({ type: 'load.retried' })}>
      Tentar agora
    </Button>
  );
  if (!money || !board)
    return problem ? (
      <Note tone="bad" title="O dinheiro não veio." action={again}>
        {problemText(problem)}
      </Note>
    ) : (
      <Loading text="Lendo o dinheiro…" />
    );
  const { now } = board;
  const { charges, refunds, strays, disputes, approvals } = money;
  const waiting = [charges, refunds, strays, disputes, approvals].flat().length;
  return (
    <>
      {problem && !state.hasTag('item') ? (
        <Note tone="bad" title="A fila pode estar velha." action={again}>
          A última leitura falhou.
        </Note>
      ) : null}
      {settled && isAsked ? (
        <Note tone="info" title="Espera outra pessoa da equipe.">
          Acima do limite, o registro só vale depois que ela aprovar.
        </Note>
      ) : settled ? (
        <Note tone="ok" title={doneWords[settled.kind]} />
      ) : null}
      <p>{waiting === 0 ? 'Nada espera por você aqui.' : `${count(waiting, 'item', 'itens')} na fila`}</p>
      <div className={styles.layout}>
        <div className={styles.side}>
          <Approvals approvals={approvals} />
          <Strays strays={strays} />
          <Charges charges={charges} now={now} />
          <Refunds refunds={refunds} now={now} />
          <Disputes disputes={disputes} now={now} />
          {days ? <MoneyDaysPanel days={days} /> : null}
        </div>
        {state.hasTag('item') && item ? (
          <Opened key={item.id} className={styles.open}>
            <MoneyItemPanel money={money} now={now} />
          </Opened>
        ) : (
          <p className={styles.hint}>O item que você abrir fica aqui, ao lado da fila.</p>
        )}
      </div>
    </>
  );
}
