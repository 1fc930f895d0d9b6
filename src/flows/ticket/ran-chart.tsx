import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ChartFacts } from '../facts.ts';
import type { BookActor, SimulationActor } from '../history.ts';
import { packed } from '../simulation/link.ts';
import type { Ran } from './opened.ts';
import type { Reached } from './reach.ts';
import { reachOf } from './reach-run.ts';
import styles from './ticket-view.module.css';

interface Props {
  book: BookActor;
  simulation: SimulationActor;
  ran: Ran;
  /** undefined where the book has no chart of that name */
  chart: ChartFacts | undefined;
}
type Outcome = 'looking' | 'failed' | 'none' | 'long' | Extract<Reached['how'], 'near'>;
const named = (states: readonly string[]) => states.join(', ');

const words: Readonly<Record<Exclude<Outcome, 'near'>, string>> = {
  looking: 'Procurando um caminho com dados inventados…',
  failed: 'A procura parou por falha nossa. Tente de novo.',
  none: 'Nenhum exemplo de dados começa este gráfico: ele só pode ser visto na gravação.',
  long: 'O caminho leva dados demais para um link: percorra-o em Simular, passo a passo.',
};

/** A chart that ran, where it was, and the way to the same states with made-up data. */
export function RanChart({ book, simulation, ran, chart }: Props) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [near, setNear] = useState<Reached | null>(null);
  const looking = useRef<AbortController | null>(null);
  useEffect(() => () => looking.current?.abort(), []);

  const simulate = async ({ run, end }: Reached) => {
    const text = await packed({ run, end });
    if (text === null) return setOutcome('long');
    simulation.send({ type: 'link.followed', chart: ran.chart, text });
    book.send({ type: 'chart.requested', chart: ran.chart, state: end[0] ?? '' });
  };
  const look = async () => {
    looking.current?.abort();
    const { signal } = (looking.current = new AbortController());
    setOutcome('looking');
    try {
      const reached = await reachOf(ran, signal);
      if (signal.aborted) return;
      if (reached === null) return setOutcome('none');
      if (reached.how !== 'near') return await simulate(reached);
      setNear(reached);
      setOutcome('near');
    } catch {
      if (!signal.aborted) setOutcome('failed');
    }
  };
  return (
    <li className={styles.chart}>
      <p className={styles.where}>
        <strong>{ran.chart}</strong> em <code>{named(ran.states)}</code>
      </p>
      <p className={styles.quiet}>
        {ran.states
          .flatMap((path) => chart?.states.find((state) => state.path === path)?.description ?? [])
          .join(' ')}
      </p>
      {chart ? (
        <Button size="sm" variant="default" loading={outcome === 'looking'} onClick={() => void look()}>
          Chegar a este estado
          <span className={styles.of}> de {ran.chart}</span>
        </Button>
      ) : (
        <p className={styles.quiet}>Este livro não tem este gráfico: o chamado é de outra versão da loja.</p>
      )}
      <p role="status" className={styles.quiet}>
        {outcome === 'near' && near
          ? `Nem os passos do chamado nem os caminhos gerados chegam a ${named(ran.states)} com dados inventados. O mais perto: ${named(near.end)}.`
          : outcome !== null && outcome !== 'near' && words[outcome]}
      </p>
      {outcome === 'near' && near && (
        <Button size="sm" variant="default" onClick={() => void simulate(near)}>
          Abrir o mais perto
        </Button>
      )}
    </li>
  );
}
