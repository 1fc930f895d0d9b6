import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { UNDO_TIME, type MovesContext, idOf } from '#machines/ops/moves.machine.ts';
import { DeskLink, place, useMoves } from '../context.tsx';
import { count, eventAct, problemText, shortCode } from '../words.ts';
import styles from './move-bar.module.css';

/** Seconds that are left; the chart has the true timer. */
function useSecondsLeft(): number {
  const [left, setLeft] = useState(UNDO_TIME / 1_000);
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return left;
}

const whatOf = ({ move }: MovesContext): string => {
  const [first, ...others] = move?.targets ?? [];
  if (!move || !first) return '';
  const who = others.length > 0 ? `${others.length + 1} pedidos` : shortCode(first.code);
  return `${who}: ${eventAct(move.type)}`;
};

function Confirming({ context, undo }: { context: MovesContext; undo: () => void }) {
  const left = useSecondsLeft();
  return (
    <>
      <IconClock size={20} aria-hidden />
      <p className={styles.text}>
        {whatOf(context)} <span aria-hidden>em {left} s</span>
      </p>
      <Button className={styles.button} size="sm" onClick={undo}>
        Desfazer
      </Button>
    </>
  );
}

function Told({ context, close }: { context: MovesContext; close: () => void }) {
  const { results, problem, move } = context;
  const refused = results.filter((one) => one.problem);
  const done = results.length - refused.length;
  return (
    <>
      <div className={styles.text}>
        {problem ? <p>{problemText(problem)}</p> : null}
        {results.length > 0 ? (
          <p>
            {refused.length === 0
              ? `${whatOf(context)}. Feito.`
              : done === 0
                ? `${count(refused.length, 'pedido recusado', 'pedidos recusados')}, nada mudou.`
                : `${count(done, 'pedido feito', 'pedidos feitos')}, ${count(refused.length, 'recusado', 'recusados')}.`}
          </p>
        ) : null}
        {refused.length > 0 ? (
          <ul className={styles.refused}>
            {refused.map((one) => (
              <li key={idOf(one)}>
                <DeskLink to={place('order', one.orderId)} className={styles.link}>
                  {shortCode(one.code)}
                </DeskLink>{' '}
                {one.problem ? problemText(one.problem) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {problem && move ? (
          <p>Nada foi mudado em {count(move.targets.length, 'pedido', 'pedidos')}.</p>
        ) : null}
      </div>
      <Button className={styles.button} size="sm" onClick={close}>
        Entendi
      </Button>
    </>
  );
}

/** The move under way: five seconds to take it back, then what became of each order. */
export function MoveBar() {
  const { state, send } = useMoves();
  const { context } = state;
  if (state.hasTag('choosing')) return null;
  const hasRefusal = context.problem !== null || context.results.some(({ problem }) => problem);
  return (
    <div className={styles.bar} role={hasRefusal && state.hasTag('told') ? 'alert' : 'status'}>
      {state.hasTag('confirming') ? (
        <Confirming key={context.count} context={context} undo={() => send({ type: 'move.undone' })} />
      ) : state.hasTag('told') ? (
        <Told context={context} close={() => send({ type: 'told.seen' })} />
      ) : state.hasTag('waiting') ? (
        <>
          <p className={styles.text}>
            Sem resposta do servidor. O envio se repete sozinho e vale uma vez só: {whatOf(context)}.
          </p>
          <Button className={styles.button} size="sm" onClick={() => send({ type: 'load.retried' })}>
            Tentar agora
          </Button>
        </>
      ) : (
        <p className={styles.text}>Enviando: {whatOf(context)}…</p>
      )}
    </div>
  );
}
